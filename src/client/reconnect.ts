import type { Connector } from '../connectors/connector.js'
import { LEFT } from '../constants.js'
import { createPart } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import { codesKey, endedKey } from '../platform/stored-names.js'
import { type Namespace, namespaceOf } from '../protocol/caip2.js'
import { awaitCodes } from './await-codes.js'
import { move, running } from './call.js'
import { findConnector } from './choices.js'
import type { Core } from './core.js'
import { askAgain, DISCONNECTED, end, expectBack, findSearch, put, seek, stop } from './earlier-session.js'
import { type EarlierSession, isLate, isOver } from './search.js'
import { answersTo, selectConnectors } from './select-connectors.js'

const FIND_LAST = createPart(() => import('./find-last.js'))

/** After so many visits in a row without a wallet its record is deleted: it was removed from this browser. */
const MAX_MISSING = 5

type Ids = Partial<Record<Namespace, string>>

/** Clears the records of wallets that are neither connected nor may still be restored. */
export function tidy(core: Core): void {
  const { records, connections } = core
  const keys = connections.all().map(({ connector }) => connector.key)
  for (const [name, walletId] of Object.entries(records.readReconnect()) as [Namespace, string][]) {
    // Another tab may have connected another wallet than this one.
    if (connections.get(name)?.connector.id === walletId) continue
    const search = findSearch(core, name)
    const key = search?.walletId === walletId && search.asked?.key
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
 * Gives a wallet up: it answers that it has no session, or was not there on several visits. Another page of this origin may offer a
 * wallet that this one excludes, and another tab may be connected to a wallet that this one has not found.
 */
function giveUp(core: Core, namespace: Namespace, walletId: string): void {
  const { records } = core
  const search = findSearch(core, namespace)
  if (search) end(core, search, 'stop')
  const stored = records.readLast()[namespace]
  // Another tab may have connected another wallet since.
  if ((stored && stored !== walletId) || isExcluded(core, namespace, walletId)) return
  records.writeWalletsEnd(namespace)
  if (namespace === 'starknet') records.forgetLast()
  tidy(core)
}

/** Replaces the search of a namespace by a new search. @param asked the wallet's connector, if it is known */
function replace(core: Core, namespace: Namespace, walletId: string, asked?: Connector): EarlierSession {
  const onNone = () => giveUp(core, namespace, walletId)
  const onMissing = () => {
    // Of wallets with one id none is asked, and none is absent.
    if (findConnector(core, walletId)?.note) return core.records.clearMissing(namespace)
    if (isExcluded(core, namespace, walletId) || core.records.countMissing(namespace) >= MAX_MISSING) onNone()
  }
  return put(core, { namespace, walletId, of: 'session', asked, onNone, onMissing })
}

/**
 * Tries the wallets of earlier sessions, all namespaces at once, and resolves after a second at most. Never
 * rejects. A wallet that is locked, or has not answered by then, keeps its record and is restored when it
 * answers.
 *
 * @param ids the wallet of each namespace; the stored wallets by default
 */
export function restore(core: Core, ids: Ids = core.records.readReconnect()): Promise<void> {
  const { connections, now } = core
  if (now.restoring) return now.restoring
  // The wallet that the visitor is choosing now comes first.
  const isFree = (name: Namespace) => !connections.get(name) && running(core)?.connector.namespace !== name
  const wanted = (Object.entries(ids) as [Namespace, string][]).filter(([name]) => isFree(name))
  if (core.disposed.aborted) return NativePromise.resolve()
  core.records.healReconnect()
  // The source of phones sends wallets what an earlier page could not send any more.
  const names = [endedKey, codesKey].map((toKey) => toKey(core.config.store))
  if (wanted.length > 0 || names.some((name) => core.storage.getItem(name))) core.discovery.scan()
  if (wanted.length === 0) {
    awaitCodes(core)
    return NativePromise.resolve()
  }
  const restoring = NativePromise.all(
    wanted.map(([namespace, walletId]) => {
      const known = findSearch(core, namespace)
      // A search counts one visit without the wallet, however often the visitor begins and cancels.
      const hasBegun = known?.walletId === walletId && (isLate(known) || isOver(known))
      return hasBegun ? askAgain(core, known) : seek(core, replace(core, namespace, walletId))
    }),
  ).then(() => {
    tidy(core)
    move(core, 'restored', { restoring: null })
    awaitCodes(core)
  })
  move(core, 'restore', { restoring })
  return restoring
}

/** Also tries the last wallets when the visitor has ended their sessions (`neverAsk`, `canAsk`). */
export const restoreLast = (core: Core): Promise<void> => restore(core, core.records.readLast())

/**
 * Finds, without a prompt, the first wallet that {@link restoreLast} would restore, and changes nothing: no connection, no record,
 * no event.
 *
 * @param wanted the namespace of the wallet; undefined for any
 * @param over aborted when the call is over; the questions to wallets end then
 * @returns null when no wallet answers within a second
 */
export async function findLast(
  core: Core,
  wanted: Namespace | undefined,
  over: AbortSignal,
): Promise<Connector | null> {
  await core.now.restoring
  if (over.aborted) return null
  core.discovery.scan()
  const ids = (Object.entries(core.records.readLast()) as [Namespace, string][]).filter(
    ([namespace]) => !wanted || namespace === wanted,
  )
  if (ids.length === 0) return null
  const { findLastWallet } = await FIND_LAST.load()
  return over.aborted ? null : findLastWallet(core, ids, over)
}

/** Whether a wallet of an earlier session has a question that it has not answered. */
export const isAsking = ({ searches }: Core): boolean => [...searches].some(({ question }) => question)

/** Waits for a wallet that is locked, or was lost, to come back. The wallet that the visitor is choosing now comes first. */
export function waitFor(core: Core, connector: Connector): void {
  const { namespace, id } = connector
  if (core.disposed.aborted) return
  const stored = core.records.readReconnect()[namespace]
  // Another page has connected another wallet since, and has ended this session by that.
  if (stored && stored !== id) {
    queueMicrotask(() => void restore(core))
    return
  }
  const search = replace(core, namespace, id, connector)
  if (running(core)?.connector.namespace === namespace) stop(search)
  else expectBack(core, search)
}

/** The searches for sessions that may come back, in a namespace or in all. The search for a name ends with its call alone. */
const waiting = ({ searches }: Core, namespace?: Namespace): EarlierSession[] =>
  [...searches].filter((search) => search.of !== 'name' && (!namespace || search.namespace === namespace))

/** Called when connections have changed: ends each search that another connection has made superfluous. */
export function endOutdated(core: Core): void {
  for (const search of waiting(core)) {
    const live = core.connections.get(search.namespace)
    // The answer to a code replaces any connection, unless the visitor has chosen a wallet since.
    const isOutdated = search.of === 'code' ? live && search.stage === 'given-up' : live !== search.replaces
    if (isOutdated) end(core, search, 'stop')
  }
}

/** Called when the visitor sees the page again: asks the wallets that have not answered yet, once. */
export function askWaiting(core: Core): void {
  const sessions = waiting(core)
  if (core.now.restoring || sessions.length === 0) return
  core.discovery.scan()
  for (const session of sessions)
    if (running(core)?.connector.namespace !== session.namespace) void askAgain(core, session)
}

/**
 * Called when another tab has changed the stored flag: gives up each wallet that the flag no longer names.
 */
export function compareWaiting(core: Core): void {
  for (const search of waiting(core))
    if (search.of !== 'code' && core.records.readLast()[search.namespace] !== search.walletId)
      end(core, search, 'stop')
}

/** Stops trying because the visitor has chosen a wallet. A session that still arrives is left alone. */
export function stopWaiting(core: Core, namespace: Namespace): void {
  for (const session of waiting(core, namespace)) stop(session)
}

/** Stops trying because the client is disposed. A later page may restore what still arrives. */
export function leaveWaiting(core: Core): void {
  for (const session of waiting(core)) stop(session, LEFT)
}

/** Stops trying because the visitor has disconnected. A session that still arrives is ended. */
export function forgetWaiting(core: Core, namespace?: Namespace): void {
  for (const session of waiting(core, namespace)) {
    end(core, session, 'stop', DISCONNECTED)
    if (session.asked) core.records.clearWallet(session.asked.key)
  }
}
