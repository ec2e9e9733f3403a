import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Writes the table of docs/comparison.md from docs/figures/peers.json.
 *
 * With the path of a `summary.json` of `npm run bench:peers` it first copies those figures. With `--check` it writes
 * nothing and fails when the table is out of date.
 */
const FIGURES = 'docs/figures/peers.json'
const PAGE = 'docs/comparison.md'
const [argument] = process.argv.slice(2)

const kilobytes = (bytes) => (bytes < 10_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000))

function takeOver(file) {
  const { machine, date, pages } = JSON.parse(readFileSync(file, 'utf8'))
  const figures = Object.entries(pages)
    .filter(([name]) => !name.startsWith('floor'))
    .map(([name, { title, bytes, third }]) => ({
      name,
      title: title.replace(/ \(script tag, as built\)| \(react 18\)/, ''),
      painted: bytes.paint.js.gz,
      list: bytes.modal.js.gz,
      requests: bytes.paint.requests,
      strangersBefore: third.before.hosts,
      strangersAfter: third.after.hosts,
    }))
  const text = JSON.stringify(
    { machine: machine.replace(/, load .*/, ''), date: date.slice(0, 10), pages: figures },
    null,
    2,
  )
  writeFileSync(FIGURES, `${text}\n`)
}

if (argument && argument !== '--check') takeOver(argument)

const { machine, date, pages } = JSON.parse(readFileSync(FIGURES, 'utf8'))
const rows = [...pages]
  .sort((a, b) => a.painted - b.painted)
  .map(({ title, painted, list, requests, strangersBefore, strangersAfter }) => [
    title,
    `${kilobytes(painted)} kB`,
    `${kilobytes(list)} kB`,
    requests,
    strangersBefore.length ? strangersBefore.join(', ') : 'none',
    strangersAfter.length ? strangersAfter.join(', ') : 'none',
  ])
const head = [
  '',
  'JavaScript until the button is painted',
  'until the list is open',
  'files until the button is painted',
  'third parties contacted before the visitor acts',
  'and after the click',
]
const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
const text = `<!-- comparison -->\n${table}\n\nMeasured on ${date} with ${machine}. Sizes are gzip, 1 kB = 1,000 bytes.\n<!-- /comparison -->`
const page = readFileSync(PAGE, 'utf8')
const fresh = page.replace(/<!-- comparison -->[\s\S]*<!-- \/comparison -->/, () => text)
if (argument === '--check') {
  if (fresh !== page) {
    console.error(`${PAGE} is out of date: run \`node scripts/comparison.mjs\`.`)
    process.exit(1)
  }
} else writeFileSync(PAGE, fresh)
