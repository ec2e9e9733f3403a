import { createPart } from '../platform/chunks.js'
import { watchPage } from '../platform/page.js'
import type { Core } from './core.js'
import { askWaiting, compareWaiting } from './reconnect.js'
import { compareFlags, printWords } from './session-records.js'

const FOLLOW = createPart(() => import('./follow-pages.js'))

/**
 * Follows the other pages of this origin: what they connect and disconnect. Asks the wallets again when the visitor comes back to
 * this page. @returns the way to stop
 */
export function watchTabs(core: Core): () => void {
  const { connections, records } = core
  /** What this page shows, in the format of the flag. */
  const readShown = () =>
    printWords(
      Object.fromEntries(connections.all().map(({ connector }) => [connector.namespace, connector.id])),
    )
  /** Restores what other pages have connected. */
  function restoreNew(isCached = false): void {
    if (!isCached && readShown() === printWords(records.readReconnect())) return
    // The console reports a part that does not load.
    FOLLOW.load().then(
      (part) => part.followOthers(core, isCached),
      () => {},
    )
  }
  /** Follows a change of the reconnect flag that another page has made. */
  function follow(before: string | null, now: string | null, isCached = false): void {
    compareWaiting(core)
    for (const live of connections.all()) {
      const { namespace } = live.connector
      const change = compareFlags(before, now, namespace)
      if (change === 'ended') void connections.confirm(live)
      // The other page has cleared the records. If the flag names a wallet again, that is a connection of its own.
      if (change === 'left' && !records.readReconnect()[namespace]) connections.end(namespace, 'user', false)
    }
    restoreNew(isCached)
  }
  return watchPage({
    onShow(isCached) {
      // A page in the back/forward cache hears no storage event: what it shows is compared with what is stored now.
      if (isCached) follow(readShown(), records.readFlag(), true)
      else restoreNew()
      void connections.refresh()
      askWaiting(core)
    },
    onStorage(key, before = readShown(), now = records.readFlag()) {
      if (key === records.reconnectKey) follow(before, now)
    },
  })
}
