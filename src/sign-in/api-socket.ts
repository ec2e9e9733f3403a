import type { TRPCWebSocketClient } from '@trpc/client'
import { readField } from '../errors/normalise.js'
import { MAX_BODY } from './api-fetch.js'
import { retryDelay } from './api-retry.js'

/** A ping this often, and this long for its answer, in ms; then the socket is closed and opened anew. */
const PING_INTERVAL = 15_000
const PONG_TIMEOUT = 5_000

/** The socket's URL: the API's own, with ws for http. */
export function toSocketUrl(url: string): string {
  const { href } = new URL(url, globalThis.location?.href)
  return href.replace(/^http/i, 'ws')
}

/** An answer that means nothing: it belongs to no call. */
const NOTHING = { id: -1, result: { type: 'data' } }

/**
 * Reads one message. What is no message of the API is dropped, so that nothing a server sends can throw where nobody
 * would catch it; an answer without result and error fails its call.
 */
function readMessage(data: unknown): unknown {
  let message: unknown
  try {
    message = JSON.parse(data as string)
  } catch {
    return NOTHING
  }
  if (typeof message !== 'object' || message === null) return NOTHING
  if (typeof readField(message, 'method') === 'string') return message
  const [result, error] = [readField(message, 'result'), readField(message, 'error')]
  if (typeof error === 'object' && error !== null) return message
  if (typeof result === 'object' && result !== null) return message
  return { id: readField(message, 'id'), error: { code: -32700, message: '', data: { code: 'PARSE_ERROR' } } }
}

/**
 * Opens the API's WebSocket. A lost socket is opened again after 1, 2, 4, 8, 16, 30, 30 … s; the count begins anew once
 * a server has answered, so that one that accepts and hangs up at once is not asked every second.
 *
 * Calls that were on their way when it was lost fail; subscriptions are taken up again after the last event they got.
 */
export function openSocket(
  createWSClient: typeof import('@trpc/client')['createWSClient'],
  options: {
    url: string
    WebSocket?: typeof WebSocket | undefined
    connectionParams?: (() => Promise<Record<string, string> | null>) | undefined
  },
): TRPCWebSocketClient {
  let failures = 0
  const client: TRPCWebSocketClient = createWSClient({
    url: toSocketUrl(options.url),
    ...(options.WebSocket && { WebSocket: options.WebSocket }),
    ...(options.connectionParams && { connectionParams: options.connectionParams }),
    retryDelayMs: () => retryDelay(failures++),
    keepAlive: { enabled: true, intervalMs: PING_INTERVAL, pongTimeoutMs: PONG_TIMEOUT },
    experimental_encoder: {
      encode: (data) => JSON.stringify(data),
      decode(data) {
        const size = typeof data === 'string' ? data.length : Number(readField(data, 'byteLength') ?? 0)
        if (size > MAX_BODY) {
          client.connection?.ws.close()
          return NOTHING
        }
        failures = 0
        return readMessage(data)
      },
    },
  })
  return client
}
