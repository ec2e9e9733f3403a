/**
 * Runs groups of tests, goes on after a failure, and says in the end what has failed.
 *
 * `node scripts/test.mjs LIST`: `all` (by default), `quick`, `package`, `newest`, `hosts`, `faults`, `ci` or `whole`. The last line counts, as in
 * `2310 passed, 0 failed, 3 skipped`: each test counts, and each group without tests. Skipped tests are named only if there are any.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { findOwnTests } from './test/own-tests.mjs'

/**
 * A command and what it needs. A list consists of steps, one after the other. What stands in a step runs at the same time: groups, and rows
 * of groups.
 *
 * @typedef {{ name: string, command: string, env?: Record<string, string>, builds?: boolean, opensBuilt?: boolean }} Group
 */

const vitest = (...args) => `npx vitest run ${args.join(' ')}`
const project = (...names) => vitest(...names.map((name) => `--project ${name}`))
/** Tests of what is built. They do not run when the build has failed: they would test an older one. */
const built = (name, command, env) => ({ name, command, env, opensBuilt: true })

const FORMAT = { name: 'format and lint', command: 'npx biome ci .' }
const TYPES = { name: 'types', command: 'node node_modules/typescript-7/bin/tsc --noEmit' }
const UNIT = { name: 'unit', command: project('unit', 'unit-pure') }
const BUILD = { name: 'build', command: 'npm run build', builds: true }
const CHROMIUM = { name: 'Chromium', command: 'node scripts/find-chromium.mjs' }

// One run cannot have both: their numbers of workers differ.
const PACKAGE = [
  [built('package', project('package'))],
  [built('long package', `${project('hosts')} test/package`)],
]
const HOSTS = [[CHROMIUM], [built('hosts and long browser tests', project('hosts', 'long'))]]
const FAULTS = [
  [
    built('faults of the relay', `${project('chain')} test/chain/relay/sequences.test.ts`, {
      RELAY_SEQUENCES: '200',
    }),
    built(
      'faults of two tabs, clicks',
      `${project('long')} test/browser/two-tabs.test.ts test/browser/unmeant-clicks.test.ts`,
      { TAB_SEQUENCES: '200', CLICK_ROUNDS: '100' },
    ),
  ],
]
const ALL = [
  [FORMAT],
  [TYPES],
  [UNIT],
  [BUILD],
  [CHROMIUM],
  [built('package, chain and browser', project('package', 'chain', 'browser'))],
]
/** Tests in the newest Node. Not by npx once more, which would read the options of the outer one. */
const newest = (name, args) =>
  built(
    `${name} in the newest Node`,
    `npx --yes --package=node@26 -c 'node --version && node node_modules/vitest/vitest.mjs run ${args}'`,
  )
const NEWEST = [
  newest('unit', '--project unit --project unit-pure'),
  newest('package', '--project package'),
  newest('long package', '--project hosts test/package'),
]
const CI = [
  ...ALL,
  // The server's half in six runtimes is mostly waiting.
  [built('runtimes', `${project('servers')} runtimes`), NEWEST],
  [built('servers', `${project('servers')} --exclude '**/runtimes.test.ts'`)],
  ...HOSTS,
  ...FAULTS,
]
const ENGINES = built('engines', project('engines'))
/** With all of these CI would take too long: each row has its day of four. */
const TURNS = [
  [
    built('release', `npm --prefix release ci && ${project('release')}`),
    built('pictures', project('pictures')),
    built('wordpress', project('wordpress')),
  ],
  [built('gallery, its languages', `${project('gallery')} languages`)],
  [built('gallery, its states', `${project('gallery')} states`)],
  [built('site', `npm --prefix site ci && npm --prefix site run build && ${project('site')}`)],
]
const TODAY = Math.floor(Date.now() / 86_400_000) % TURNS.length

function readQuick() {
  const own = findOwnTests()
  if (!own) console.log('git finds no commit that this branch shares with origin/main: all unit tests run.')
  const unit = own?.length === 0 ? [] : [{ ...UNIT, command: [UNIT.command, ...(own ?? [])].join(' ') }]
  return [[[FORMAT, TYPES, ...unit], BUILD], [built('package', project('package'))]]
}

