/**
 * The codes of the typed-RPC API and their HTTP status (specification, "Typed-RPC client codes and HTTP mappings"), with
 * the number each has in JSON-RPC (tRPC 11).
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

/** A code that a server of the API answers with. */
export type ApiCode = keyof typeof API_CODES

/** A code that a call of the API may fail with: the server's, or `NETWORK` where no server of the API answered. */
export type ApiErrorCode = ApiCode | 'NETWORK'

/** What a person is told, by code. What the server itself wrote is for developers: see `detail` of an API error. */
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
  NETWORK: 'The server cannot be reached. Check the connection and try again.',
}

/** Codes after which the same call may well succeed, so that a page offers to try again. */
export const RETRYABLE_API_CODES: ReadonlySet<string> = new Set<ApiErrorCode>([
  'TIMEOUT',
  'TOO_MANY_REQUESTS',
  'CLIENT_CLOSED_REQUEST',
  'INTERNAL_SERVER_ERROR',
  'NETWORK',
])

/** Whether a value is one of the fifteen codes. */
export const isApiCode = (value: unknown): value is ApiCode =>
  typeof value === 'string' && Object.hasOwn(API_CODES, value)

/** The HTTP status of a code. */
export const toHttpStatus = (code: ApiCode): number => API_CODES[code][0]

/** The code of an HTTP status; null for one that the table lacks. 400 is BAD_REQUEST. */
export function readHttpStatus(status: unknown): ApiCode | null {
  if (status === 400) return 'BAD_REQUEST'
  for (const code of Object.keys(API_CODES) as ApiCode[]) if (API_CODES[code][0] === status) return code
  return null
}

/** The code of a JSON-RPC number; null for one that the table lacks. −32603 is INTERNAL_SERVER_ERROR. */
export function readRpcNumber(number: unknown): ApiCode | null {
  for (const code of Object.keys(API_CODES) as ApiCode[]) if (API_CODES[code][1] === number) return code
  return null
}
