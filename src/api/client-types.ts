import type { SignedAccount, SignInProof, SignInResult, SignInSession } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { ApiError } from './api-error.js'
import type { ApiTransformer } from './connection.js'

/** How calls are sent. */
export type ApiTransport = 'http' | 'batch' | 'stream' | 'ws'

/** Options of `createApiClient`. */
export interface ApiClientOptions {
  /** Base URL of the API; a relative URL starts where the page's addresses do. */
  url: string
  /** `http` by default. */
  transport?: ApiTransport | undefined
  /** Headers of each request, such as a token; on a WebSocket, its connection params. */
  headers?: (() => Record<string, string> | Promise<Record<string, string>>) | undefined
  /** `include` by default, so that a session's cookie reaches an API of another origin. */
  credentials?: 'include' | 'omit' | 'same-origin' | undefined
  /** Called once when the server no longer knows the visitor (401), and again only after a call has succeeded. */
  onUnauthorized?: ((error: ApiError) => void) | undefined
  /** The data transformer of the server, if it has one: superjson, devalue, … */
  transformer?: ApiTransformer | undefined
  /** Sends the requests; the global `fetch` by default. */
  fetch?: typeof fetch | undefined
  /** The class of sockets; the global `WebSocket` by default. */
  WebSocket?: typeof WebSocket | undefined
}

/** Options of a single call. */
export interface ApiCallOptions {
  /** Cancels the call: it ends with `CLIENT_CLOSED_REQUEST`. */
  signal?: AbortSignal | undefined
}

/** Callbacks of a subscription. */
export interface ApiSubscriber {
  /** The server has accepted the subscription. */
  onStarted?(): void
  /** The server has sent a value. */
  onData?(value: never): void
  /** The subscription has failed. */
  onError?(error: ApiError): void
  /** The server has ended the subscription. */
  onComplete?(): void
}

/** The procedures of the sign-in API. */
export interface SignInApi {
  /** Nonce, proof, session and sign-out. */
  signIn: {
    nonce: { query(input?: undefined, options?: ApiCallOptions): Promise<IssuedNonce | string> }
    verify: { mutate(input: SignInProof, options?: ApiCallOptions): Promise<SignInResult> }
    session: { query(input?: undefined, options?: ApiCallOptions): Promise<SignInSession | null> }
    signOut: { mutate(input?: SignedAccount, options?: ApiCallOptions): Promise<void> }
  }
}

/** What a client has besides its procedures. */
export interface ApiControls {
  /** Ends open calls with `CLIENT_CLOSED_REQUEST`, and closes the socket. */
  close(): void
  /** The server's time, epoch ms, from its last answer over HTTP; before that our own clock's. */
  now(): number
}
