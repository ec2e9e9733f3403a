import { NativePromise } from '../platform/natives.js'
import type { ExecuteProgress, RequestProgress } from './requests.js'

/** The progress of a request that nobody can give up: a session's method was called without one. */
export const UNWATCHED: ExecuteProgress = {
  signal: new AbortController().signal,
  send: (run) => run(),
  withdraw() {},
  tell() {},
}

/**
 * Calls `withdraw` when a request is given up before `promise` has settled. Then what waits for the promise must not go on.
 *
 * @param withdraw by default `progress.withdraw`: nothing of the request has left the page yet
 */
export async function untilGivenUp<T>(
  promise: Promise<T>,
  { signal, withdraw: byDefault }: Pick<RequestProgress, 'signal' | 'withdraw'>,
  withdraw: () => void = byDefault,
): Promise<T> {
  signal.addEventListener('abort', withdraw)
  try {
    return await NativePromise.resolve(promise)
  } finally {
    signal.removeEventListener('abort', withdraw)
  }
}