/** @type {Record<string, () => (Group | Group[])[][]>} */
const LISTS = {
  all: () => ALL,
  quick: readQuick,
  package: () => PACKAGE,
  newest: () => [[NEWEST]],
  hosts: () => HOSTS,
  faults: () => FAULTS,
  // A browser of another engine starts for each test, and one core is idle meanwhile.
  ci: () => [...CI, [ENGINES, TURNS[TODAY]]],
  whole: () => [...CI, [ENGINES], ...TURNS.flat().map((group) => [group])],
}

/** Runs a command in a shell, and shows what it prints. @returns its exit code, or the signal that ended it */
const run = (command, env) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', () => resolve(1))
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })

/** Reads what the vitest runs of a group have written: see `reporters` in vitest.config.ts. */
function readResults(folder) {
  const results = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const files = results.flatMap(({ testResults }) => testResults)
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ status, name: `${relative('', name)}: ${fullName}` })),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    skipped: tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length,
    failed: [
      ...tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
      // A file that broke before or after its tests.
      ...files
        .filter(
          ({ status, assertionResults }) =>
            status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
        )
        .map(({ name, message }) => `${relative('', name)}: ${(message ?? '').split('\n')[0]}`),
    ],
  }
}

/** @param {Group} group */
async function runGroup(group) {
  const folder = mkdtempSync(join(tmpdir(), 'wcb-tests-'))
  const begin = performance.now()
  console.log(`\n── ${group.name}: ${group.command}`)
  const code = await run(group.command, { ...group.env, WCB_TEST_RESULTS: folder })
  const seconds = Math.round((performance.now() - begin) / 1_000)
  const { passed, skipped, failed } = readResults(folder)
  rmSync(folder, { recursive: true })
  if (code !== 0 && !failed.length) failed.push(`${group.name} ended with ${code}: ${group.command}`)
  console.log(`── ${group.name}: ${failed.length ? 'failed' : 'passed'} after ${seconds} s`)
  const hasTests = /\bvitest\b/.test(group.command)
  return { group, code, seconds, passed: hasTests || failed.length ? passed : 1, skipped, failed }
}

const notRun = (group, why) => ({ group, seconds: 0, passed: 0, skipped: 0, failed: [why] })

const count = (passed, failed, skipped) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`

/** Prints what has failed, and the line that counts. */
function report(results) {
  console.log('\n── Summary')
  for (const { group, seconds, passed, skipped, failed } of results)
    console.log(
      `${failed.length ? 'failed' : 'passed'}  ${group.name}: ${count(passed, failed.length, skipped)}, ${seconds} s`,
    )
  const failures = results.flatMap(({ failed }) => failed)
  if (failures.length) console.log(`\n── Failed\n${failures.join('\n')}`)
  const sum = (name) => results.reduce((so, result) => so + result[name], 0)
  console.log(`\n${count(sum('passed'), failures.length, sum('skipped'))}`)
  process.exitCode = failures.length ? 1 : 0
}

const [list = 'all'] = process.argv.slice(2)
if (!Object.hasOwn(LISTS, list)) {
  console.error(`There is no list ${list}. Lists: ${Object.keys(LISTS).join(', ')}`)
  process.exit(2)
}
// A group that Ctrl+C ends is the last one.
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopped = true
  })
}
const done = []
let isBuilt = true
/** Runs a group, unless it would open an older build. */
async function runNext(group) {
  if (isStopped) return
  const result =
    isBuilt || !group.opensBuilt
      ? await runGroup(group)
      : notRun(group, `${group.name} did not run, because the build failed`)
  if (group.builds) isBuilt = result.code === 0
  done.push(result)
}
for (const step of LISTS[list]())
  await Promise.all(
    step.map(async (row) => {
      for (const group of [row].flat()) await runNext(group)
    }),
  )
if (isStopped) done.push(notRun({ name: 'the rest' }, 'stopped by a signal'))
report(done)
