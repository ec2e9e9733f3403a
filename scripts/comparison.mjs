import { readFileSync, writeFileSync } from 'node:fs'
import { readBench, writeFloors, writeLimits } from './comparison/bench.mjs'
import {
  FIGURES,
  pickFigures,
  readFigures,
  toCount,
  toKilobytes,
  toMilliseconds,
} from './comparison/figures.mjs'

/**
 * Writes the tables of docs/comparison.md from docs/figures/peers.json and docs/figures/bench.json.
 *
 * With the path of a `summary.json` of `node test/bench/peers/run.mjs` it first copies those figures. With `--check` it writes
 * nothing and fails when a table is out of date.
 */
const PAGE = 'docs/comparison.md'
const [argument] = process.argv.slice(2)

if (argument && argument !== '--check') {
  const figures = pickFigures(JSON.parse(readFileSync(argument, 'utf8')))
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`)
}

const { machine, date, pages } = readFigures()
const writeTable = (head, cells) =>
  [head, head.map(() => '---'), ...pages.map(cells)].map((row) => `| ${row.join(' | ')} |`).join('\n')
const listHosts = (hosts) => (hosts.length ? hosts.join(', ') : 'none')

const bytes = writeTable(
  [
    '',
    'JavaScript until the button is painted',
    'JavaScript until the list is on screen',
    'JavaScript with all that follows',
    'files until the button is painted',
    'files until the list is on screen',
  ],
  ({ title, painted, list, open, requests, requestsList }) => [
    title,
    ...[painted, list, open].map(toKilobytes),
    requests,
    requestsList,
  ],
)
const times = writeTable(
  [
    '',
    'from the click to the list',
    'from the click to the list, CPU slowed down four times',
    'from the start of the page to the list, CPU slowed down four times',
    'axe findings, closed list',
    'axe findings, open list',
  ],
  ({ title, click, clickSlow, startSlow, axeButton, axeList }) => [
    title,
    ...[click, clickSlow, startSlow].map(toMilliseconds),
    ...[axeButton, axeList].map(toCount),
  ],
)
const strangers = writeTable(
  ['', 'third parties contacted before the visitor acts', 'and after the click'],
  ({ title, strangersBefore, strangersAfter }) => [
    title,
    listHosts(strangersBefore),
    listHosts(strangersAfter),
  ],
)
const bench = readBench()
const tables = {
  bytes,
  times,
  strangers,
  machine: `Measured on ${date} with ${machine}.`,
  floors: writeFloors(bench),
  limits: writeLimits(bench),
}

const page = readFileSync(PAGE, 'utf8')
const fresh = page.replace(
  /<!-- (bytes|times|strangers|machine|floors|limits) -->[\s\S]*?<!-- \/\1 -->/g,
  (_, name) => `<!-- ${name} -->\n${tables[name]}\n<!-- /${name} -->`,
)
if (argument === '--check') {
  if (fresh !== page) {
    console.error(`${PAGE} is out of date: run \`node scripts/comparison.mjs\`.`)
    process.exit(1)
  }
} else writeFileSync(PAGE, fresh)
