import { hold } from './figures.mjs'
import { WALLETS } from './scenarios.mjs'

/** With the processor slowed down this often: ms of script until the button is there, and from the click to the list (K09). */
export const SLOWEST = 6
const SCRIPT_LIMIT = 150
const OPEN_LIMIT = 300

/** Bytes of gzip: the script tag, and everything until the list is on screen. */
const ENTRY_LIMIT = 5_120
const LIST_LIMIT = 64_000

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

/** Holds what was measured to the limits. Several values are ours with one wallet and with six, then the page's default. */
export function judge(samples) {
  const read = (name, rate, metric) => samples.median(name, rate, metric)
  const ratio = (name, rate, metric, floor) => read(name, rate, metric) / read(floor, rate, metric)
  const each = (metric, rate, floor) =>
    OURS.flatMap((name) => WALLETS.map((count) => ratio(name, rate, metric + count, floor)))
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
  const slowed = 'processor slowed down four times'
  const bare = 'of the bare element'
  const onClick = 'of React on click'
  return [
    hold('JavaScript until the button is painted', 'bytes of gzip', [entry], ENTRY_LIMIT),
    hold('JavaScript until the list is on screen', 'bytes of gzip', [list], LIST_LIMIT),
    hold(
      `button painted, ${slowed}`,
      bare,
      [samples.painted('ours', 4) / samples.painted('bare', 4)],
      PAINT_LIMIT,
    ),
    hold('99 more buttons, beyond 99 bare ones', 'ms', [beyond('ours') - beyond('bare')], MANY_LIMIT),
    hold(
      `from a click to the list, pointer rested, ${slowed}`,
      'of React in a shadow root',
      each('rested', 4, 'start'),
      RESTED_LIMIT,
    ),
    hold(`from a click to the list, ${slowed}`, onClick, each('blue', 4, 'click'), BLUE_LIMITS[4]),
    hold(
      `from a click to the list, ${slowed}, on a line of 9 Mbit/s`,
      onClick,
      each('slow', 4, 'click'),
      BLUE_LIMITS.slow,
    ),
    hold('from a click to the list, at full speed', onClick, each('blue', 1, 'click'), BLUE_LIMITS[1]),
    hold(
      'from a click to a list of a thousand wallets',
      'of six wallets',
      [1, 4].map((rate) => read('ours', rate, 'blue1000') / read('ours', rate, 'blue6')),
      THOUSAND_LIMIT,
    ),
    hold('longest task after a click, at full speed', 'ms', tasks(1), TASK_LIMITS[1]),
    hold(`longest task after a click, ${slowed}`, 'ms', tasks(4), TASK_LIMITS[4]),
    hold(
      'memory with the open list',
      'MB',
      OURS.map((name) => read(name, 1, 'heapWithList')),
      OPEN_HEAP_LIMIT,
    ),
    hold(
      'memory once the list is closed, beyond the idle page',
      'MB',
      [read('ours', 1, 'heapClosed') - read('ours', 1, 'heap')],
      CLOSED_HEAP_LIMIT,
    ),
    hold(
      'script until the button is painted, processor slowed down six times',
      'ms',
      [slowest('script')],
      SCRIPT_LIMIT,
    ),
    hold(
      'from a click to the list, processor slowed down six times',
      'ms',
      [slowest('afterHover'), slowest('blue1')],
      OPEN_LIMIT,
    ),
  ]
}
