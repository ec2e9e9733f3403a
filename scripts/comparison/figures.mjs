import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The measured figures of the comparison; `node test/bench/peers/run.mjs` measures them. */
export const FIGURES = 'docs/figures/peers.json'

/** @returns the pages, with the smallest first, and on which day and with what they were measured */
export function readFigures(root = '.') {
  const { machine, date, pages } = JSON.parse(readFileSync(join(root, FIGURES), 'utf8'))
  return { machine, date, pages: [...pages].sort((one, other) => one.painted - other.painted) }
}

/** Bytes in kB of 1,000 bytes. */
export const toKilobytes = (bytes) =>
  `${bytes < 10_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} kB`

/** A time, or a dash where it was not measured. */
export const toMilliseconds = (time) => (time == null ? '–' : `${Math.round(time)} ms`)

/** A count of elements, or a dash where the library does not draw that part itself. */
export const toCount = (count) => (count == null ? '–' : String(count))

/**
 * Takes the figures of a run from its `summary.json`. Times need the settings `fast`, `cpu4` and `eager`.
 *
 * @returns the content of docs/figures/peers.json
 */
export function pickFigures({ machine, date, pages }) {
  const figures = Object.entries(pages)
    .filter(([name]) => !name.startsWith('floor'))
    .map(([name, { title, own, bytes, timed, eager, axe, third }]) => ({
      name,
      title: title.replace(/ \(script tag, as built\)| \(react 18\)/, ''),
      painted: bytes.paint.js.gz,
      list: bytes.usable.js.gz,
      open: bytes.modal.js.gz,
      requests: bytes.paint.requests,
      requestsList: bytes.usable.requests,
      click: timed.fast?.modalUsable?.median ?? null,
      clickSlow: timed.cpu4?.modalUsable?.median ?? null,
      startSlow: eager.usable?.median ?? null,
      axeButton: own.button ? null : axe.button.length,
      axeList: own.list ? null : axe.list.length,
      strangersBefore: third.before.hosts,
      strangersAfter: third.after.hosts,
    }))
  return { machine: machine.replace(/, load .*/, ''), date: date.slice(0, 10), pages: figures }
}
