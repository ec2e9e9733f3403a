import { watchPage } from '../platform/page.js'
import type { Core } from './core.js'
import { askWaiting, compareWaiting } from './reconnect.js'
import { isWalletsEnd } from './session-records.js'

/**
 * Follows other tabs, and asks the wallets again when the visitor comes back to this tab. @returns the way to
 * stop
 */
export function watchTabs(core: Core): () => void {
  const { connections, records } = core
  return watchPage({
    onShow() {
      void connections.refresh()
      askWaiting(core)
    },
    onStorage(key, before, now) {
      if (key !== records.reconnectKey) return
      compareWaiting(core)
      const stored = records.readReconnect()
      for (const live of connections.all()) {
        const { namespace } = live.connector
        if (isWalletsEnd(now, namespace)) void connections.confirm(live)
        if (stored[namespace] || isWalletsEnd(now, namespace) || isWalletsEnd(before, namespace)) continue
        // The other tab has disconnected and cleared the records. If its flag names another wallet, that is
        // its own connection.
        void connections.end(namespace, 'user', false)
      }
    },
  })
}
