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
  /** Follows a change of the reconnect flag that another page has made. */
  function follow(before: string | null, now: string | null): void {
    compareWaiting(core)
    const stored = records.readReconnect()
    for (const live of connections.all()) {
      const { namespace } = live.connector
      if (isWalletsEnd(now, namespace)) void connections.confirm(live)
      if (stored[namespace] || isWalletsEnd(now, namespace) || isWalletsEnd(before, namespace)) continue
      // The other page has disconnected and cleared the records. If its flag names another wallet, that is its own connection.
      void connections.end(namespace, 'user', false)
    }
  }
  return watchPage({
    onShow(isCached) {
      // A page in the back/forward cache hears no storage event, and is shown as if it had been loaded again.
      if (isCached) follow(null, null)
      void connections.refresh()
      askWaiting(core)
    },
    onStorage(key, before, now) {
      if (key === records.reconnectKey) follow(before, now)
    },
  })
}
