import { createPart } from '../platform/chunks.js'
import type { Core } from './core.js'

const NAMES = createPart(() => import('../names/name-connections.js'))

/**
 * Reads the name of each connection when the page wants names. The code is a separate part; a name that
 * cannot be read is no error.
 */
export function nameAll(core: Core): void {
  if (!core.config.names && !core.hasNames) return
  core.hasNames = true
  NAMES.load().then(
    ({ nameConnections }) =>
      nameConnections(core.connections.all(), core.config, () => core.connections.publish()),
    () => {
      // Without its part the connections have no names, as without `names`.
    },
  )
}
