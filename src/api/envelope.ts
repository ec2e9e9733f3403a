import { type ApiErrorCode, isApiCode, toRpcNumber } from '../errors/api-catalogue.js'
import { readErrorMessage, readField } from '../errors/normalise.js'
import { parseJson } from '../platform/natives.js'
import { readEach } from '../protocol/read-each.js'
import { toApiCode } from './api-error.js'
import type { ApiTransformer } from './connection.js'

/** An answer over HTTP that has been read. */
export interface ApiAnswer {
  /** The HTTP status. */
  status: number
  /** The body; empty for an HTML page. */
  text: string
  /** Whether the request was redirected. */
  redirected: boolean
  /** How long to wait in ms, if the server said so. */
  retryAfter: number | null
  /** The data transformer of the server, if the page has named it. */
  transformer?: ApiTransformer | undefined
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
  const code = toRpcNumber(isApiCode(apiCode) ? apiCode : 'INTERNAL_SERVER_ERROR')
  return { error: { message, code, data: { code: apiCode, httpStatus: status, retryAfter } } }
}

/** The meaning of an answer that does not come from this API: a proxy's error page, a login page, an empty body. */
function readForeign({ status, redirected, retryAfter }: ApiAnswer): ErrorEnvelope {
  const isRefusal = status >= 400
  const apiCode = isRefusal ? toApiCode(undefined, status) : redirected ? 'UNAUTHORIZED' : 'PARSE_ERROR'
  return createErrorEnvelope(apiCode, status, retryAfter)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads one answer: its result unchanged, or an error in the form that tRPC's client understands. It never throws. */
export function readEnvelope(item: unknown, answer: ApiAnswer): unknown {
  const envelope = readItem(item, answer)
  const { transformer } = answer
  return transformer && 'error' in envelope ? { error: transformer.serialize(envelope.error) } : envelope
}

function readItem(item: unknown, answer: ApiAnswer): ErrorEnvelope | { result: unknown } {
  const { status, retryAfter, transformer } = answer
  const sent = isObject(item) && Object.hasOwn(item, 'error') ? item.error : undefined
  if (isObject(sent)) {
    const error = transformer ? tryDeserialize(transformer, sent) : isWrapped(sent) ? sent.json : sent
    const data = readField(error, 'data')
    const stated = readField(data, 'httpStatus')
    const own = typeof stated === 'number' ? stated : status
    const apiCode = toApiCode(readField(data, 'code'), own < 400 ? undefined : own, readField(error, 'code'))
    const envelope = createErrorEnvelope(apiCode, own, retryAfter, readErrorMessage(error))
    const reason = readField(data, 'reason')
    if (reason !== undefined) envelope.error.data.reason = reason
    return envelope
  }
  const result = isObject(item) ? item.result : undefined
  // A result with a failure's status is a failure, because something between here and the server changed one of them.
  if (!isObject(result) || status >= 400) return readForeign(answer)
  return item as { result: unknown }
}

function tryDeserialize(transformer: ApiTransformer, value: unknown): unknown {
  try {
    return transformer.deserialize(value as never)
  } catch {
    return undefined
  }
}

/** Whether superjson has wrapped a value: its only fields are `json` and perhaps `meta`. */
export const isWrapped = (data: unknown): data is { json: unknown } =>
  isObject(data) &&
  Object.hasOwn(data, 'json') &&
  Object.keys(data).every((key) => key === 'json' || key === 'meta')

/** Matches the texts and numbers in JSON. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g

/**
 * Parses JSON. Returns undefined for anything else, and for JSON with an integer beyond 2^53, which the page would
 * silently read as another number. A server must send such a number as a text.
 */
export function readJson(text: string): unknown {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    return undefined
  }
  if (/\d{16}/.test(text)) {
    for (const [token] of text.matchAll(TOKENS))
      if (/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token))) return undefined
  }
  return value
}

/**
 * Reads the body of an answer. It never throws: each call gets a result or its own error.
 *
 * @param count number of calls in a batch, null for a single call
 * @returns one envelope, or a list of exactly `count`
 */
export function readAnswer(answer: ApiAnswer, count: number | null): unknown {
  const body = readJson(answer.text)
  if (count === null) return readEnvelope(body, answer)
  if (!Array.isArray(body)) {
    const shared = isObject(body) && isObject(body.error) ? readEnvelope(body, answer) : readForeign(answer)
    return new Array(count).fill(shared)
  }
  return readEach({ length: count } as ArrayLike<undefined>, (_, index) => readEnvelope(body[index], answer))
}
