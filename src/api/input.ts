import { printJson } from '../platform/natives.js'
import { ApiError } from './api-error.js'
import type { ApiTransformer } from './connection.js'
import { MAX_API_BODY } from './limits.js'

const BINARY = ['FormData', 'Blob', 'File', 'ReadableStream', 'Uint8Array']

/** Whether an input is not JSON but a form or bytes. Such a call is sent as a separate request. */
export const isBinary = (input: unknown): boolean =>
  BINARY.includes(Object.prototype.toString.call(input).slice(8, -1))

/**
 * Refuses input that cannot be sent, or that no server would accept.
 *
 * @param isSocket whether the call goes over a WebSocket, which only takes JSON
 * @throws ApiError `BAD_REQUEST`, `PAYLOAD_TOO_LARGE`
 */
export function checkInput(input: unknown, isSocket: boolean, transformer: ApiTransformer | undefined): void {
  if (isBinary(input)) {
    if (!isSocket) return
    throw new ApiError({
      apiCode: 'BAD_REQUEST',
      detail: 'Forms and bytes cannot be sent over the ws transport.',
    })
  }
  let text: string
  try {
    text = printJson(transformer ? transformer.serialize(input) : input) ?? ''
  } catch (cause) {
    throw new ApiError({ apiCode: 'BAD_REQUEST', detail: 'The input is no JSON.', cause })
  }
  if (new TextEncoder().encode(text).length > MAX_API_BODY) {
    throw new ApiError({ apiCode: 'PAYLOAD_TOO_LARGE', detail: 'The input is larger than 1 MiB.' })
  }
}
