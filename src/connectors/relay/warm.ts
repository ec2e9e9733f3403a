import { loadChunk } from '../../platform/chunks.js'

/** Undefined outside of the script tag's build. Browsers always have a socket class. */
declare const __WCB_PARTS__: unknown

/** Loads the relay's client, which is a separate chunk. */
export async function loadRelayClient() {
  if (!__WCB_PARTS__ && typeof WebSocket === 'undefined')
    (await loadChunk('connectors/relay/node-socket', () => import('./node-socket.js'))).holdSocket()
  return loadChunk('connectors/relay/relay-client', () => import('./relay-client.js'))
}

/** Begins to fetch the relay's client. A failure is reported when the client is used. */
export const warmRelay = (): void => void loadRelayClient().catch(() => {})
