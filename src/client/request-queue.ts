import type { RequestProgress } from '../connectors/requests.js'
import { UserRejectedRequestError, WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { untilReturn } from '../platform/page.js'
import { createQueue } from '../platform/queue.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { Connection } from './state.js'

/** The most requests that wait behind an open one. */
const MAX_QUEUED_REQUESTS = 10

/** What a request to a wallet is for. */
export type RequestKind = NonNullable<Connection['pending']>

/**
 * The requests of one connection: one prompt at a time, at most ten waiting. When the visitor has come back to the page
 * without an answer, the prompt's window was closed or is hidden, and a wallet that accepts several requests gets the
 * next one too, which brings its window back.
 *
 * What is given up on the page is not what the visitor has refused. A request of which the wallet has a part rejects with
 * `request_given_up`; any other one counts as refused (`user_rejected`), and none of it reaches the wallet if `action` hands everything over by
 * `send`. In both cases an `action` that has begun goes on: what it resolves with later goes to `onLate`.
 */
export interface RequestQueue {
  /** The kind of the request that the wallet has to answer now; null when there is none. */
  readonly pending: RequestKind | null
  /**
   * Runs `action` once the queue has reached it and `ready` has resolved.
   *
   * @returns what `action` resolves with
   * @throws WalletError `busy` when too many requests wait; `request_given_up` or `user_rejected` when it is given up; `session_ended` once the
   *   connection has ended otherwise; what `ready` or `action` rejects with, once the queue has reached it
   */
  run<T>(
    kind: RequestKind,
    action: (progress: RequestProgress) => Promise<T>,
    options?: RunOptions<T>,
  ): Promise<T>
  /**
   * Runs a request that shows no prompt at once, without the queue. When the connection ends, it rejects and
   * aborts its signal.
   */
  skip<T>(action: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** The visitor gives up the open requests, and the next one is asked. */
  cancel(): void
  /** Rejects every pending request. @param isGivenUp the page or the visitor disconnects */
  end(isGivenUp: boolean): void
}

/** Options of {@link RequestQueue.run}. */
export interface RunOptions<T> {
  /** What the request waits for once the queue has reached it. */
  ready?: unknown
  /** Gives the request up. */
  signal?: AbortSignal | undefined
  /** Called with the wallet's answer to a request for which nobody waits any more. */
  onLate?(answer: T): void
}

/** What {@link createRequestQueue} needs. */
export interface QueueInput {
  /** Called when {@link RequestQueue.pending} has changed. */
  onPending(): void
  /** Called for each request that waits for another. */
  onWait(): void
  /** Called when a request that the wallet has is given up. */
  onGivenUp(): void
  /** The wallet distinguishes open requests. */
  takesMore?: boolean | undefined
}

/** One request of the page. It is over once its signal is aborted: nobody waits for it any more. */
class PageRequest implements RequestProgress {
  readonly #control = new AbortController()
  /**
   * The parts that the wallet has, or has answered: a request that is given up in the same task as its answer may be done. A part is removed
   * only by its own failure, because an older one may fail after a newer one was handed over.
   */
  readonly #handed = new Set<object>()
  /** Rejects when the request ends without its answer. */
  readonly ending: Promise<never>
  #reject: (error: WalletError) => void = () => {}

  constructor(readonly kind: RequestKind) {
    this.ending = new NativePromise((_, reject) => {
      this.#reject = reject
    })
    // Nobody may be waiting for it yet.
    this.ending.catch(() => {})
  }

  get signal(): AbortSignal {
    return this.#control.signal
  }

  send = async <T>(run: () => Promise<T>): Promise<T> => {
    if (this.signal.aborted) throw new UserRejectedRequestError()
    const part = {}
    this.#handed.add(part)
    try {
      return await run()
    } catch (error) {
      this.#handed.delete(part)
      throw error
    }
  }

  withdraw = (): void => this.#handed.clear()

  /** The request has its answer, or has failed. @returns false when nobody waits any more */
  finish(): boolean {
    if (this.signal.aborted) return false
    this.#control.abort()
    return true
  }

  /** Ends the request without its answer. @param error its argument says whether the wallet has the request */
  end(error: (isAsked: boolean) => WalletError): void {
    // What has not left the page is withdrawn here.
    if (this.finish()) this.#reject(error(this.#handed.size > 0))
  }
}

const giveUp = (isAsked: boolean): WalletError =>
  isAsked ? new WalletError('request_given_up') : new UserRejectedRequestError()

/** The connection has ended otherwise: `cause` says whether it may have got the request. */
const lose = (isAsked: boolean): WalletError =>
  new WalletError('session_ended', isAsked ? { cause: new WalletError('request_unconfirmed') } : {})

/** Creates a {@link RequestQueue}. */
export function createRequestQueue(input: QueueInput): RequestQueue {
  const { onPending, onWait, onGivenUp, takesMore } = input
  const ended = new AbortController()
  const { signal: over } = ended
  const enqueue = createQueue()
  /** The requests of which the page has no answer, in their order. */
  const stages = new Map<PageRequest, 'waiting' | 'open'>()
  const findOpen = () => [...stages.keys()].filter((request) => stages.get(request) === 'open')

  const cancel = (request: PageRequest) =>
    request.end((isAsked) => {
      if (isAsked) onGivenUp()
      return giveUp(isAsked)
    })

  return {
    get pending() {
      return findOpen().at(-1)?.kind ?? null
    },
    async skip(action) {
      over.throwIfAborted()
      return untilAborted(action(over), over)
    },
    async run(kind, action, { ready, signal, onLate } = {}) {
      if (over.aborted) throw new WalletError('session_ended')
      if (stages.size > MAX_QUEUED_REQUESTS) throw new WalletError('busy')
      const request = new PageRequest(kind)
      if (stages.size) onWait()
      stages.set(request, 'waiting')
      const stop = () => cancel(request)
      signal?.addEventListener('abort', stop)
      if (signal?.aborted) stop()
      const answered = enqueue(async ({ release }) => {
        await ready
        if (request.signal.aborted) return request.ending
        stages.set(request, 'open')
        onPending()
        if (takesMore) void untilReturn(request.signal).then(release)
        const asking = async () => {
          const answer = await action(request)
          if (!request.finish()) onLate?.(answer)
          return answer
        }
        return NativePromise.race([asking(), request.ending])
      })
      try {
        return await NativePromise.race([answered, request.ending])
      } finally {
        signal?.removeEventListener('abort', stop)
        stages.delete(request)
        request.finish()
        // The next one is about to open.
        if (!over.aborted && (findOpen().length || stages.size === 0)) onPending()
      }
    },
    cancel() {
      for (const request of findOpen()) cancel(request)
    },
    end(isGivenUp) {
      ended.abort(new WalletError('session_ended'))
      for (const request of [...stages.keys()]) request.end(isGivenUp ? giveUp : lose)
    },
  }
}
