import { isOffline, readAddress } from '../platform/environment.js'
import { ApiError } from './api-error.js'
import type { ApiTransformer } from './connection.js'
import { type ApiAnswer, readAnswer } from './envelope.js'
import { MAX_API_BODY } from './limits.js'
import { readRetryAfter, retryDelay } from './retry.js'
import type { ServerClock } from './server-clock.js'

/** The options that tRPC's links pass. */
interface FetchInit {
  method?: string
  headers?: HeadersInit
  body?: unknown
  signal?: AbortSignal | null
}

/** A fetch function for tRPC's links. It returns checked answers. */
export type ApiFetch = (url: string, init: FetchInit) => Promise<Response>

const tooLarge = () => new ApiError({ apiCode: 'PARSE_ERROR', detail: 'The answer is larger than 1 MiB.' })

/** Passes a body on, and fails it when it exceeds the limit. */
function limitBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
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

const isPage = ({ headers }: Response) => /html/i.test(headers.get('content-type') ?? '')

/**
 * Reads a body within the limit. The body of an HTML page counts as empty: no part of the API sends one.
 *
 * @throws ApiError `PARSE_ERROR` past the limit, `NETWORK` when the connection broke
 */
export async function readBody(response: Response): Promise<string> {
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

/** The number of calls in a batch's URL, or null when it is not a batch. */
function countCalls(url: string): number | null {
  const [path = '', query = ''] = url.split('?')
  return /(?:^|&)batch=1(?:&|$)/.test(query) ? (path.split('/').at(-1) as string).split(',').length : null
}

/** Whether a URL has another origin than the page. Outside of a page none has. */
export function isForeign(url: string): boolean {
  const { origin: page } = readAddress()
  return page !== '' && new URL(url, page).origin !== page
}

/** Explains why no answer came. A browser tells the page neither that CORS refused it nor why a connection failed. */
export function explainSilence(url: string, cause: unknown): ApiError {
  const { origin: page } = readAddress()
  const hint = `No answer. If the server is up, it has to allow ${page}: access-control-allow-origin and -credentials.`
  return new ApiError({
    apiCode: 'NETWORK',
    detail: isForeign(url) && !isOffline() ? hint : 'No answer.',
    cause,
  })
}

/** Options of {@link createApiFetch}. */
export interface ApiFetchOptions {
  /** Sends the requests. */
  fetch: typeof fetch
  /** Whether cookies are sent to another origin. */
  credentials: RequestCredentials
  /** The data transformer of the server, if the page has named it. */
  transformer?: ApiTransformer | undefined
  /** Reads the server's clock from each answer. */
  clock: ServerClock
}

/**
 * Creates the fetch function for tRPC's links. It keeps the limits, and turns every answer into the form that they
 * expect.
 */
export function createApiFetch(options: ApiFetchOptions): ApiFetch {
  return async (url, init) => {
    const sent = Date.now()
    let response: Response
    try {
      response = await options.fetch(url, {
        ...(init as RequestInit),
        credentials: options.credentials,
        cache: 'no-store',
      })
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw explainSilence(url, cause)
    }
    options.clock.read(response.headers, sent)

    const { status, redirected, headers } = response
    const isStream = new Headers(init.headers).get('trpc-accept') === 'application/jsonl'
    if (isStream && response.ok && response.body && !isPage(response)) {
      return { ok: true, status, headers, body: limitBody(response.body) } as unknown as Response
    }
    const retryAfter = readRetryAfter(headers.get('retry-after'), Date.now(), retryDelay(0))
    const { transformer } = options
    const answer = { status, redirected, retryAfter, transformer, text: await readBody(response) }
    // When a link expected a stream and the answer is no stream, the link needs one error for all its calls.
    const json = isStream ? readShared(answer) : readAnswer(answer, countCalls(url))
    return { ok: false, status, headers, body: null, json: async () => json } as unknown as Response
  }
}

function readShared(answer: ApiAnswer): unknown {
  const list = readAnswer(answer, 1) as [object]
  return 'error' in list[0] ? list[0] : readAnswer({ ...answer, text: '' }, null)
}
