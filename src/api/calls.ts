import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { ApiError, toApiError } from './api-error.js'
import type { ApiCallOptions, ApiClientOptions } from './client-types.js'
import { isWrapped, WRAPPED } from './envelope.js'
import { checkInput } from './input.js'
import type { LazyConnection } from './lazy-connection.js'
import { MUTATION_TIMEOUT, QUERY_TIMEOUT } from './limits.js'
import { repeatQuery } from './retry.js'

/** A query changes nothing on the server, and may be sent again. */
export type CallType = 'query' | 'mutation'

/** The calls of a client. */
export interface Calls {
  /** Calls a procedure. It always settles. @throws ApiError */
  call(type: CallType, path: string, input: unknown, options?: ApiCallOptions): Promise<unknown>
  /** Reads an error of any request: a 401 ends all open calls and is reported to the page once. */
  observe(error: ApiError): void
  /** Ends the open calls with `CLIENT_CLOSED_REQUEST`. */
  close(): void
}

/** A call that waits for its answer. */
interface Waiting {
  path: string
  controller: AbortController
}

/** Asks once. Settles with the connection's answer, or rejects with the reason as soon as `signal` is aborted. */
function askOnce(
  connection: LazyConnection,
  type: CallType,
  { path, controller: { signal } }: Waiting,
  input: unknown,
  onSocket: (isOpen: () => boolean) => void,
): Promise<unknown> {
  return new NativePromise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    if (signal.aborted) return abort()
    connection
      .get()
      .then(({ client, socket }) => {
        if (signal.aborted) return
        if (socket) onSocket(() => socket.connection?.state === 'open')
        return client[type](path, input, { signal })
      })
      .then(resolve, reject)
  })
}

/** Creates the {@link Calls} of a client. */
export function createCalls(
  { transport, transformer, onUnauthorized }: ApiClientOptions,
  connection: LazyConnection,
): Calls {
  const waiting = new Set<Waiting>()
  let isSignedOut = false

  /** Makes one attempt. It settles when the server has answered, when that took too long, or when it was cancelled. */
  async function attempt(
    type: CallType,
    path: string,
    input: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const controller = new AbortController()
    const own = { path, controller }
    let isConnected = () => true
    const timeout = setTimeout(
      () => controller.abort(new ApiError({ apiCode: isConnected() ? 'TIMEOUT' : 'NETWORK' })),
      type === 'query' ? QUERY_TIMEOUT : MUTATION_TIMEOUT,
    )
    const stop = () =>
      controller.abort(new ApiError({ apiCode: 'CLIENT_CLOSED_REQUEST', cause: signal.reason }))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    waiting.add(own)
    try {
      return await askOnce(connection, type, own, input, (isOpen) => {
        isConnected = isOpen
      })
    } finally {
      clearTimeout(timeout)
      signal.removeEventListener('abort', stop)
      waiting.delete(own)
    }
  }

  function observe(error: ApiError): void {
    if (error.apiCode !== 'UNAUTHORIZED' || isSignedOut) return
    isSignedOut = true
    // A sign-in that runs goes on, because its success makes the visitor known again.
    for (const { path, controller } of waiting) if (path !== 'signIn.verify') controller.abort(error)
    // Use a separate task, so that an error of the listener is reported to the page and ends no call.
    if (onUnauthorized) queueMicrotask(() => onUnauthorized(error))
  }

  return {
    async call(type, path, input, options = {}) {
      const signal = options.signal ?? new AbortController().signal
      checkInput(input, transport === 'ws', transformer)
      const send = async () => {
        try {
          const result = await attempt(type, path, input, signal)
          isSignedOut = false
          if (transformer || !isWrapped(result)) return result
          throw new ApiError(WRAPPED)
        } catch (cause) {
          if (cause instanceof WalletError && !(cause instanceof ApiError)) throw cause
          const error = toApiError(cause)
          observe(error)
          throw error
        }
      }
      return type === 'mutation' ? send() : repeatQuery(send, signal)
    },
    observe,
    close() {
      for (const { controller } of waiting)
        controller.abort(new ApiError({ apiCode: 'CLIENT_CLOSED_REQUEST' }))
    },
  }
}
