/** The parts of a request and its response that the router uses, with any adapter of tRPC. */
export interface SignInContext {
  /**
   * Created by {@link createSignInContext}. Without it the router reads and sets no cookie, and nobody stays signed in.
   */
  signInRequest?: {
    /** A request header's value, or null. */
    header(name: string): string | null
    /** Adds a Set-Cookie header; null when the answer has no headers of its own (WebSocket, streams). */
    setCookie: ((cookie: string) => void) | null
    /** Whether a visitor can be recognised: by a cookie, or by the same connection. */
    canKeep: boolean
    /** Whether the context belongs to a WebSocket, which outlives one call. */
    isSocket: boolean
    /**
     * The session of a connection that outlives one call (WebSocket), which cannot set a cookie; empty once it was
     * deleted.
     */
    connection: { session?: string | undefined }
  }
}

interface NodeRequest {
  headers: Record<string, string | string[] | undefined>
}

interface NodeResponse {
  appendHeader?(name: string, value: string): unknown
  /** Fastify's, which adds a cookie to those that are there. */
  header?(name: string, value: string): unknown
  setHeader?(name: string, value: string): unknown
  hasHeader?(name: string): boolean
  headersSent?: boolean
}

const hasGet = (headers: unknown): headers is Headers =>
  typeof (headers as Headers | undefined)?.get === 'function'

/**
 * Creates the router's context from what any adapter of tRPC passes to `createContext`: fetch (Next, edge runtimes),
 * Node's http, Express, Fastify, WebSocket. It marks answers as not cacheable, unless the server has set another value.
 *
 * A streamed answer (httpBatchStreamLink) sends its headers before a procedure has run, so it cannot set a cookie: sign
 * in and out over plain requests, as this package's client does.
 */
export function createSignInContext(options: {
  req: Request | NodeRequest
  res?: unknown
  resHeaders?: Headers
}): SignInContext {
  const { req, resHeaders } = options
  const { headers } = req
  const isStreamed = readHeader(headers, 'trpc-accept') === 'application/jsonl'
  const response = options.res as NodeResponse | undefined
  const append = [response?.appendHeader, response?.header].find((method) => typeof method === 'function')

  if (resHeaders && !resHeaders.has('cache-control')) resHeaders.set('cache-control', 'no-store')
  if (append && !response?.headersSent && !response?.hasHeader?.('cache-control')) {
    append.call(response, 'cache-control', 'no-store')
  }

  let setCookie: ((cookie: string) => void) | null = null
  if (resHeaders) setCookie = (cookie) => resHeaders.append('set-cookie', cookie)
  else if (append)
    setCookie = (cookie) => void (response?.headersSent || append.call(response, 'set-cookie', cookie))

  return {
    signInRequest: {
      header: (name) => readHeader(headers, name),
      setCookie: isStreamed ? null : setCookie,
      canKeep: !isStreamed,
      isSocket: setCookie === null,
      connection: {},
    },
  }
}

function readHeader(headers: Headers | NodeRequest['headers'], name: string): string | null {
  if (hasGet(headers)) return headers.get(name)
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.join(', ') ?? null)
}
