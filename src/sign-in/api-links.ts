import type { Operation, TRPCLink, TRPCWebSocketClient } from '@trpc/client'
import type { AnyRouter } from '@trpc/server'
import type { ApiFetch } from './api-fetch.js'
import { openSocket } from './api-socket.js'

/** How calls travel. */
export type ApiTransport = 'http' | 'batch' | 'stream' | 'ws'

/** Longest URL of a batch: some servers and proxies take no longer ones. */
export const MAX_URL = 2_048

type Library = typeof import('@trpc/client')

/** A call whose URL alone would be too long for a batch's. */
const isLong = (url: string, { type, path, input }: Operation): boolean =>
  type === 'query' &&
  url.length + path.length + encodeURIComponent(JSON.stringify(input) ?? '').length + 64 > MAX_URL

/** Signing in and out sets a cookie, which a streamed answer cannot: its headers are gone before the call has run. */
const setsCookie = ({ type, path }: Operation): boolean => type === 'mutation' && path.startsWith('signIn.')

/** The links of a transport, and the socket where there is one. */
export function createLinks(
  library: Library,
  transport: ApiTransport,
  options: {
    url: string
    fetch: ApiFetch
    headers: () => Promise<Record<string, string>>
    WebSocket?: typeof WebSocket | undefined
    connectionParams?: (() => Promise<Record<string, string> | null>) | undefined
  },
): { links: TRPCLink<AnyRouter>[]; socket: TRPCWebSocketClient | null } {
  if (transport === 'ws') {
    const socket = openSocket(library.createWSClient, options)
    return { links: [library.wsLink({ client: socket })], socket }
  }
  const http = { url: options.url, fetch: options.fetch as never, headers: options.headers }
  const batch = { ...http, maxURLLength: MAX_URL }
  const single = library.httpLink(http)
  if (transport === 'http') return { links: [single], socket: null }
  const many = transport === 'batch' ? library.httpBatchLink(batch) : library.httpBatchStreamLink(batch)
  const isSingle = (op: Operation) => isLong(options.url, op) || (transport === 'stream' && setsCookie(op))
  return { links: [library.splitLink({ condition: isSingle, true: single, false: many })], socket: null }
}
