import { UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { untilReturn } from '../platform/page.js'
import { createTurns } from '../platform/turns.js'
import type { Connection } from './state.js'

/** The most requests that wait behind an open one. */
const MAX_QUEUED_REQUESTS = 10

/** What a request to a wallet is for. */
export type RequestKind = NonNullable<Connection['pending']>

/**
 * The requests of one connection: one prompt at a time, at most ten waiting. When the visitor has come back to the page
 * without an answer, the prompt's window was closed or lies behind, and a wallet that can take more requests gets the
 * next one too, which brings its window back.
 */
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
  /** The visitor gives up what is open: the open requests reject as refused, and the next one is asked. */
  cancel(): void
  /** Rejects every pending request. */
  end(): void
}

/**
 * Creates a {@link RequestQueue}.
 *
 * @param onPending called with the kind of the request that the wallet has to answer now; null when there is none
 * @param onWait called for each request that waits for another
 * @param takesMore the wallet tells open requests apart
 */
export function createRequestQueue(
  onPending: (kind: RequestKind | null) => void,
  onWait: () => void,
  takesMore = false,
): RequestQueue {
  const ended = new AbortController()
  const { signal } = ended
  const inTurn = createTurns()
  let length = 0
  /** What the wallet has been asked for and has not answered. */
  const open = new Set<{ kind: RequestKind; cancel(): void }>()

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
      const answered = new AbortController()
      const request = { kind, cancel: () => {} }
      const cancelled = new NativePromise<never>((_, reject) => {
        request.cancel = () => reject(new UserRejectedRequestError())
      })
      try {
        return await inTurn(async ({ pass }) => {
          await ready
          open.add(request)
          if (!signal.aborted) onPending(kind)
          if (takesMore) void untilReturn(answered.signal).then(pass)
          return NativePromise.race([beside(action), cancelled])
        })
      } finally {
        length--
        answered.abort()
        open.delete(request)
        const [last] = [...open].slice(-1)
        if (!signal.aborted && (last || length === 0)) onPending(last?.kind ?? null)
      }
    },
    cancel() {
      for (const request of open) request.cancel()
    },
    end: () => ended.abort(),
  }
}
