import type { Connector } from '../connectors/connector.js'
import { forgetLastWallet, readLastWallet } from '../connectors/sources.js'
import { createPart } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import { endedKey } from '../platform/storage.js'
import { type Namespace, namespaceOf } from '../protocol/caip2.js'
import type { Core, EarlierSession } from './core.js'
import { askAgain, createEarlierSession, DISCONNECTED, listen, seek, stop } from './earlier-session.js'
import { findConnector, move } from './progress.js'
import { answersTo, selectConnectors } from './select-connectors.js'

const FIND_LAST = createPart(() => import('./find-last.js'))

type Ids = Partial<Record<Namespace, string>>

/** The stored id of the wallet whose session should come back. */
const readStored = ({ records, lastWallets }: Core, namespace: Namespace): string | null | undefined =>
  records.readReconnect()[namespace] ?? (namespace === 'starknet' ? readLastWallet(lastWallets) : null)

/** The stored wallets and the last Starknet wallet, even when the visitor has ended its session. */
function readLast({ records, lastWallets }: Core): Ids {
  const stored = records.readReconnect()
  const starknet = stored.starknet ?? readLastWallet(lastWallets)
  return { ...stored, ...(starknet && { starknet }) }
}

/** Clears the records of wallets that are neither connected nor may still be restored. */
export function tidy({ records, connections, earlier }: Core): void {
  const keys = connections.all().map(({ connector }) => connector.key)
  for (const name of Object.keys(records.readReconnect()) as Namespace[]) {
    if (connections.get(name)) continue
    const key = earlier.get(name)?.key
    // The wallet was not found yet, so its key is unknown, and any stored key may be its own.
    if (!key) return
    keys.push(key)
  }
  records.clearOthers(keys)
}

/** Whether this page offers no such wallet: its chains are of other namespaces, or its wallets are others. */
function isExcluded({ config, discovery }: Core, namespace: Namespace, walletId: string): boolean {
  if (![...config.chains, ...config.optionalChains].some((chain) => namespaceOf(chain) === namespace))
    return true
  const all = discovery.all()
  const hasWallet = (connectors: readonly Connector[]) =>
    connectors.some((connector) => connector.namespace === namespace && answersTo(connector, walletId))
  return hasWallet(all) && !hasWallet(selectConnectors(all, config))
}

/**
 * Gives a wallet up: its second is over (specification, section 4), or it answers that it has no session. Another page of this
 * origin may offer a wallet that this one excludes, and another tab may be connected to a wallet that this one has not found.
 */
function giveUp(core: Core, namespace: Namespace, walletId: string): void {
  const { earlier, records, lastWallets } = core
  const session = earlier.get(namespace)
  if (session) stop(session)
  earlier.delete(namespace)
  const stored = readStored(core, namespace)
  // Another tab may have connected another wallet since.
  if ((stored && stored !== walletId) || isExcluded(core, namespace, walletId)) return
  records.writeWalletsEnd(namespace)
  if (namespace === 'starknet') forgetLastWallet(lastWallets)
  tidy(core)
}

/** Replaces the search of a namespace by a new search. */
function replace(core: Core, namespace: Namespace, walletId: string): EarlierSession {
  const { earlier } = core
  const before = earlier.get(namespace)
  if (before) stop(before)
  const session = createEarlierSession(namespace, walletId, () => giveUp(core, namespace, walletId))
  earlier.set(namespace, session)
  return session
}

/**
 * Tries the wallets of earlier sessions, all namespaces at once, and resolves after a second at most. Never
 * rejects. A wallet that is locked, or has not answered by then, keeps its record and is restored when it
 * answers.
 *
 * @param ids the wallet of each namespace; the stored wallets by default
 */
