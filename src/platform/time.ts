import { clearTimer, NativePromise, setTimer } from './natives.js'

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
