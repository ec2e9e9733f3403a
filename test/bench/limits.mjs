import { WALLETS } from './scenarios.mjs'

/** With the processor slowed down this often: ms of script until the button is there, and from the click to the list (K09). */
export const SLOWEST = 6
const SCRIPT_LIMIT = 150
const OPEN_LIMIT = 300

/** Bytes of gzip: the script tag, and everything until the list is on screen. */
const ENTRY_LIMIT = 3_500
const LIST_LIMIT = 84_000

/** With the processor slowed down four times: how much later than the bare element the button may be painted. */
const PAINT_LIMIT = 1.1
/** What 99 more buttons may cost beyond 99 more bare buttons, in ms of the main thread. */
const MANY_LIMIT = 10

/** After a rest of the pointer, slowed down four times: how much later than React in a shadow root. */
const RESTED_LIMIT = 1.25
/** Without: how much later than a floor that fetches React on the click, slowed down, on a slow line, and at full speed. */
const BLUE_LIMITS = { 4: 1, slow: 1.1, 1: 1.2 }
/** A thousand wallets beside six. */
const THOUSAND_LIMIT = 1.5

/** The longest task after a click, in ms. */
const TASK_LIMITS = { 1: 50, 4: 150 }

/** MB of heap: with the list, and beyond the idle page once it is closed. */
const OPEN_HEAP_LIMIT = 1.9
const CLOSED_HEAP_LIMIT = 1.2

const OURS = ['ours', 'default']

/** Holds what was measured to the limits. */
export function judge(samples) {
  const read = (name, rate, metric) => samples.median(name, rate, metric)
  const ratio = (name, rate, metric, floor) => read(name, rate, metric) / read(floor, rate, metric)
  const each = (metric, rate, floor) =>
    OURS.flatMap((name) => WALLETS.map((count) => ratio(name, rate, metric + count, floor)))
  const most = (values, limit, title) => ({
    ok: Math.max(...values) <= limit,
    text: `${title}: ${values.map((value) => value.toFixed(2)).join(', ')} (limit ${limit})`,
  })
  const [, entry] = samples.bytesToButton('ours')
  const [, list] = samples.bytesToApp('ours')
  const beyond = (name) => read(name, 1, 'cpu100') - read(name, 1, 'cpu')
  const tasks = (rate) =>
    OURS.flatMap((name) =>
      WALLETS.flatMap((count) =>
        ['restedTask', 'blueTask'].map((metric) => read(name, rate, metric + count)),
      ),
    )
  const slowest = (metric) => read('ours', SLOWEST, metric)
  return [
    most([entry], ENTRY_LIMIT, 'script tag, bytes of gzip'),
    most([list], LIST_LIMIT, 'until the list, bytes of gzip'),
    most(
      [samples.painted('ours', 4) / samples.painted('bare', 4)],
      PAINT_LIMIT,
      `button painted at 4x, of the bare element, ${samples.looks('ours', 4)} looks at each`,
    ),
    most([beyond('ours') - beyond('bare')], MANY_LIMIT, '99 more buttons, beyond bare ones, ms'),
    most(
      each('rested', 4, 'start'),
      RESTED_LIMIT,
      'pointer rested, 4x, of React in a shadow root (ours with one wallet and six, then the default)',
    ),
    most(each('blue', 4, 'click'), BLUE_LIMITS[4], 'out of the blue, 4x, of React on click'),
    most(
      each('slow', 4, 'click'),
      BLUE_LIMITS.slow,
      'out of the blue, 4x and a slow line, of React on click',
    ),
    most(each('blue', 1, 'click'), BLUE_LIMITS[1], 'out of the blue, full speed, of React on click'),
    most(
      [1, 4].map((rate) => read('ours', rate, 'blue1000') / read('ours', rate, 'blue6')),
      THOUSAND_LIMIT,
      'a thousand wallets, of six, at 1x and 4x',
    ),
    most(tasks(1), TASK_LIMITS[1], 'longest task after a click, full speed, ms'),
    most(tasks(4), TASK_LIMITS[4], 'longest task after a click, 4x, ms'),
    most([read('ours', 1, 'heapWithList')], OPEN_HEAP_LIMIT, 'heap with the list, MB'),
    most(
      [read('ours', 1, 'heapClosed') - read('ours', 1, 'heap')],
      CLOSED_HEAP_LIMIT,
      'heap once the list is closed, beyond the idle page, MB',
    ),
    most([slowest('script')], SCRIPT_LIMIT, `script until the button at ${SLOWEST}x, ms`),
    most([slowest('afterHover'), slowest('blue1')], OPEN_LIMIT, `click to the list at ${SLOWEST}x, ms`),
  ]
}