export function restore(core: Core, ids: Ids = core.records.readReconnect()): Promise<void> {
  const { connections, earlier, running } = core
  if (core.restoring) return core.restoring
  // The wallet that the visitor is choosing now comes first.
  const isFree = (name: Namespace) => !connections.get(name) && running?.connector.namespace !== name
  const wanted = (Object.entries(ids) as [Namespace, string][]).filter(([name]) => isFree(name))
  if (core.disposed.aborted) return NativePromise.resolve()
  // The source of phones tells wallets what an earlier page could not tell them any more.
  if (wanted.length > 0 || core.storage.getItem(endedKey(core.config.store))) core.discovery.scan()
  if (wanted.length === 0) return NativePromise.resolve()
  move(core, 'restore')
  core.restoring = NativePromise.all(
    wanted.map(([namespace, walletId]) => {
      const known = earlier.get(namespace)
      return known?.walletId === walletId && known.isLate
        ? askAgain(core, known)
        : seek(core, replace(core, namespace, walletId))
    }),
  ).then(() => {
    core.restoring = null
    tidy(core)
    move(core, 'restored')
  })
  return core.restoring
}

/** Also tries the last wallets when the visitor has ended their sessions (`neverAsk`, `canAsk`). */
export const restoreLast = (core: Core): Promise<void> => restore(core, readLast(core))

/**
 * Finds the wallet that {@link restoreLast} would restore, and changes nothing: no connection, no record, no
 * event.
 *
 * @param wanted the namespace of the wallet; undefined for any
 * @param over aborted when the call is over; the questions to wallets end then
 */
export async function findLast(
  core: Core,
  wanted: Namespace | undefined,
  over: AbortSignal,
): Promise<Connector | null> {
  await core.restoring
  core.discovery.scan()
  const ids = (Object.entries(readLast(core)) as [Namespace, string][]).filter(
    ([namespace]) => !wanted || namespace === wanted,
  )
  if (ids.length === 0) return null
  const { findLastWallet } = await FIND_LAST.load()
  return over.aborted ? null : findLastWallet(core, (id) => findConnector(core, id), ids, over)
}

/** Whether a wallet of an earlier session has a question that it has not answered. */
export const isAsking = ({ earlier, finding }: Core): boolean =>
  finding > 0 || [...earlier.values()].some(({ turn }) => turn.open > 0)

/** Waits for a wallet that is locked, or was lost, to come back. The wallet that the visitor is choosing now comes first. */
export function waitFor(core: Core, { namespace, id }: Connector): void {
  if (core.disposed.aborted) return
  const session = replace(core, namespace, id)
  if (core.running?.connector.namespace !== namespace) listen(core, session)
}

/** The earlier sessions that may still be restored. */
function waiting({ earlier, connections }: Core, namespace?: Namespace): EarlierSession[] {
  for (const [name, session] of [...earlier]) {
    if (!connections.get(name)) continue
    // Another wallet was chosen meanwhile.
    stop(session)
    earlier.delete(name)
  }
  return [...earlier.values()].filter((session) => !namespace || session.namespace === namespace)
}

/** Called when the visitor sees the page again: asks the wallets that have not answered yet, once. */
export function askWaiting(core: Core): void {
  if (core.restoring) return
  for (const session of waiting(core))
    if (core.running?.connector.namespace !== session.namespace) void askAgain(core, session)
}

/**
 * Called when another tab has changed the stored flag: gives up each wallet that the flag no longer names.
 */
export function compareWaiting(core: Core): void {
  for (const session of waiting(core)) {
    if (readStored(core, session.namespace) === session.walletId) continue
    stop(session)
    core.earlier.delete(session.namespace)
  }
}

/** Stops trying because the visitor has chosen a wallet. A session that still arrives is left alone. */
export function stopWaiting(core: Core, namespace?: Namespace): void {
  for (const session of waiting(core, namespace)) stop(session)
}

/** Stops trying because the visitor has disconnected. A session that still arrives is ended. */
export function forgetWaiting(core: Core, namespace?: Namespace): void {
  for (const session of waiting(core, namespace)) {
    stop(session, DISCONNECTED)
    core.earlier.delete(session.namespace)
    if (session.key) core.records.clearWallet(session.key)
  }
}
