import { clearTimer, setTimer, ticks } from '../platform/natives.js'

/** As many changes in a second are reported at once. No visitor changes accounts as often. */
const MOST_IN_A_SECOND = 100

/** How long reports are counted together, in ms. */
const COUNTED_FOR = 1_000

/** How long the changes after that are gathered, in ms. */
const GATHERING = 50

/** Gathers changes, see {@link gatherChanges}. */
export interface Gathering {
  /** Something has changed. */
  add(): void
  /** Nothing is reported any more. */
  stop(): void
}

/**
 * Reports all changes of one task together, in a microtask. If a wallet reports more than 100 changes in a second, as a
 * broken wallet does, the further changes are reported together every 50 ms, so that the page stays usable.
 */
export function gatherChanges(report: () => void): Gathering {
  let isWaiting = false
  let isStopped = false
  let timer: number | undefined
  let second = ticks()
  let reports = 0
  const run = () => {
    isWaiting = false
    if (!isStopped) report()
  }
  return {
    add() {
      if (isWaiting || isStopped) return
      isWaiting = true
      const now = ticks()
      if (now - second >= COUNTED_FOR) {
        second = now
        reports = 0
      }
      if (reports++ < MOST_IN_A_SECOND) queueMicrotask(run)
      else timer = setTimer(run, GATHERING)
    },
    stop() {
      isStopped = true
      clearTimer(timer)
    },
  }
}
