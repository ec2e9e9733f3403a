import { createPart } from '../../platform/chunks.js'

const NODE_SOCKET = createPart(() => import('./node-socket.js'))
const CLIENT = createPart(() => import('./relay-client.js'))

/** Undefined outside of the script tag's build. Browsers always have a socket class. */
declare const __WCB_PARTS__: unknown

/** Loads the relay's client, which is a separate chunk. */
export async function loadRelayClient() {
  if (!__WCB_PARTS__ && typeof WebSocket === 'undefined') (await NODE_SOCKET.load()).setSocketClass()
  return CLIENT.load()
}

/** Begins to fetch the relay's client. A failure is reported when the client is used. */
export const warmRelay = (): void => void loadRelayClient().catch(() => {})
