import { readAddress } from '../platform/environment.js'
import { isOffline } from '../platform/network.js'
import { ApiError } from './api-error.js'
import type { ApiAnswer } from './envelope.js'
import { MAX_API_BODY } from './limits.js'
import { readRetryAfter, retryDelay } from './retry.js'
import type { ServerClock } from './server-clock.js'

const tooLarge = () => new ApiError({ apiCode: 'PARSE_ERROR', detail: 'The answer is larger than 1 MiB.' })

/** Passes a body on, and fails it when it exceeds the limit. */
export function limitBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let size = 0
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        size += chunk.byteLength
        if (size > MAX_API_BODY) throw tooLarge()
        controller.enqueue(chunk)
      },
    }),
  )
}

/** Whether an answer is an HTML page. */
export const isPage = ({ headers }: Response) => /html/i.test(headers.get('content-type') ?? '')

/**
 * Reads a body within the limit. The body of an HTML page counts as empty: no part of the API sends one.
 *
 * @throws ApiError `PARSE_ERROR` past the limit, `NETWORK` when the connection broke
 */
async function readBody(response: Response): Promise<string> {
  if (!response.body) return ''
  if (isPage(response)) {
    // A page is thrown away unread: a body that cannot be cancelled ends by itself.
    await response.body.cancel().catch(() => {})
    return ''
  }
  try {
    return await new Response(limitBody(response.body)).text()
  } catch (error) {
    throw error instanceof ApiError
      ? error
      : new ApiError({ apiCode: 'NETWORK', detail: 'The answer ended too early.', cause: error })
  }
}

/** Whether a URL has another origin than the page. Outside of a page none has. */
export function isForeign(url: string): boolean {
  const { origin: page } = readAddress()
  return page !== '' && new URL(url, page).origin !== page
}

/** Explains why no answer came. A browser tells the page neither that CORS refused it nor why a connection failed. */
function explainSilence(url: string, cause: unknown): ApiError {
  const { origin: page } = readAddress()
  const hint = `No answer. If the server is up, it has to allow ${page}: access-control-allow-origin and -credentials.`
  return new ApiError({
    apiCode: 'NETWORK',
    detail: isForeign(url) && !isOffline() ? hint : 'No answer.',
    cause,
  })
}

/**
 * Sends a request, and reads the server's clock from the answer.
 *
 * @throws ApiError `NETWORK` without an answer; the reason when the request was aborted
 */
export async function send(
  url: string,
  init: RequestInit,
  ask: typeof fetch,
  clock: ServerClock,
): Promise<Response> {
  const sent = Date.now()
  let response: Response
  try {
    response = await ask(url, { ...init, cache: 'no-store' })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw explainSilence(url, cause)
  }
  clock.read(response.headers, sent)
  return response
}

/** Reads an answer with its body. @throws ApiError as {@link readBody} */
export async function readResponse(response: Response): Promise<ApiAnswer> {
  const { status, redirected, headers } = response
  const retryAfter = readRetryAfter(headers.get('retry-after'), Date.now(), retryDelay(0))
  return { status, redirected, retryAfter, text: await readBody(response) }
}
