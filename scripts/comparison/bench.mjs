import { readFileSync } from 'node:fs'

/** The medians and limits of the bench; `npm run bench --write` measures them. */
const FIGURES = 'docs/figures/bench.json'

/** The pages of the bench, in the order of the columns. */
const PAGES = {
  bare: 'element without React',
  click: 'element that fetches React on the click',
  start: 'React from the start',
  default: 'this button, default attributes',
  ours: 'this button, wallets in the page only',
}

/** @returns the figures of the last run that was written down */
export const readBench = () => JSON.parse(readFileSync(FIGURES, 'utf8'))

const writeRows = (rows) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** A number as a reader needs it: three digits at most, without digits after the point from 100 on. */
const toText = (value) =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

/** The table of medians: a row for each measure, a column for each page. */
export function writeFloors({ medians = [] }) {
  const names = Object.keys(PAGES)
  const head = ['', ...Object.values(PAGES)]
  return writeRows([
    head,
    head.map(() => '---'),
    ...medians.map(({ title, unit, values }) => [
      `${title}, ${unit}`,
      ...names.map((name) => toText(values[name])),
    ]),
  ])
}

/** A limit or a value with its unit; a ratio says what it is a ratio of. */
const toLimit = (limit, unit) =>
  unit.startsWith('of ') ? `${limit.toFixed(2)} times ${unit.slice(3)}` : `${toText(limit)} ${unit}`
const toMeasured = (value, unit) => (unit.startsWith('of ') ? value.toFixed(2) : toText(value))

/** The table of limits, with the worst value of each, and the sentence that says how many are missed and where it was measured. */
export function writeLimits({ parts, machine, date, rounds }) {
  const verdicts = Object.values(parts).flat()
  const missed = verdicts.filter(({ ok }) => !ok).length
  const head = ['', 'limit', 'measured', 'held']
  const table = writeRows([
    head,
    head.map(() => '---'),
    ...verdicts.map(({ title, unit, values, limit, ok }) => [
      title,
      toLimit(limit, unit),
      toMeasured(Math.max(...values), unit),
      ok ? 'yes' : '**no**',
    ]),
  ])
  const count =
    missed === 0
      ? 'Every limit was held'
      : `${missed} of ${verdicts.length} limits ${missed === 1 ? 'was' : 'were'} missed`
  return `${table}\n\n${count} in this run, on ${date}, in ${rounds} rounds with ${machine}.`
}
