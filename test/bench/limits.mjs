/** With the CPU slowed down four times: how much later than the bare element the button may be painted. */
const PAINT_LIMIT = 1.15
/** And how much later than React's floor the list may be usable. */
const LIST_LIMIT = 1.2

/** Holds the medians to the limits. */
export function judge(samples) {
  const ratio = (metric, floor) => samples.median('ours', 4, metric) / samples.median(floor, 4, metric)
  const paint = ratio('painted', 'bare')
  const hover = ratio('afterHover', 'click')
  const bare = ratio('withoutHover', 'click')
  return [
    {
      ok: paint <= PAINT_LIMIT,
      text: `button painted at 4x: ${paint.toFixed(2)} of the bare element (limit ${PAINT_LIMIT})`,
    },
    {
      ok: Math.max(hover, bare) <= LIST_LIMIT,
      text: `list usable at 4x: ${hover.toFixed(2)} of React on click after hover, ${bare.toFixed(2)} without (limit ${LIST_LIMIT})`,
    },
  ]
}
