import { watchPage } from '../platform/page.js'
import type { Core } from './core.js'
import { askWaiting, compareWaiting } from './reconnect.js'

/**
 * Follows other tabs, and asks the wallets again when the visitor comes back to this tab. @returns the way to
 * stop
 */
export function watchTabs(core: Core): () => void {
  const { connections, records } = core
  return watchPage({
    onShow() {
      // `refresh` never rejects.
      void connections.refresh()
      askWaiting(core)
    },
    onStorage(key) {
      if (key !== records.reconnectKey) return
      compareWaiting(core)
      const stored = records.readReconnect()
      for (const { connector } of connections.all()) {
        if (stored[connector.namespace]) continue
        // The other tab has disconnected and cleared the records. If its flag names another wallet, that is
        // its own connection.
        void connections.end(connector.namespace, 'user', false)
      }
    },
  })
}
