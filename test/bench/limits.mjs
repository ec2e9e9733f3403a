/** How much later than the bare element the button may be painted, with the CPU slowed down four times. */
const PAINT_LIMIT = 1.15
/** How much later than React's floor the list may be usable. */
const LIST_LIMIT = 1.2

/**
 * How often the CPU is slowed down to measure ms of script until the button is painted, and from the click to the list
 * (K09).
 */
export const SLOWEST = 6
const SCRIPT_LIMIT = 150
const OPEN_LIMIT = 300

/** Compares the measured values with the limits. */
export function judge(samples) {
  const ratio = (metric, floor) => samples.median('ours', 4, metric) / samples.median(floor, 4, metric)
  const paint = samples.painted('ours', 4) / samples.painted('bare', 4)
  const hover = ratio('afterHover', 'click')
  const bare = ratio('withoutHover', 'click')
  const slowest = (metric) => samples.median('ours', SLOWEST, metric)
  const [script, opened, cold] = ['script', 'afterHover', 'withoutHover'].map(slowest)
  return [
    {
      ok: paint <= PAINT_LIMIT,
      text: `button painted at 4x: ${paint.toFixed(2)} of the bare element (limit ${PAINT_LIMIT}, ${samples.looks('ours', 4)} looks at each)`,
    },
    {
      ok: Math.max(hover, bare) <= LIST_LIMIT,
      text: `list usable at 4x: ${hover.toFixed(2)} of React on click after hover, ${bare.toFixed(2)} without (limit ${LIST_LIMIT})`,
    },
    {
      ok: script <= SCRIPT_LIMIT && Math.max(opened, cold) <= OPEN_LIMIT,
      text: `at ${SLOWEST}x: ${script.toFixed(0)} ms of script (limit ${SCRIPT_LIMIT}), list usable ${opened.toFixed(0)} ms after the click, ${cold.toFixed(0)} without a hover (limit ${OPEN_LIMIT})`,
    },
  ]
}
