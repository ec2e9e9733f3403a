import { createTRPCUntypedClient, createWSClient, type TRPCWebSocketClient, wsLink } from '@trpc/client'
import { readField } from '../errors/normalise.js'
import { readBase } from '../platform/base-address.js'
import { parseJson, printJson } from '../platform/natives.js'
import type { ApiConnection, ApiTransformer } from './connection.js'
import { readEnvelope, readJson } from './envelope.js'
import { MAX_API_BODY, PING_INTERVAL, PONG_TIMEOUT } from './limits.js'
import { retryDelay } from './retry.js'

/** The socket's URL: the API's URL with ws instead of http. */
export function toSocketUrl(url: string): string {
  const { href } = new URL(url, readBase())
  return href.replace(/^http/i, 'ws')
}

/** The fields of an answer that a socket message lacks: HTTP status and headers. */
const ANSWER = { status: 200, text: '', redirected: false, retryAfter: null }

/** An answer that the client ignores, because it belongs to no call. */
const NOTHING = { id: -1, result: { type: 'data' } }

/**
 * Reads one message. It drops a message that is not of the API, so that no message from a server can throw an error
 * that nobody catches. An answer without a result or an error fails its call.
 */
function readMessage(data: unknown, transformer: ApiTransformer | undefined): object {
  const text = String(data)
  const message = readJson(text) ?? readOversized(text)
  if (typeof message !== 'object' || message === null) return NOTHING
  if (typeof readField(message, 'method') === 'string') return message
  const id = readField(message, 'id')
  // The library looks an id up in a plain object, where a name such as __proto__ would find something that is no call.
  if (!Number.isSafeInteger(id)) return NOTHING
  return { ...(readEnvelope(message, { ...ANSWER, transformer }) as object), id }
}

/** Reads the id of an answer that was refused for an integer beyond 2^53, so that its call fails. */
function readOversized(text: string): object | null {
  try {
    return { id: readField(parseJson(text), 'id') }
  } catch {
    return null
  }
}

/**
 * Creates tRPC's client over a WebSocket. It opens a lost socket again after 1, 2, 4, 8, 16, 30, 30 … s. The count
 * starts again only when a server has answered, so that a server that accepts and hangs up at once is not asked every
 * second.
 *
 * Calls on their way fail when the socket is lost; subscriptions resume after the last event that they got.
 */
export function createSocketClient(options: {
  url: string
  WebSocket?: typeof WebSocket | undefined
  connectionParams?: (() => Promise<Record<string, string> | null>) | undefined
  transformer?: ApiTransformer | undefined
}): ApiConnection {
  let failures = 0
  const socket: TRPCWebSocketClient = createWSClient({
    url: toSocketUrl(options.url),
    ...(options.WebSocket && { WebSocket: options.WebSocket }),
    ...(options.connectionParams && { connectionParams: options.connectionParams }),
    retryDelayMs: () => retryDelay(failures++),
    keepAlive: { enabled: true, intervalMs: PING_INTERVAL, pongTimeoutMs: PONG_TIMEOUT },
    experimental_encoder: {
      encode: (data) => printJson(data),
      decode(data) {
        const size = typeof data === 'string' ? data.length : Number(readField(data, 'byteLength') ?? 0)
        if (size > MAX_API_BODY) {
          socket.connection?.ws.close()
          return NOTHING
        }
        const message = readMessage(data, options.transformer)
        // A server that refuses the connection sends an error before it hangs up.
        if (message !== NOTHING && 'result' in message) failures = 0
        return message
      },
    },
  })
  return {
    client: createTRPCUntypedClient({
      links: [wsLink({ client: socket, transformer: options.transformer as never })],
    }),
    socket,
  }
}
