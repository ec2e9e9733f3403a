import { loadChunk } from '../platform/chunks.js'
import type { Core } from './core.js'

/** Names each connection where the page wants names. Their code is a part of its own; what cannot be had is no name. */
export function nameAll(core: Core): void {
  if (!core.config.names && !core.hasNames) return
  core.hasNames = true
  loadChunk('names/name-connections', () => import('../names/name-connections.js')).then(
    ({ nameConnections }) => nameConnections(core.connections.all(), core.config, core.connections.publish),
    () => {
      // Without its part the connections have no names, as without `names`.
    },
  )
}
