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

/** What we know about a failed call. */
export interface ApiErrorDetails {
  /** The API's code. */
  apiCode: ApiErrorCode
  /** The server's own code, from the sign-in catalogue. */
  reason?: unknown
  /** The HTTP status; null or missing when there was no answer. */
  httpStatus?: number | null
  /** How long to wait in ms, if the server said so. */
  retryAfter?: number | null
  /** The server's message, or a hint. For developers. */
  detail?: string
  /** The error that this one replaces. */
  cause?: unknown
}

/**
 * A call of the typed-RPC API that failed.
 *
 * `code` is a sign-in code when the server named one (`nonce_used` …), else the API's code (`CONFLICT`, `NETWORK` …).
 * `apiCode` always has the API's code.
 */
export class ApiError extends WalletError {
  /** The API's code, even when `code` is a sign-in code. */
  readonly apiCode: ApiErrorCode
  /** The HTTP status; null when there was no answer. */
  readonly httpStatus: number | null
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
  /** How long the server asks to wait, in ms; null when it does not say. */
  readonly retryAfter: number | null
  /** The server's message, or a hint, in at most 300 characters. For developers. */
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
 * The code for what a server said: its own code, else the HTTP status, else the JSON-RPC number. The statuses of a
 * gateway (502 to 504 and similar) mean that the API was not reached.
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

/** A revoked Proxy throws even for `instanceof`. */
function isApiError(value: unknown): value is ApiError {
  try {
    return value instanceof ApiError
  } catch {
    return false
  }
}

/**
 * Turns the rejection of a call of tRPC's client into an {@link ApiError}. It never throws, and returns an ApiError
 * unchanged.
 */
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
