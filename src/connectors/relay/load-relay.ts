import { type ConnectorConfig, storageOf } from '../config.js'
import { readMetadata } from './metadata.js'
import { requireProjectId } from './project-id.js'
import type { Relay } from './relay.js'
import { prefixOf, type RelayName } from './stored-sessions.js'
import { loadRelayClient } from './warm.js'

/**
 * Loads the relay's client, which is a separate chunk, and prepares it for a namespace. It sends no request yet.
 *
 * @throws WalletError `config_invalid` without a project id, `asset_integrity`
 */
export async function loadRelay(name: RelayName, config: ConnectorConfig): Promise<Relay> {
  const projectId = requireProjectId(config)
  const { openRelay } = await loadRelayClient()
  return openRelay({
    prefix: prefixOf(name, config.store),
    store: config.store,
    projectId,
    relayUrl: config.relayUrl,
    metadata: readMetadata(config),
    storage: storageOf(config),
  })
}
