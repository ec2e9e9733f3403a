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
 * Waits until something holds: checks at once, then every `step` ms, for `ms` at most. The time is over by the clock, or after
 * as many checks as fit into it: some browsers stop the clock for the sake of privacy.
 *
 * @returns whether it holds. Rejects only where `holds` throws.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  ms: number,
  step: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = ticks() + ms
  for (let left = ms; !(await holds()); left -= step) {
    if (left <= 0 || ticks() >= end || signal?.aborted) return false
    await wait(step, signal)
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
 * The time that scripts of wallets still have to run before a list counts as complete, in ms: {@link DISCOVERY_SETTLE} from the
 * page's load on. A wallet whose script has run answers the request for announcements at once (EIP-6963). Below 0 late in a page's life.
 */
export function timeToSettle(): number {
  const [page] = (globalThis.performance?.getEntriesByType?.('navigation') ??
    []) as PerformanceNavigationTiming[]
  return DISCOVERY_SETTLE + (page?.loadEventEnd ? page.loadEventEnd - ticks() : 0)
}
