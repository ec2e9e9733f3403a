import type { Namespace } from '../protocol/caip2.js'
import { running } from './call.js'
import type { Core } from './core.js'
import { end, findSearch, put, seek } from './earlier-session.js'
import type { LiveConnection } from './live-connection.js'
import { restore } from './reconnect.js'

/** Whether a connection is the one that the records name. A code may have brought another phone in another page. */
const isStored = ({ records }: Core, { connector, session }: LiveConnection, walletId: string): boolean =>
  connector.id === walletId && records.readWallet(connector.key)?.topic === session.topic

/**
 * Restores, without a prompt, what other pages of this origin have connected.
 *
 * @param isCached this page comes from the back/forward cache: it shows what a page shows that is loaded now, also where it has
 * another wallet. A page that was there all the time keeps its wallet.
 */
export function followOthers(core: Core, isCached = false): void {
  const { records, connections, disposed } = core
  if (disposed.aborted) return
  const { restoring } = core.now
  if (restoring) {
    // It never rejects.
    void restoring.then(() => followOthers(core, isCached))
    return
  }
  const stored = records.readReconnect()
  for (const [namespace, walletId] of Object.entries(stored) as [Namespace, string][]) {
    const live = connections.get(namespace)
    if (!live || !isCached || live.queue.pending || running(core)?.connector.namespace === namespace) continue
    if (isStored(core, live, walletId)) continue
    // Where the wallet of the other page is not on this one, this page keeps its own.
    const onMissing = () => end(core, search, 'stop')
    const search = put(core, { namespace, walletId, of: 'session', replaces: live, onMissing })
    void seek(core, search)
  }
  const isNew = ([namespace, walletId]: [string, string]) =>
    findSearch(core, namespace as Namespace)?.walletId !== walletId
  const begun = Object.fromEntries(Object.entries(stored).filter(isNew))
  // It never rejects.
  if (Object.keys(begun).length > 0) void restore(core, begun)
}
