import { API_CODES, type ApiErrorCode, isApiCode } from '../errors/api-catalogue.js'
import { readErrorMessage, readField } from '../errors/normalise.js'
import { parseJson } from '../platform/natives.js'
import { toApiCode } from './api-error.js'

/** What came back over HTTP, once it has been read. */
export interface ApiAnswer {
  status: number
  text: string
  /** Whether the answer is from elsewhere than was asked. */
  redirected: boolean
  /** ms, where the server said how long to wait. */
  retryAfter: number | null
}

/** An error in the form that tRPC's client understands. */
interface ErrorEnvelope {
  error: { message: string; code: number; data: Record<string, unknown> }
}

function createErrorEnvelope(
  apiCode: ApiErrorCode,
  status: number,
  retryAfter: number | null,
  message = '',
): ErrorEnvelope {
  const code = isApiCode(apiCode) ? API_CODES[apiCode][1] : API_CODES.INTERNAL_SERVER_ERROR[1]
  return { error: { message, code, data: { code: apiCode, httpStatus: status, retryAfter } } }
}

/** What an answer that is not of this API means: a proxy's error page, a login page, an empty body. */
function readForeign({ status, redirected, retryAfter }: ApiAnswer): ErrorEnvelope {
  const isRefusal = status >= 400
  const apiCode = isRefusal ? toApiCode(undefined, status) : redirected ? 'UNAUTHORIZED' : 'PARSE_ERROR'
  return createErrorEnvelope(apiCode, status, retryAfter)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads one answer: its result as it is, or an error of the form that tRPC's client understands. Total. */
export function readEnvelope(item: unknown, answer: ApiAnswer): unknown {
  const { status, retryAfter } = answer
  const error = isObject(item) && Object.hasOwn(item, 'error') ? item.error : undefined
  if (isObject(error)) {
    const data = isObject(error.data) ? error.data : {}
    const own = typeof data.httpStatus === 'number' ? data.httpStatus : status
    const envelope = createErrorEnvelope(
      toApiCode(data.code, own < 400 ? undefined : own, error.code),
      own,
      retryAfter,
      readErrorMessage(error),
    )
    if (readField(data, 'reason') !== undefined) envelope.error.data.reason = data.reason
    return envelope
  }
  const isResult = isObject(item) && isObject(item.result)
  // A result with a failure's status is a failure: something between here and the server changed one of them.
  return isResult && status < 400 ? item : readForeign(answer)
}

/**
 * Reads the body of an answer. Total: whatever came, each call gets a result or an error of its own.
 *
 * @param count number of calls in a batch, null for a single call
 * @returns one envelope, or a list of exactly `count`
 */
export function readAnswer(answer: ApiAnswer, count: number | null): unknown {
  let body: unknown
  try {
    body = parseJson(answer.text)
  } catch {}
  if (count === null) return readEnvelope(body, answer)
  if (!Array.isArray(body)) {
    const shared = isObject(body) && isObject(body.error) ? readEnvelope(body, answer) : readForeign(answer)
    return Array.from({ length: count }, () => shared)
  }
  return Array.from({ length: count }, (_, index) => readEnvelope((body as unknown[])[index], answer))
}
