import { WalletError } from '../errors/wallet-error.js'
import { loadChunk } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import type { SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import { ApiError, toApiError } from './api-error.js'
import type { ApiConnection, ApiTransformer } from './connection.js'
import { isWrapped } from './envelope.js'
import { checkInput } from './input.js'
import { MAX_ATTEMPTS, MUTATION_TIMEOUT, QUERY_TIMEOUT } from './limits.js'
import { isOffline, pause, waitOnline } from './retry.js'

/** How calls travel. */
export type ApiTransport = 'http' | 'batch' | 'stream' | 'ws'

/** What {@link createApiClient} takes. */
export interface ApiClientOptions {
  /** Base URL of the API; a relative one counts from the page. */
  url: string
  /** `http` by default. */
  transport?: ApiTransport | undefined
  /** Headers of each request, such as a token; for a WebSocket its connection params. */
  headers?: (() => Record<string, string> | Promise<Record<string, string>>) | undefined
  /** `include` by default, so that a session's cookie reaches an API of another origin. */
  credentials?: RequestCredentials | undefined
  /** Told once when the server no longer knows the visitor (401); again only after a call has succeeded. */
  onUnauthorized?: ((error: ApiError) => void) | undefined
  /** What the server turns its data into JSON with, where it has such a thing: superjson, devalue, … */
  transformer?: ApiTransformer | undefined
  fetch?: typeof fetch | undefined
  WebSocket?: typeof WebSocket | undefined
}

/** Options of a single call. */
export interface ApiCallOptions {
  signal?: AbortSignal | undefined
}

/** What a subscription tells. */
export interface ApiSubscriber {
  onStarted?(): void
  onData?(value: never): void
  onError?(error: ApiError): void
  onComplete?(): void
}

/** The procedures of contract section 7. */
export interface SignInApi {
  signIn: {
    nonce: { query(input?: undefined, options?: ApiCallOptions): Promise<IssuedNonce | string> }
    verify: { mutate(input: SignInProof, options?: ApiCallOptions): Promise<SignInResult> }
    session: { query(input?: undefined, options?: ApiCallOptions): Promise<SignInSession | null> }
    signOut: { mutate(input?: undefined, options?: ApiCallOptions): Promise<void> }
  }
}

/** What a client has besides its procedures. */
export interface ApiControls {
  /** Ends calls under way with `CLIENT_CLOSED_REQUEST`, and closes the socket. */
  close(): void
  /** The server's time, epoch ms, by its last answer over HTTP; our own clock's before that. */
  now(): number
}

type CallType = 'query' | 'mutation'

const TRANSFORMED =
  'The server wraps its answers with a data transformer, such as superjson. Give createApiClient the same one.'

/**
 * A client of the typed-RPC API (tRPC 11), whose library is loaded with the first call.
 *
 * Every call settles: with its result, or with an {@link ApiError}. Mutations are sent once and never again; queries are
 * sent again when the connection comes back, and when the server says how long to wait. Queries are GET requests, and a
 * browser may by itself repeat one whose connection breaks (RFC 9110, section 9.2.2).
 *
 * An answer with an integer beyond 2^53 is refused as `PARSE_ERROR`, but over `stream`: it would be read as another one.
 *
 * @typeParam TApi the client's own type; for other procedures tRPC's `TRPCClient<AppRouter>`
 * @throws WalletError `config_invalid` for a URL that is none
 */
export function createApiClient<TApi = SignInApi>(options: ApiClientOptions): TApi & ApiControls {
  const { transport = 'http', onUnauthorized } = options
  const base = readUrl(options.url)
  const running = new Set<{ path: string; controller: AbortController }>()
  let clockOffset = 0
  let isSignedOut = false
  let connection: Promise<ApiConnection> | undefined

  async function connect(): Promise<ApiConnection> {
    const headers = async () => ({ ...(await options.headers?.()) })
    if (transport === 'ws') {
      const { createSocketClient } = await loadChunk('api/socket', () => import('./socket.js'))
      return createSocketClient({
        url: base,
        WebSocket: options.WebSocket,
        transformer: options.transformer,
        connectionParams: options.headers && headers,
      })
    }
    const { createHttpClient } = await loadChunk('api/links', () => import('./links.js'))
    return createHttpClient(transport, {
      url: base,
      headers,
      fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
      credentials: options.credentials ?? 'include',
      transformer: options.transformer,
      onDate(server, sent, received) {
        // The header has whole seconds: on average it is half a second behind.
        clockOffset = server + 500 - (sent + received) / 2
      },
    })
  }

  function getConnection(): Promise<ApiConnection> {
    connection ??= connect().catch((cause) => {
      connection = undefined
      throw new WalletError('asset_integrity', { cause })
    })
    return connection
  }

  /** One attempt: settles when the server has answered, when that took too long, or when it was called off. */
  async function attempt(
    type: CallType,
    path: string,
    input: unknown,
    signal: AbortSignal,
  ): Promise<unknown> {
    const controller = new AbortController()
    const call = { path, controller }
    let isConnected = () => true
    const timeout = setTimeout(
      () => controller.abort(new ApiError({ apiCode: isConnected() ? 'TIMEOUT' : 'NETWORK' })),
      type === 'query' ? QUERY_TIMEOUT : MUTATION_TIMEOUT,
    )
    const stop = () =>
      controller.abort(new ApiError({ apiCode: 'CLIENT_CLOSED_REQUEST', cause: signal.reason }))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    running.add(call)
    try {
      return await new NativePromise((resolve, reject) => {
        const abort = () => reject(controller.signal.reason)
        controller.signal.addEventListener('abort', abort)
        if (controller.signal.aborted) return abort()
        getConnection()
          .then(({ client, socket }) => {
            if (controller.signal.aborted) return
            if (socket) isConnected = () => socket.connection?.state === 'open'
            return client[type](path, input, { signal: controller.signal })
          })
          .then(resolve, reject)
      })
    } finally {
      clearTimeout(timeout)
      signal.removeEventListener('abort', stop)
      running.delete(call)
    }
  }

  function signOut(error: ApiError): void {
    if (isSignedOut) return
    isSignedOut = true
    // Not a sign-in under way: it is what makes this good again.
    for (const { path, controller } of running) if (path !== 'signIn.verify') controller.abort(error)
    // A listener that throws is the page's own fault, and reported as that.
    if (onUnauthorized) queueMicrotask(() => onUnauthorized(error))
  }

  async function call(
    type: CallType,
    path: string,
    input: unknown,
    { signal }: ApiCallOptions = {},
  ): Promise<unknown> {
    const stopped = signal ?? new AbortController().signal
    checkInput(input, transport === 'ws', options.transformer)
    for (let attempts = 1; ; attempts++) {
      try {
        const result = await attempt(type, path, input, stopped)
        isSignedOut = false
        if (!options.transformer && isWrapped(result)) {
          throw new ApiError({ apiCode: 'PARSE_ERROR', detail: TRANSFORMED })
        }
        return result
      } catch (cause) {
        if (cause instanceof WalletError && !(cause instanceof ApiError)) throw cause
        const error = toApiError(cause)
        if (error.apiCode === 'UNAUTHORIZED') signOut(error)
        if (type === 'mutation' || attempts === MAX_ATTEMPTS || stopped.aborted) throw error
        if (error.apiCode === 'NETWORK' && isOffline()) await waitOnline(stopped)
        else if (error.apiCode === 'TOO_MANY_REQUESTS' && error.retryAfter !== null)
          await pause(error.retryAfter, stopped)
        else throw error
      }
    }
  }

  function subscribe(path: string, input: unknown, subscriber: ApiSubscriber = {}): { unsubscribe(): void } {
    let stop: (() => void) | null = () => {}
    const fail = (cause: unknown) => {
      const error = toApiError(cause)
      if (error.apiCode === 'UNAUTHORIZED') signOut(error)
      subscriber.onError?.(error)
    }
    const start = async () => {
      if (transport !== 'ws')
        throw new ApiError({
          apiCode: 'METHOD_NOT_SUPPORTED',
          detail: 'Subscriptions need the ws transport.',
        })
      const { client } = await getConnection()
      if (!stop) return
      const subscription = client.subscription(path, input, {
        onStarted: () => subscriber.onStarted?.(),
        onData: (value) => subscriber.onData?.(value as never),
        onError: fail,
        onComplete: () => subscriber.onComplete?.(),
      })
      stop = () => subscription.unsubscribe()
    }
    start().catch(fail)
    return {
      unsubscribe() {
        stop?.()
        stop = null
      },
    }
  }

  const controls: ApiControls = {
    close() {
      for (const { controller } of running)
        controller.abort(new ApiError({ apiCode: 'CLIENT_CLOSED_REQUEST' }))
      connection?.then(({ socket }) => socket?.close()).catch(() => {})
      connection = undefined
    },
    now: () => Date.now() + clockOffset,
  }

  const verbs: Record<string, (path: string, input: unknown, options: never) => unknown> = {
    query: (path, input, given) => call('query', path, input, given),
    mutate: (path, input, given) => call('mutation', path, input, given),
    subscribe,
  }

  /** `client.a.b.query(input)` calls the query `a.b`. */
  const createPath = (path: string): unknown =>
    new Proxy(() => {}, {
      get(_, key) {
        // Nothing that awaits or prints the client may take it for a promise.
        if (typeof key !== 'string' || key === 'then' || key === 'toJSON') return undefined
        if (path === '' && Object.hasOwn(controls, key)) return controls[key as keyof ApiControls]
        return createPath(path ? `${path}.${key}` : key)
      },
      apply(_, __, [input, given]) {
        const verb = verbs[path.slice(path.lastIndexOf('.') + 1)]
        const procedure = path.slice(0, Math.max(path.lastIndexOf('.'), 0))
        if (!verb || !procedure)
          throw new TypeError(`${path} is no procedure: end it with query, mutate or subscribe`)
        return verb(procedure, input, given as never)
      },
    })

  return createPath('') as TApi & ApiControls
}

function readUrl(text: string): string {
  try {
    const url = new URL(text, globalThis.location?.href)
    url.protocol = url.protocol.replace(/^ws/, 'http')
    if (/^https?:$/.test(url.protocol)) return url.href
  } catch {}
  throw new WalletError('config_invalid', { message: 'The URL of the API is not valid' })
}
