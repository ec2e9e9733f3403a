import { watchPage } from '../platform/page.js'
import type { Connections } from './connections.js'
import type { Reconnect } from './reconnect.js'
import type { Records } from './session-records.js'

/** Follows other tabs, and asks the wallets again when the visitor comes back to this one. @returns the way to stop */
export function watchTabs(connections: Connections, reconnect: Reconnect, records: Records): () => void {
  return watchPage({
    onShow() {
      void connections.refresh()
      reconnect.refresh()
    },
    onStorage(key) {
      if (key !== records.reconnectKey) return
      reconnect.compare()
      const stored = records.readReconnect()
      for (const { connector } of connections.all()) {
        if (stored[connector.namespace]) continue
        // The other tab has disconnected and cleared the records. Another wallet in the flag is that tab's own connection.
        void connections.end(connector.namespace, 'user', false)
      }
    },
  })
}
