import { parseArgs } from 'node:util'
import { launchChromium } from '../../scripts/launch-chromium.mjs'
import { nameMachine, printVerdict, report } from './figures.mjs'
import { judge, SLOWEST } from './limits.mjs'
import { comeBack, judgeReturns, RETURNS } from './returning.mjs'
import { createSamples } from './samples.mjs'
import {
  justLook,
  MEMORY_SCENARIOS,
  OWN_SCENARIOS,
  SCENARIOS,
  SLOW_SCENARIOS,
  SLOWEST_SCENARIOS,
} from './scenarios.mjs'
import { startServer } from './server.mjs'
import { formatTable, listMedians } from './table.mjs'
import {
  buildFiles,
  buildProbe,
  buildReturningProbe,
  listRelayFiles,
  OWN_REACT_VERSION,
  REACT_VERSION,
  VARIANTS,
} from './variants.mjs'

/**
 * `npm run bench [-- --rounds 9 --quick --returning --strict --write]`: measures the cost of the button beside a bare element and
 * beside React in a shadow root, in one interleaved run. With `--strict` a missed limit fails the command; with `--write`
 * docs/figures/bench.json gets the medians and the limits (`figures.mjs`). With `--returning` only a returning visitor is
 * measured, and nothing is written.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    quick: { type: 'boolean', default: false },
    returning: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
// `npm run bench --strict` hands the flag to npm, which passes it on in the environment.
const isStrict = values.strict || process.env.npm_config_strict === 'true'
const rounds = values.quick ? 2 : Number(values.rounds)
if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds takes a whole number above 0')

const RATES = [1, 4]
/** How many first paints are measured in each round, because they differ more between visits than between pages. */
const LOOKS = 8
const OURS = VARIANTS.at(-1)
/**
 * With an inspector attached V8 would parse React again for the three errors that it creates at its start; visitors have
 * none. What the flag keeps instead would count as memory, so that is measured without it.
 */
const PARSED_ONCE = '--js-flags=--no-enable-lazy-source-positions'
const ARGS = [
  // No request leaves this machine; requests are still counted.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
]

const files = await buildFiles()
const server = await startServer(files)
const browser = await launchChromium({ args: [PARSED_ONCE, ...ARGS] })
const usual = await launchChromium({ args: ARGS })
try {
  const bench = {
    browser,
    server,
    probe: await buildProbe(),
    returningProbe: await buildReturningProbe(),
    relayFiles: listRelayFiles(files),
  }
  const samples = createSamples(files)
  const started = Date.now()
  /** A returning visitor, on each page in turn. */
  const comeBackToAll = async (turn, isSlowLine, rate) => {
    for (let index = 0; index < RETURNS.length; index++) {
      const page = RETURNS[(index + turn) % RETURNS.length]
      samples.add(page.name, rate, await comeBack(isSlowLine)(bench, page, rate))
    }
  }
  if (!values.returning) for (const variant of VARIANTS) await SCENARIOS[0](bench, variant, 1)
  for (let round = 0; round < rounds; round++) {
    if (process.stderr.isTTY) process.stderr.write(`\rround ${round + 1} of ${rounds}`)
    for (const rate of RATES) await comeBackToAll(round, false, rate)
    await comeBackToAll(round, true, RATES.at(-1))
    if (values.returning) continue
    for (const scenario of SLOWEST_SCENARIOS)
      samples.add(OURS.name, SLOWEST, await scenario(bench, OURS, SLOWEST))
    for (const scenario of OWN_SCENARIOS)
      for (const rate of RATES) samples.add(OURS.name, rate, await scenario(bench, OURS, rate))
    let turn = round
    const visitAll = async (scenario, rate, given = bench) => {
      // Each variant comes first in one of the rounds.
      for (let index = 0; index < VARIANTS.length; index++) {
        const variant = VARIANTS[(index + turn) % VARIANTS.length]
        samples.add(variant.name, rate, await scenario(given, variant, rate))
      }
    }
    for (const scenario of SCENARIOS) for (const rate of RATES) await visitAll(scenario, rate)
    for (const scenario of MEMORY_SCENARIOS) await visitAll(scenario, 1, { ...bench, browser: usual })
    for (const scenario of SLOW_SCENARIOS) await visitAll(scenario, RATES.at(-1))
    for (; turn < round + LOOKS; turn++) await visitAll(justLook, RATES.at(-1))
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
  const seconds = Math.round((Date.now() - started) / 1_000)
  const machine = nameMachine(browser.version())
  console.log(
    `${machine}, React ${REACT_VERSION} (ours brings ${OWN_REACT_VERSION}); ${rounds} rounds in ${seconds} s, medians\n`,
  )
  const rates = [
    ['at full speed', 1, 'shown'],
    ['4x', 4, 'shown'],
    ['4x, 9 Mbit/s', 4, 'shownSlow'],
  ]
  for (const [title, rate, metric] of rates)
    console.log(
      `returning visitor, account shown, ${title}, ms: ${RETURNS.map(({ name }) => `${name} ${samples.median(name, rate, metric).toFixed()}`).join(', ')}`,
    )
  for (const { name } of RETURNS) {
    const [, bytes] = samples.weighFiles(name, 'filesToAccount')
    console.log(`${name}: ${bytes} bytes of gzip in ${samples.countFiles(name, 'filesToAccount')} files`)
  }
  if (!values.returning) console.log(formatTable(samples))
  const verdicts = [...(values.returning ? [] : judge(samples)), ...judgeReturns(samples)]
  const date = new Date().toISOString().slice(0, 10)
  if (values.returning) for (const verdict of verdicts) console.info(printVerdict(verdict))
  else report('page', verdicts, { machine, date, rounds, medians: listMedians(samples) })
  if (isStrict && verdicts.some(({ ok }) => !ok)) process.exitCode = 1
} finally {
  await Promise.all([browser.close(), usual.close()])
  server.close()
}
