import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import type { Connection } from './state.js'

/** The most requests that wait behind an open one. */
const MAX_QUEUED_REQUESTS = 10

/** What a request to a wallet is for. */
export type RequestKind = NonNullable<Connection['pending']>

/** The requests of one connection: one prompt at a time, at most ten waiting. */
export interface RequestQueue {
  /**
   * Runs `action` after the requests before it, and after `ready`. Rejects with `session_ended` when the connection
   * ends first, and as `ready` does.
   */
  run<T>(kind: RequestKind, action: () => Promise<T>, ready?: unknown): Promise<T>
  /**
   * Runs a request that shows no prompt at once, beside the others. When the connection ends, it rejects and
   * aborts its signal.
   */
  beside<T>(action: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Rejects every pending request. */
  end(): void
}

/**
 * Creates a {@link RequestQueue}.
 *
 * @param onPending called with the kind of the request that the wallet has to answer now; null when there is none
 * @param onWait called for each request that waits for another
 */
export function createRequestQueue(
  onPending: (kind: RequestKind | null) => void,
  onWait: () => void,
): RequestQueue {
  const ended = new AbortController()
  const { signal } = ended
  let tail: Promise<unknown> = NativePromise.resolve()
  let length = 0

  const beside: RequestQueue['beside'] = (action) =>
    new NativePromise((resolve, reject) => {
      const stop = () => reject(new WalletError('session_ended'))
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      const run = async () => action(signal)
      run()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', stop))
    })

  return {
    beside,
    async run(kind, action, ready) {
      if (length > MAX_QUEUED_REQUESTS) throw new WalletError('busy')
      if (length++) onWait()
      const turn = tail.then(async () => {
        await ready
        if (!signal.aborted) onPending(kind)
        return beside(action)
      })
      // The next request waits for this one whatever becomes of it; its caller hears of a failure.
      tail = turn.then(
        () => {},
        () => {},
      )
      try {
        return await turn
      } finally {
        length--
        if (!signal.aborted && length === 0) onPending(null)
      }
    },
    end: () => ended.abort(),
  }
}
