/**
 * The codes of the typed-RPC API and their HTTP status (specification, "Typed-RPC client codes and HTTP mappings"),
 * with the number of each in JSON-RPC (tRPC 11).
 */
export const API_CODES = {
  PARSE_ERROR: [400, -32700],
  BAD_REQUEST: [400, -32600],
  UNAUTHORIZED: [401, -32001],
  FORBIDDEN: [403, -32003],
  NOT_FOUND: [404, -32004],
  METHOD_NOT_SUPPORTED: [405, -32005],
  TIMEOUT: [408, -32008],
  CONFLICT: [409, -32009],
  PRECONDITION_FAILED: [412, -32012],
  PAYLOAD_TOO_LARGE: [413, -32013],
  UNPROCESSABLE_CONTENT: [422, -32022],
  TOO_MANY_REQUESTS: [429, -32029],
  CLIENT_CLOSED_REQUEST: [499, -32099],
  INTERNAL_SERVER_ERROR: [500, -32603],
  NOT_IMPLEMENTED: [501, -32603],
} as const

/** Codes that tRPC 11 has added, which the specification's table lacks. */
export const NEWER_API_CODES = {
  PAYMENT_REQUIRED: [402, -32002],
  UNSUPPORTED_MEDIA_TYPE: [415, -32015],
  PRECONDITION_REQUIRED: [428, -32028],
  BAD_GATEWAY: [502, -32603],
  SERVICE_UNAVAILABLE: [503, -32603],
  GATEWAY_TIMEOUT: [504, -32603],
} as const

const ALL_API_CODES = { ...API_CODES, ...NEWER_API_CODES }

/** A code that a server of the API answers with. */
export type ApiCode = keyof typeof ALL_API_CODES

/** A code that a call of the API may fail with: the server's, or `NETWORK` when no server of the API answered. */
export type ApiErrorCode = ApiCode | 'NETWORK'

/** The text that a person reads, by code. The server's own message is for developers: see `detail` of an API error. */
export const API_TEXTS: Record<ApiErrorCode, string> = {
  PARSE_ERROR: 'The request or its answer could not be read. Try again later.',
  BAD_REQUEST: 'The server did not understand the request.',
  UNAUTHORIZED: 'You are signed out. Sign in again.',
  FORBIDDEN: 'The server does not allow this.',
  NOT_FOUND: 'The server does not have what was asked for.',
  METHOD_NOT_SUPPORTED: 'The server does not do this.',
  TIMEOUT: 'The server did not answer in time. Try again.',
  CONFLICT: 'This was done before, or has changed in the meantime.',
  PRECONDITION_FAILED: 'Something has changed in the meantime. Start again.',
  PAYLOAD_TOO_LARGE: 'This is more than the server takes at once.',
  UNPROCESSABLE_CONTENT: 'The server cannot use what was sent.',
  TOO_MANY_REQUESTS: 'Too many requests. Wait a moment, then try again.',
  CLIENT_CLOSED_REQUEST: 'The request was called off.',
  INTERNAL_SERVER_ERROR: 'The server has a problem. Try again later.',
  NOT_IMPLEMENTED: 'The server cannot do this yet.',
  PAYMENT_REQUIRED: 'This has to be paid for first.',
  UNSUPPORTED_MEDIA_TYPE: 'The server cannot read what was sent.',
  PRECONDITION_REQUIRED: 'The server needs to know more before it does this. Start again.',
  BAD_GATEWAY: 'The server has a problem. Try again later.',
  SERVICE_UNAVAILABLE: 'The server is busy or being worked on. Try again later.',
  GATEWAY_TIMEOUT: 'The server did not answer in time. Try again.',
  NETWORK: 'The server cannot be reached. Check the connection and try again.',
}

/** Codes after which the same call may succeed, so that a page offers to try again. */
export const RETRYABLE_API_CODES: ReadonlySet<string> = new Set<ApiErrorCode>([
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'CLIENT_CLOSED_REQUEST',
  'INTERNAL_SERVER_ERROR',
  'BAD_GATEWAY',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
  'NETWORK',
])

/** Whether a value is a code of the API. */
export const isApiCode = (value: unknown): value is ApiCode =>
  typeof value === 'string' && Object.hasOwn(ALL_API_CODES, value)

/** The HTTP status of a code. */
export const toHttpStatus = (code: ApiCode): number => ALL_API_CODES[code][0]

/** The JSON-RPC number of a code. */
export const toRpcNumber = (code: ApiCode): number => ALL_API_CODES[code][1]

/**
 * The code of an HTTP status; null when the table lacks the status. 400 is BAD_REQUEST. The gateway statuses 502 to 504
 * have no code, because the API itself did not answer.
 */
export function readHttpStatus(status: unknown): ApiCode | null {
  if (status === 400) return 'BAD_REQUEST'
  const code = findCode(0, status)
  return code && toHttpStatus(code) > 501 ? null : code
}

/** The code of a JSON-RPC number; null when the table lacks the number. −32603 is INTERNAL_SERVER_ERROR. */
export const readRpcNumber = (number: unknown): ApiCode | null => findCode(1, number)

function findCode(column: 0 | 1, value: unknown): ApiCode | null {
  for (const code of Object.keys(ALL_API_CODES) as ApiCode[])
    if (ALL_API_CODES[code][column] === value) return code
  return null
}
