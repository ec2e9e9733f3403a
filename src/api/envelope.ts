import { isApiCode, toRpcNumber } from '../errors/api-catalogue.js'
import { readErrorMessage, readField } from '../errors/normalise.js'
import { parseJson } from '../platform/natives.js'
import { readEach } from '../protocol/read-each.js'
import { type ApiErrorDetails, toApiCode } from './api-error.js'
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

/** What an answer means: what was asked for, or why the call has failed. */
export type Meaning = { data: unknown } | ApiErrorDetails

/** The meaning of an answer that does not come from this API: a proxy's error page, a login page, an empty body. */
function readForeign({ status, redirected, retryAfter }: ApiAnswer, word?: unknown): ApiErrorDetails {
  const isRefusal = status >= 400
  const apiCode = isRefusal ? toApiCode(word, status) : redirected ? 'UNAUTHORIZED' : 'PARSE_ERROR'
  return { apiCode, httpStatus: status, retryAfter }
}

/** Reads an answer of a server of plain JSON. It never throws. */
export function readPlain(body: unknown, answer: ApiAnswer): Meaning {
  if (body !== undefined && answer.status < 300) return { data: body }
  const code = readField(body, 'code')
  const message = readField(body, 'message')
  return {
    ...readForeign(answer, code),
    reason: code,
    detail: typeof message === 'string' ? message : '',
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads an answer of a tRPC server. It never throws. */
export function readTrpc(item: unknown, answer: ApiAnswer): Meaning {
  const { status, retryAfter, transformer } = answer
  const sent = isObject(item) && Object.hasOwn(item, 'error') ? item.error : undefined
  if (isObject(sent)) {
    const error = transformer ? tryDeserialize(transformer, sent) : isWrapped(sent) ? sent.json : sent
    const data = readField(error, 'data')
    const stated = readField(data, 'httpStatus')
    const own = typeof stated === 'number' ? stated : status
    const apiCode = toApiCode(readField(data, 'code'), own < 400 ? undefined : own, readField(error, 'code'))
    const reason = readField(data, 'reason')
    return { apiCode, reason, httpStatus: own, retryAfter, detail: readErrorMessage(error) }
  }
  const result = isObject(item) ? item.result : undefined
  // A result with a failure's status is a failure, because something between here and the server changed one of them.
  return isObject(result) && status < 400 ? { data: result.data } : readForeign(answer)
}

/** Reads one answer: its result unchanged, or an error in the form that tRPC's client understands. It never throws. */
export function readEnvelope(item: unknown, answer: ApiAnswer): unknown {
  const meaning = readTrpc(item, answer)
  if ('data' in meaning) return item
  const { apiCode, detail: message = '', ...data } = meaning
  const code = toRpcNumber(isApiCode(apiCode) ? apiCode : 'INTERNAL_SERVER_ERROR')
  const error = { message, code, data: { ...data, code: apiCode } }
  return { error: answer.transformer ? answer.transformer.serialize(error) : error }
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

/** Why a call has failed whose data superjson has wrapped. */
export const WRAPPED: ApiErrorDetails = {
  apiCode: 'PARSE_ERROR',
  detail:
    'The server wraps its answers with a data transformer, such as superjson. Give createApiClient the same one.',
}

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
    const shared = readEnvelope(isObject(body) && isObject(body.error) ? body : undefined, answer)
    return new Array(count).fill(shared)
  }
  return readEach({ length: count } as ArrayLike<undefined>, (_, index) => readEnvelope(body[index], answer))
}
