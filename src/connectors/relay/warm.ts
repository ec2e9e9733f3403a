import { loadChunk } from '../../platform/chunks.js'

/** The relay's client, in a chunk of its own. */
export const loadRelayClient = () =>
  loadChunk('connectors/relay/relay-client', () => import('./relay-client.js'))

/** Begins to fetch the relay's client. A failure is told where the client is used. */
export const warmRelay = (): void => void loadRelayClient().catch(() => {})
