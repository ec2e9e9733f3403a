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

/** Takes up the sessions of earlier visits, without a prompt. */
export interface Reconnect {
  /**
   * Tries the wallets of earlier sessions, all namespaces at once, and is done after a second at most. Never rejects. A wallet
   * that is locked, or has not answered by then, keeps its place and is taken up when it comes.
   */
  restore(): Promise<void>
  /** Tries the last wallets as well, whose sessions the visitor may have ended (`neverAsk`, `canAsk`). */
  restoreLast(): Promise<void>
  /**
   * Finds the wallet that `restoreLast` would take up, and leaves it alone: nothing is connected, stored or told.
   *
   * @param namespace the kind of wallet that is wanted; any by default
   */
  findLast(namespace?: Namespace): Promise<Connector | null>
  /** Waits for a wallet that has locked itself. */
  waitFor(connector: Connector): void
  /** The page is seen again: asks the wallets that are waited for, once. */
  refresh(): void
  /** Another tab has changed the stored flag: what is not in it any more is not waited for. */
  compare(): void
  /** Stops trying, since a wallet was chosen; a session that still comes is left alone. */
  stop(namespace?: Namespace): void
  /** Stops trying, since the visitor has disconnected; a session that still comes is ended. */
  disconnect(namespace?: Namespace): void
  /** Clears what is stored of wallets that neither stand nor wait to be taken up. */
  tidy(): void
}

/** What {@link createReconnect} works with. */
export interface ReconnectContext extends Omit<EarlierSessionContext, 'onNone'> {
  storage: StorageLike
  disposed: AbortSignal
  /** Whether the visitor is choosing a wallet of this kind. */
  isAttempting(namespace: Namespace): boolean
  /** Looks for wallets. */
  look(): void
  move(event: MachineEvent): void
}

/** Creates a {@link Reconnect}. */
export function createReconnect(context: ReconnectContext): Reconnect {
  const { records, storage, connections, disposed, isAttempting, look, move } = context
  const earlier = new Map<Namespace, EarlierSession>()
  let running: Promise<void> | null = null

  /** The wallet whose session is to be taken up, as it is stored. */
  const readStored = (namespace: Namespace): string | null | undefined =>
    records.readReconnect()[namespace] ?? (namespace === 'starknet' ? readLastWallet(storage) : null)

  function tidy() {
    const keys = connections.all().map(({ connector }) => connector.key)
    for (const name of Object.keys(records.readReconnect()) as Namespace[]) {
      if (connections.get(name)) continue
      const key = earlier.get(name)?.key
      // Which keys are those of a wallet that is still looked for cannot be said.
      if (!key) return
      keys.push(key)
    }
    records.clearOthers(keys)
  }

  /** It has had its second (specification, section 4), or says itself that there is nothing. */
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
    // What the visitor is choosing goes before.
    const isFree = (name: Namespace) => !connections.get(name) && !isAttempting(name)
    const wanted = (Object.entries(ids) as [Namespace, string][]).filter(([name]) => isFree(name))
    if (wanted.length === 0 || disposed.aborted) return NativePromise.resolve()
    look()
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

  /** Those that are still waited for. */
  const waiting = (namespace?: Namespace): [Namespace, EarlierSession][] => {
    for (const name of [...earlier.keys()]) if (connections.get(name)) earlier.delete(name)
    return [...earlier].filter(([name]) => !namespace || name === namespace)
  }

  return {
    restore: () => restore(records.readReconnect()),
    restoreLast: () => restore(readLast()),
    async findLast(wanted) {
      await running
      look()
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
