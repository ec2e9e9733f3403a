import { WALLETS } from './scenarios.mjs'
import { VARIANTS } from './variants.mjs'

const kilo = (sizes) => sizes.map((size) => (size / 1_000).toFixed(1)).join(' / ')
const whole = (value) => value.toFixed(0)
const fine = (value) => value.toFixed(2)

/** A row of numbers with a ratio. */
const row = (title, read, format = whole) => ({ title, read, format })
/** A row without a ratio. */
const plain = (title, read, format) => ({ title, read, format, isPlain: true })

function listRows(samples) {
  const both = (title, metric) =>
    [1, 4].map((rate) => row(`${title}, ${rate}x`, (name) => samples.median(name, rate, metric)))
  const beyond = (rate) => (name) => samples.median(name, rate, 'cpu100') - samples.median(name, rate, 'cpu')
  return [
    plain('JS to the button, kB raw / gzip / brotli', samples.bytesToButton, kilo),
    plain('JS with the list, kB raw / gzip / brotli', samples.bytesToList, kilo),
    ...[1, 4].map((rate) => row(`button painted, ${rate}x, ms`, (name) => samples.painted(name, rate))),
    ...both('main thread until idle, ms', 'cpu'),
    ...both('  of that script, ms', 'script'),
    ...both('click to usable list, near for long, ms', 'afterHover'),
    ...WALLETS.flatMap((count) => [
      ...both(`pointer rested 250 ms, wallets: ${count}, ms`, `rested${count}`),
      ...both('  longest task after the click, ms', `restedTask${count}`),
      ...both(`out of the blue, wallets: ${count}, ms`, `blue${count}`),
      ...both('  longest task after the click, ms', `blueTask${count}`),
      row(`  and 9 Mbit/s, 60 ms, 4x, ms`, (name) => samples.median(name, 4, `slow${count}`)),
    ]),
    ...both('clicked at once, start to usable list, ms', 'atOnce'),
    row('heap idle, MB', (name) => samples.median(name, 1, 'heap'), fine),
    row('heap with the list, MB', (name) => samples.median(name, 1, 'heapWithList'), fine),
    row('heap, list closed again, MB', (name) => samples.median(name, 1, 'heapClosed'), fine),
    ...[1, 4].map((rate) => row(`99 more buttons, main thread, ${rate}x, ms`, beyond(rate))),
    plain(
      '99 more buttons, heap, MB',
      (name) => samples.median(name, 1, 'heap100') - samples.median(name, 1, 'heap'),
      fine,
    ),
    plain(
      'requests to third parties before / after click',
      (name) => [samples.most(name, 'foreignBefore'), samples.most(name, 'foreignAfter')],
      (counts) => counts.join(' / '),
    ),
  ]
}

/** The medians that docs/comparison.md shows: a title, and a value for each page, by the page's name. */
const SHOWN = [
  ['button painted, processor slowed down four times', 'ms', (samples) => (name) => samples.painted(name, 4)],
  ['from a click to the list, at full speed', 'ms', (samples) => (name) => samples.median(name, 1, 'blue1')],
  [
    'from a click to the list, processor slowed down four times',
    'ms',
    (samples) => (name) => samples.median(name, 4, 'blue1'),
  ],
  [
    'the same on a line of 9 Mbit/s with a delay of 60 ms',
    'ms',
    (samples) => (name) => samples.median(name, 4, 'slow1'),
  ],
  [
    'from a click to the list after the pointer has rested, processor slowed down four times',
    'ms',
    (samples) => (name) => samples.median(name, 4, 'rested1'),
  ],
  ['memory with the open list', 'MB', (samples) => (name) => samples.median(name, 1, 'heapWithList')],
  [
    'main thread for 99 more buttons',
    'ms',
    (samples) => (name) => samples.median(name, 1, 'cpu100') - samples.median(name, 1, 'cpu'),
  ],
]

/** The medians for docs/figures/bench.json. */
export const listMedians = (samples) =>
  SHOWN.map(([title, unit, of]) => ({
    title,
    unit,
    values: Object.fromEntries(VARIANTS.map(({ name }) => [name, Number(of(samples)(name).toPrecision(4))])),
  }))

const LEGEND = `bare: an element by DOM calls alone. React on click: the same, which fetches React for its list when clicked. React at start:
button and list by React, in each shadow root. ours: lists what the floors list. of …: ours divided by that floor. 1x, 4x: the CPU as it is, and slowed down.
painted: the mean of the middle half, since Chromium tells it in steps of 4 ms.
`

/** The table: a row for each measure, a column for each page, and our ratio to each floor. */
export function formatTable(samples) {
  const floors = VARIANTS.filter(({ tag }) => tag.startsWith('<floor'))
  const head = ['', ...VARIANTS.map(({ title }) => title), ...floors.map(({ title }) => `of ${title}`)]
  const lines = listRows(samples).map(({ title, read, format, isPlain }) => [
    title,
    ...VARIANTS.map(({ name }) => format(read(name))),
    ...floors.map(({ name }) => (isPlain ? '' : (read('ours') / read(name)).toFixed(2))),
  ])
  const all = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column].length)))
  const pad = (cell, column) => (column ? cell.padStart(widths[column]) : cell.padEnd(widths[column]))
  return `${all.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n')}\n\n${LEGEND}`
}
