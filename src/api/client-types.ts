import type { SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { ApiError } from './api-error.js'
import type { ApiTransformer } from './connection.js'

/** How calls travel. */
export type ApiTransport = 'http' | 'batch' | 'stream' | 'ws'

/** What `createApiClient` takes. */
export interface ApiClientOptions {
  /** Base URL of the API; a relative one counts from the page. */
  url: string
  /** `http` by default. */
  transport?: ApiTransport | undefined
  /** Headers of each request, such as a token; for a WebSocket its connection params. */
  headers?: (() => Record<string, string> | Promise<Record<string, string>>) | undefined
  /** `include` by default, so that a session's cookie reaches an API of another origin. */
  credentials?: RequestCredentials | undefined
  /** Called once when the server no longer knows the visitor (401); again only after a call has succeeded. */
  onUnauthorized?: ((error: ApiError) => void) | undefined
  /** What the server turns its data into JSON with, where it has a transformer: superjson, devalue, … */
  transformer?: ApiTransformer | undefined
  /** Sends the requests; the global `fetch` by default. */
  fetch?: typeof fetch | undefined
  /** The class of sockets; the global `WebSocket` by default. */
  WebSocket?: typeof WebSocket | undefined
}

/** Options of a single call. */
export interface ApiCallOptions {
  /** Calls the call off: it ends with `CLIENT_CLOSED_REQUEST`. */
  signal?: AbortSignal | undefined
}

/** Listeners of a subscription. */
export interface ApiSubscriber {
  /** The server has taken the subscription. */
  onStarted?(): void
  /** The server has sent a value. */
  onData?(value: never): void
  /** The subscription has failed. */
  onError?(error: ApiError): void
  /** The server has ended the subscription. */
  onComplete?(): void
}

/** The procedures of contract section 7. */
export interface SignInApi {
  /** Nonce, proof, session and its end. */
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
