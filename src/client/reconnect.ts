import type { Namespace } from '../chains/caip2.js'
import type { Connector } from '../connectors/connector.js'
import { forgetLastWallet, readLastWallet } from '../connectors/sources.js'
import { loadChunk } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import type { StorageLike } from '../platform/storage.js'
import {
  createEarlierSession,
  DISCONNECTED,
  type EarlierSession,
  type EarlierSessionContext,
} from './earlier-session.js'
import type { MachineEvent } from './machine.js'

/** Restores the sessions of earlier visits without a prompt. */
export interface Reconnect {
  /**
   * Tries the wallets of earlier sessions, all namespaces at once, and resolves after a second at most. Never rejects. A wallet
   * that is locked, or has not answered by then, keeps its record and is restored when it answers.
   */
  restore(): Promise<void>
  /** Tries the last wallets as well, whose sessions the visitor may have ended (`neverAsk`, `canAsk`). */
  restoreLast(): Promise<void>
  /**
   * Finds the wallet that `restoreLast` would restore, and changes nothing: no connection, no record, no event.
   *
   * @param namespace the kind of wallet that is wanted; any by default
   */
  findLast(namespace?: Namespace): Promise<Connector | null>
  /** Waits for a wallet that has locked itself. */
  waitFor(connector: Connector): void
  /** The visitor sees the page again: asks the wallets that did not answer yet, once. */
  refresh(): void
  /** Another tab has changed the stored flag: gives up each wallet that the flag no longer names. */
  compare(): void
  /** Stops trying, since the visitor has chosen a wallet; a session that still comes is left alone. */
  stop(namespace?: Namespace): void
  /** Stops trying, since the visitor has disconnected; a session that still comes is ended. */
  disconnect(namespace?: Namespace): void
  /** Clears the records of wallets that are neither connected nor may still be restored. */
  tidy(): void
}

/** What {@link createReconnect} works with. */
export interface ReconnectContext extends Omit<EarlierSessionContext, 'onNone'> {
  storage: StorageLike
  disposed: AbortSignal
  /** Whether an attempt to connect runs in this namespace. */
  isAttempting(namespace: Namespace): boolean
  /** Scans for wallets. */
  scan(): void
  move(event: MachineEvent): void
}

/** Creates a {@link Reconnect}. */
export function createReconnect(context: ReconnectContext): Reconnect {
  const { records, storage, connections, disposed, isAttempting, scan, move } = context
  const earlier = new Map<Namespace, EarlierSession>()
  let running: Promise<void> | null = null

  /** The stored id of the wallet whose session is to be restored. */
  const readStored = (namespace: Namespace): string | null | undefined =>
    records.readReconnect()[namespace] ?? (namespace === 'starknet' ? readLastWallet(storage) : null)

  function tidy() {
    const keys = connections.all().map(({ connector }) => connector.key)
    for (const name of Object.keys(records.readReconnect()) as Namespace[]) {
      if (connections.get(name)) continue
      const key = earlier.get(name)?.key
      // The wallet was not found yet, so its keys are unknown, and any key may be one of them.
      if (!key) return
      keys.push(key)
    }
    records.clearOthers(keys)
  }

  /** Gives a wallet up: it has had its second (specification, section 4), or says itself that it has no session. */
  function onNone(namespace: Namespace, walletId: string) {
    earlier.get(namespace)?.stop()
    earlier.delete(namespace)
    const stored = readStored(namespace)
    // Another tab may have connected another wallet since.
    if (stored && stored !== walletId) return
    records.writeReconnect(namespace, null)
    if (namespace === 'starknet') forgetLastWallet(storage)
    tidy()
  }

  function replace(namespace: Namespace, walletId: string): EarlierSession {
    earlier.get(namespace)?.stop()
    const session = createEarlierSession({ ...context, onNone }, namespace, walletId)
    earlier.set(namespace, session)
    return session
  }

  function restore(ids: Partial<Record<Namespace, string>>): Promise<void> {
    if (running) return running
    // The wallet that the visitor is choosing comes first.
    const isFree = (name: Namespace) => !connections.get(name) && !isAttempting(name)
    const wanted = (Object.entries(ids) as [Namespace, string][]).filter(([name]) => isFree(name))
    if (wanted.length === 0 || disposed.aborted) return NativePromise.resolve()
    scan()
    move('restore')
    running = NativePromise.all(
      wanted.map(([namespace, walletId]) => {
        const known = earlier.get(namespace)
        return known?.walletId === walletId && known.isLate
          ? known.askAgain()
          : replace(namespace, walletId).seek()
      }),
    ).then(() => {
      running = null
      tidy()
      move('restored')
    })
    return running
  }

  const readLast = (): Partial<Record<Namespace, string>> => {
    const starknet = readLastWallet(storage)
    return { ...(starknet && { starknet }), ...records.readReconnect() }
  }

  /** The earlier sessions that may still be restored. */
  const waiting = (namespace?: Namespace): [Namespace, EarlierSession][] => {
    for (const name of [...earlier.keys()]) if (connections.get(name)) earlier.delete(name)
    return [...earlier].filter(([name]) => !namespace || name === namespace)
  }

  return {
    restore: () => restore(records.readReconnect()),
    restoreLast: () => restore(readLast()),
    async findLast(wanted) {
      await running
      scan()
      const ids = (Object.entries(readLast()) as [Namespace, string][]).filter(
        ([namespace]) => !wanted || namespace === wanted,
      )
      if (ids.length === 0) return null
      const { findLastWallet } = await loadChunk('client/find-last', () => import('./find-last.js'))
      return findLastWallet(context, ids)
    },
    waitFor({ namespace, id }) {
      if (!disposed.aborted) replace(namespace, id).listen()
    },
    refresh() {
      if (running) return
      for (const [name, session] of waiting()) if (!isAttempting(name)) void session.askAgain()
    },
    compare() {
      for (const [name, session] of waiting()) {
        if (readStored(name) === session.walletId) continue
        session.stop()
        earlier.delete(name)
      }
    },
    stop(namespace) {
      for (const [, session] of waiting(namespace)) session.stop()
    },
    disconnect(namespace) {
      for (const [name, session] of waiting(namespace)) {
        session.stop(DISCONNECTED)
        earlier.delete(name)
        if (session.key) records.clearWallet(session.key)
      }
    },
    tidy,
  }
}
