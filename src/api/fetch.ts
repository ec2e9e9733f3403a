import type { ApiTransformer } from './connection.js'
import { type ApiAnswer, readAnswer } from './envelope.js'
import { isPage, limitBody, readResponse, send } from './send.js'
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

/** The number of calls in a batch's URL, or null when it is not a batch. */
function countCalls(url: string): number | null {
  const [path = '', query = ''] = url.split('?')
  return /(?:^|&)batch=1(?:&|$)/.test(query) ? (path.split('/').at(-1) as string).split(',').length : null
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
  const { credentials, clock, transformer } = options
  return async (url, init) => {
    const response = await send(url, { ...(init as RequestInit), credentials }, options.fetch, clock)
    const { status, headers } = response
    const isStream = new Headers(init.headers).get('trpc-accept') === 'application/jsonl'
    if (isStream && response.ok && response.body && !isPage(response)) {
      return { ok: true, status, headers, body: limitBody(response.body) } as unknown as Response
    }
    const answer = { ...(await readResponse(response)), transformer }
    // When a link expected a stream and the answer is no stream, the link needs one error for all its calls.
    const json = isStream ? readShared(answer) : readAnswer(answer, countCalls(url))
    return { ok: false, status, headers, body: null, json: async () => json } as unknown as Response
  }
}

function readShared(answer: ApiAnswer): unknown {
  const list = readAnswer(answer, 1) as [object]
  return 'error' in list[0] ? list[0] : readAnswer({ ...answer, text: '' }, null)
}
