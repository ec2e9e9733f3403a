import { NativePromise } from './natives.js'

/** Settles like `promise`, or rejects as soon as `signal` is aborted: with `readReason()`, by default the signal's own reason. */
export function untilAborted<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  readReason = (): unknown => signal.reason,
): Promise<T> {
  return new NativePromise((resolve, reject) => {
    const stop = () => reject(readReason())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    const done = () => signal.removeEventListener('abort', stop)
    promise.then(
      (value) => {
        done()
        resolve(value)
      },
      (error) => {
        done()
        reject(error)
      },
    )
  })
}
