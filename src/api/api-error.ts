import {
  API_TEXTS,
  type ApiErrorCode,
  isApiCode,
  RETRYABLE_API_CODES,
  readHttpStatus,
  readRpcNumber,
} from '../errors/api-catalogue.js'
import { readErrorMessage, readField } from '../errors/normalise.js'
import { isSignInErrorCode, SIGN_IN_CATALOGUE } from '../errors/sign-in-catalogue.js'
import { WalletError } from '../errors/wallet-error.js'

/** What is known of a failed call. */
export interface ApiErrorDetails {
  /** The API's code. */
  apiCode: ApiErrorCode
  /** The server's own word for it, a code of the sign-in catalogue. */
  reason?: unknown
  /** The HTTP status; null or absent where there was no answer. */
  httpStatus?: number | null
  /** ms, where the server said how long to wait. */
  retryAfter?: number | null
  /** What the server wrote, or a hint. For developers. */
  detail?: string
  /** The error that this one replaces. */
  cause?: unknown
}

/**
 * A call of the typed-RPC API that failed.
 *
 * `code` is the sign-in's where the server named one (`nonce_used` …), else the API's (`CONFLICT`, `NETWORK` …), which
 * is always in `apiCode`.
 */
export class ApiError extends WalletError {
  /** The API's code, whatever `code` is. */
  readonly apiCode: ApiErrorCode
  /** The HTTP status; null where there was no answer. */
  readonly httpStatus: number | null
  /** Whether trying the same again may help. */
  readonly retryable: boolean
  /** How long the server asks to wait, in ms; null where it says nothing. */
  readonly retryAfter: number | null
  /** What the server wrote, or a hint, in at most 300 characters. For developers. */
  readonly detail: string

  constructor({
    apiCode,
    reason,
    httpStatus = null,
    retryAfter = null,
    detail = '',
    cause,
  }: ApiErrorDetails) {
    const known = isSignInErrorCode(reason) ? reason : null
    super(known ?? apiCode, {
      message: known ? SIGN_IN_CATALOGUE[known] : API_TEXTS[apiCode],
      ...(cause !== undefined && { cause }),
    })
    this.name = 'ApiError'
    this.apiCode = apiCode
    this.httpStatus = httpStatus
    this.retryable = RETRYABLE_API_CODES.has(apiCode)
    this.retryAfter = retryAfter
    this.detail = detail.slice(0, 300)
  }
}

/**
 * The code that fits what a server said: its own word, else the HTTP status, else the JSON-RPC number. A gateway's
 * statuses (502 to 504 and their like) say that the API was not reached.
 */
export function toApiCode(word: unknown, status: unknown, number?: unknown): ApiErrorCode {
  if (isApiCode(word) || word === 'NETWORK') return word
  const known = readHttpStatus(status)
  if (known) return known
  if (typeof status === 'number' && status >= 400) return status >= 500 ? 'NETWORK' : 'BAD_REQUEST'
  return readRpcNumber(number) ?? 'INTERNAL_SERVER_ERROR'
}

const readNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** A revoked Proxy throws even when it is asked for its class. */
function isApiError(value: unknown): value is ApiError {
  try {
    return value instanceof ApiError
  } catch {
    return false
  }
}

/** Turns whatever a call of tRPC's client was rejected with into an {@link ApiError}. Total and idempotent. */
export function toApiError(error: unknown): ApiError {
  if (isApiError(error)) return error
  const cause = readField(error, 'cause')
  if (isApiError(cause)) return cause
  const shape = readField(error, 'shape')
  if (shape !== undefined && shape !== null) {
    const data = readField(error, 'data')
    const httpStatus = readNumber(readField(data, 'httpStatus'))
    return new ApiError({
      apiCode: toApiCode(readField(data, 'code'), httpStatus, readField(shape, 'code')),
      reason: readField(data, 'reason'),
      httpStatus,
      retryAfter: readNumber(readField(data, 'retryAfter')),
      detail: readErrorMessage(error),
      cause: error,
    })
  }
  const name = readField(cause, 'name') ?? readField(error, 'name')
  const message = readErrorMessage(error)
  let apiCode: ApiErrorCode = 'NETWORK'
  if (name === 'AbortError') apiCode = 'CLIENT_CLOSED_REQUEST'
  else if (name === 'SyntaxError' || /transform response|missing result/i.test(message))
    apiCode = 'PARSE_ERROR'
  else if (/too big for a single dispatch/i.test(message)) apiCode = 'PAYLOAD_TOO_LARGE'
  return new ApiError({ apiCode, detail: message, cause: error })
}
