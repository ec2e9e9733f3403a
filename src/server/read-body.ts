import { MAX_REQUEST_BODY } from './limits.js'

/** Why a body was not read, as a code of the API. */
export class BodyError extends Error {
  constructor(
    readonly code: 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'PARSE_ERROR',
    message: string,
  ) {
    super(message)
  }
}

const tooLarge = () => new BodyError('PAYLOAD_TOO_LARGE', `The body has more than ${MAX_REQUEST_BODY} bytes`)

/** Refuses a body whose declared length exceeds the limit, without reading it. @throws BodyError */
export function checkLength({ headers }: Request): void {
  if (Number(headers.get('content-length')) > MAX_REQUEST_BODY) throw tooLarge()
}

const typeOf = ({ headers }: Request): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/** Reads a body, and stops at the limit. */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  checkLength(request)
  const reader = request.body?.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  try {
    while (reader) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > MAX_REQUEST_BODY) throw tooLarge()
      parts.push(value)
    }
  } catch (cause) {
    // The request is refused anyway; a body that cannot be cancelled ends by itself.
    reader?.cancel().catch(() => {})
    throw cause instanceof BodyError ? cause : new BodyError('PARSE_ERROR', 'The body ended too early')
  }
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}

/** @throws BodyError */
function checkJsonType(request: Request): void {
  if (typeOf(request) !== 'application/json')
    throw new BodyError('UNSUPPORTED_MEDIA_TYPE', 'The content-type must be application/json')
}

/** @throws BodyError */
function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new BodyError('PARSE_ERROR', 'The body is not JSON in UTF-8')
  }
}

/** Reads a body of JSON, and stops at the limit. @throws BodyError */
export async function readJsonBody(request: Request): Promise<unknown> {
  checkJsonType(request)
  return parseJson(await readBytes(request))
}

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** As {@link readJsonBody}; undefined for a request without a body, whatever its type, and for a page's form. @throws BodyError */
export async function readOptionalJson(request: Request): Promise<unknown> {
  if (FORMS.includes(typeOf(request))) return undefined
  const bytes = await readBytes(request)
  if (bytes.length === 0) return undefined
  checkJsonType(request)
  return parseJson(bytes)
}

/** Reads a form's body, and stops at the limit. @throws BodyError */
export async function readFormBody(request: Request): Promise<FormData> {
  if (!FORMS.includes(typeOf(request))) {
    throw new BodyError('UNSUPPORTED_MEDIA_TYPE', `The content-type must be ${FORMS.join(' or ')}`)
  }
  const bytes = await readBytes(request)
  try {
    const headers = { 'content-type': request.headers.get('content-type') as string }
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new BodyError('PARSE_ERROR', 'The body is not a form')
  }
}
