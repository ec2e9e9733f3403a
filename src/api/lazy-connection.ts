import { WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import type { ApiClientOptions } from './client-types.js'
import type { ApiConnection } from './connection.js'
import { createServerClock } from './server-clock.js'

const SOCKET = createPart(() => import('./socket.js'))
const LINKS = createPart(() => import('./links.js'))

/** The connection of a client, opened with the first call. */
export interface LazyConnection {
  /**
   * Returns the connection, and opens it first if necessary. @throws WalletError `asset_integrity` when its code cannot
   * be loaded, `config_invalid` without a class of sockets
   */
  get(): Promise<ApiConnection>
  /** Closes the socket. The next call opens a new connection. */
  close(): void
  /** The server's time, epoch ms, from its last answer over HTTP; before that our own clock's. */
  now(): number
}

/** Creates the {@link LazyConnection} of a client. @param url absolute base URL of the API */
export function createLazyConnection(options: ApiClientOptions, url: string): LazyConnection {
  const { transport = 'http', transformer } = options
  const clock = createServerClock()
  let connection: Promise<ApiConnection> | undefined

  async function connect(): Promise<ApiConnection> {
    const headers = async () => ({ ...(await options.headers?.()) })
    if (transport === 'ws') {
      if (!options.WebSocket && typeof WebSocket === 'undefined')
        throw new WalletError('config_invalid', {
          message: 'transport="ws": there is no WebSocket here, and the options name none',
        })
      const { createSocketClient } = await SOCKET.load()
      return createSocketClient({
        url,
        WebSocket: options.WebSocket,
        transformer,
        connectionParams: options.headers && headers,
      })
    }
    const { createHttpClient } = await LINKS.load()
    return createHttpClient(transport, {
      url,
      headers,
      fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
      credentials: options.credentials ?? 'include',
      transformer,
      clock,
    })
  }

  return {
    get() {
      connection ??= connect().catch((cause) => {
        connection = undefined
        throw cause instanceof WalletError ? cause : new WalletError('asset_integrity', { cause })
      })
      return connection
    },
    close() {
      // A connection that could not be opened has no socket to close; its call has failed with the reason.
      connection?.then(({ socket }) => socket?.close()).catch(() => {})
      connection = undefined
    },
    now: clock.now,
  }
}
