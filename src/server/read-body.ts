import { MAX_BODY } from './limits.js'

/** Why a body was not read, by the code of the API. */
export class BodyError extends Error {
  constructor(
    readonly code: 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'PARSE_ERROR',
    message: string,
  ) {
    super(message)
  }
}

const tooLarge = () => new BodyError('PAYLOAD_TOO_LARGE', `The body has more than ${MAX_BODY} bytes`)

/** Refuses a body whose length is told to be past the limit, without reading it. @throws BodyError */
export function checkLength({ headers }: Request): void {
  if (Number(headers.get('content-length')) > MAX_BODY) throw tooLarge()
}

/** Reads a body of JSON, and stops at the limit. @throws BodyError */
export async function readJsonBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new BodyError('UNSUPPORTED_MEDIA_TYPE', 'The content-type must be application/json')
  }
  checkLength(request)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = request.body?.getReader()
  let text = ''
  try {
    for (let size = 0; reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > MAX_BODY) throw tooLarge()
      text += decoder.decode(value, { stream: true })
    }
    return JSON.parse(text + decoder.decode())
  } catch (cause) {
    reader?.cancel().catch(() => {})
    throw cause instanceof BodyError ? cause : new BodyError('PARSE_ERROR', 'The body is not JSON in UTF-8')
  }
}
