import { VARIANTS } from './variants.mjs'

const kilo = (sizes) => sizes.map((size) => (size / 1_000).toFixed(1)).join(' / ')
const whole = (value) => value.toFixed(0)
const fine = (value) => value.toFixed(2)

/** A row of numbers, which have a ratio. */
const row = (title, read, format = whole) => ({ title, read, format })

function listRows(samples) {
  const both = (title, metric) =>
    [1, 4].map((rate) => row(`${title}, ${rate}x`, (name) => samples.median(name, rate, metric)))
  const beyond = (rate) => (name) => samples.median(name, rate, 'cpu100') - samples.median(name, rate, 'cpu')
  return [
    {
      title: 'JS to the button, kB raw / gzip / brotli',
      read: samples.bytesToButton,
      format: kilo,
      plain: true,
    },
    {
      title: 'JS with the list, kB raw / gzip / brotli',
      read: samples.bytesToList,
      format: kilo,
      plain: true,
    },
    ...both('button painted, ms', 'painted'),
    ...both('main thread until idle, ms', 'cpu'),
    ...both('  of that script, ms', 'script'),
    ...both('click to usable list, after hover, ms', 'afterHover'),
    ...both('click to usable list, no hover, ms', 'withoutHover'),
    ...both('clicked at once, start to usable list, ms', 'atOnce'),
    row('heap idle, MB', (name) => samples.median(name, 1, 'heap'), fine),
    row('heap with the list, MB', (name) => samples.median(name, 1, 'heapWithList'), fine),
    ...[1, 4].map((rate) => row(`99 more buttons, main thread, ${rate}x, ms`, beyond(rate))),
    row(
      '99 more buttons, heap, MB',
      (name) => samples.median(name, 1, 'heap100') - samples.median(name, 1, 'heap'),
      fine,
    ),
    {
      title: 'requests to third parties before / after click',
      read: (name) => [samples.most(name, 'foreignBefore'), samples.most(name, 'foreignAfter')],
      format: (counts) => counts.join(' / '),
      plain: true,
    },
  ]
}

/** The table: a row for each measure, a column for each page, and what ours is of the two floors. */
export function formatTable(samples) {
  const head = ['', ...VARIANTS.map(({ title }) => title), 'ours : bare', 'ours : React']
  const lines = listRows(samples).map(({ title, read, format, plain }) => {
    const ratio = (name) => (plain ? '' : (read('ours') / read(name)).toFixed(2))
    return [title, ...VARIANTS.map(({ name }) => format(read(name))), ratio('bare'), ratio('click')]
  })
  const all = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column].length)))
  const pad = (cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))
  return `${all.map((cells) => cells.map(pad).join('  ')).join('\n')}\n`
}
