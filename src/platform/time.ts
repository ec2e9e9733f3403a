import { DISCOVERY_SETTLE } from '../constants.js'
import { clearTimer, NativePromise, setTimer, ticks } from './natives.js'

/** Resolves after `ms`, or at once when `signal` is aborted. Never rejects. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new NativePromise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      clearTimer(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimer(done, ms)
    signal?.addEventListener('abort', done)
  })
}

/**
 * Waits until `holds` returns true: checks at once, then every `step` ms, for `ms` at most. The wait also ends after as
 * many checks as fit into `ms`, because some browsers stop the clock for privacy, and once `signal` is aborted.
 *
 * @returns whether it became true. Rejects only when `holds` throws.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  ms: number,
  step: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = ticks() + ms
  for (let left = ms; !(await holds()); left -= step) {
    if (left <= 0 || ticks() >= end) return false
    await wait(step, signal)
    if (signal?.aborted) return false
  }
  return true
}

/** Settles like `promise`, or with `late()` when that takes longer than `ms`. */
export function within<T>(promise: PromiseLike<T>, ms: number, late: () => T | PromiseLike<T>): Promise<T> {
  return new NativePromise((resolve, reject) => {
    const timer = setTimer(() => {
      try {
        resolve(late())
      } catch (error) {
        reject(error)
      }
    }, ms)
    NativePromise.resolve(promise).then(
      (value) => {
        clearTimer(timer)
        resolve(value)
      },
      (error) => {
        clearTimer(timer)
        reject(error)
      },
    )
  })
}

/**
 * Returns how long the scripts of wallets still have until a list counts as complete, in ms: {@link DISCOVERY_SETTLE} after the
 * page's load. A wallet whose script has run answers the request for announcements at once (EIP-6963). The result is negative
 * when that time is over.
 */
export function timeToSettle(): number {
  const [page] = (globalThis.performance?.getEntriesByType?.('navigation') ??
    []) as PerformanceNavigationTiming[]
  return DISCOVERY_SETTLE + (page?.loadEventEnd ? page.loadEventEnd - ticks() : 0)
}

/** Longest wait for a frame, in ms, because a page in the background paints none. */
const FRAME_PATIENCE = 100

/** We expect the paint of a frame to be over after this time, in ms. */
const NEXT_FRAME = 16

/** Calls `run` once the browser has painted the next frame, or after {@link FRAME_PATIENCE}. */
export function afterPaint(run: () => void): void {
  let isOver = false
  // Count from the end of this task: a long one would use up the patience, and `run` would come before the frame.
  let late = setTimer(() => {
    late = setTimer(done, FRAME_PATIENCE)
  }, 0)
  const frame = globalThis.requestAnimationFrame?.(() => setTimer(done, NEXT_FRAME))
  function done() {
    if (isOver) return
    isOver = true
    clearTimer(late)
    globalThis.cancelAnimationFrame?.(frame)
    run()
  }
}
