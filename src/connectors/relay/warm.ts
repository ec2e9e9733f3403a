import { loadChunk } from '../../platform/chunks.js'

/** Absent in the script tag's build, where there is always a socket class. */
declare const __WCB_PARTS__: unknown

/** The relay's client, in a chunk of its own. */
export async function loadRelayClient() {
  if (!__WCB_PARTS__ && typeof WebSocket === 'undefined')
    (await loadChunk('connectors/relay/node-socket', () => import('./node-socket.js'))).holdSocket()
  return loadChunk('connectors/relay/relay-client', () => import('./relay-client.js'))
}

/** Begins to fetch the relay's client. A failure shows where the client is used. */
export const warmRelay = (): void => void loadRelayClient().catch(() => {})
