import type { Namespace } from '../chains/caip2.js'
import type { Connector, WalletSession } from '../connectors/connector.js'
import { forgetLastWallet, readLastWallet } from '../connectors/sources.js'
import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { NativePromise } from '../platform/natives.js'
import type { StorageLike } from '../platform/storage.js'
import { wait } from '../platform/time.js'
import type { WalletConfig } from './config.js'
import type { Connections } from './connections.js'
import type { MachineEvent } from './machine.js'
import type { Records } from './records.js'
import { callSafely } from './store.js'

/** Why a silent reconnect was stopped: the session is to be ended, not only left alone. */
const DISCONNECTED = 'disconnected'

/** Takes up the sessions of earlier visits, without a prompt. */
export interface Reconnect {
  /** The attempt under way; null when there is none. */
  readonly running: Promise<void> | null
  /** Tries the wallets of earlier sessions, all namespaces at once, for a second at most. Never rejects. */
  restore(): Promise<void>
  /** Tries the last wallets as well, whose sessions the visitor may have ended (`neverAsk`, `canAsk`). */
  restoreLast(): Promise<void>
  /**
   * Finds the wallet that `restoreLast` would take up, and leaves it alone: nothing is connected, stored or told.
   *
   * @param namespace the kind of wallet that is wanted; any by default
   */
  findLast(namespace?: Namespace): Promise<Connector | null>
  /** Stops trying; a session that still comes is left alone. */
  stop(namespace?: Namespace): void
  /** Stops trying, since the visitor has disconnected; a session that still comes is ended. */
  disconnect(namespace?: Namespace): void
  /** Clears what is stored of wallets that neither stand nor wait to be taken up. */
  tidy(): void
}

/** What {@link createReconnect} works with. */
export interface ReconnectContext {
  records: Records
  storage: StorageLike
  connections: Connections
  disposed: AbortSignal
  getConfig(): WalletConfig
  findConnector(id: string): Connector | undefined
  /** Looks for wallets. */
  look(): void
  move(event: MachineEvent): void
  /** Lets a session go that nobody waits for any more. */
  release(session: WalletSession, connector: Connector): void
}

/** Creates a {@link Reconnect}. */
export function createReconnect(context: ReconnectContext): Reconnect {
  const { records, storage, connections, disposed, getConfig, findConnector, look, move, release } = context
  const controls = new Map<Namespace, AbortController>()
  let running: Promise<void> | null = null

  /**
   * Lets an earlier session go that came too late to be taken up. One on a relay was not made here: another tab may be on it,
   * or the attempt that took its place may be called off. It ends only where the visitor has disconnected.
   */
  function leave(session: WalletSession, connector: Connector, signal: AbortSignal) {
    if (!session.topic || signal.reason === DISCONNECTED) release(session, connector)
  }

  /** Asks one wallet, and what it brings after `signal` is let go. */
  async function askSilently(connector: Connector, signal: AbortSignal): Promise<WalletSession | null> {
    try {
      const topic = records.readWallet(connector.key)?.topic
      const session = await connector.restore({ config: getConfig(), signal, topic })
      if (session?.account && session.chainId && !signal.aborted) return session
      if (session) leave(session, connector, signal)
    } catch {
      // A wallet that cannot be asked has nothing to take up.
    }
    return null
  }

  /**
   * @param accept takes a session that is still wanted
   * @returns whether the second has passed without an answer
   */
  async function restoreOne(
    walletId: string,
    signal: AbortSignal,
    accept: (connector: Connector, session: WalletSession) => void,
  ): Promise<boolean> {
    let isOver = false
    const over = wait(RECONNECT_TIMEOUT, signal).then(() => {
      isOver = true
    })
    while (!isOver) {
      const connector = findConnector(walletId)
      // Two wallets under one name: neither is taken up by itself.
      if (connector?.availability === 'ready' && !connector.note) {
        if (connections.get(connector.namespace)) return false
        const asked = askSilently(connector, signal)
        const answer = await NativePromise.race([asked, over])
        if (answer && (signal.aborted || connections.get(connector.namespace)))
          leave(answer, connector, signal)
        else if (answer) accept(connector, answer)
        if (answer) return false
      }
      await NativePromise.race([over, wait(RECONNECT_INTERVAL, signal)])
    }
    return !signal.aborted
  }

  function tidy() {
    const left = Object.keys(records.readReconnect()) as Namespace[]
    if (left.every(connections.get))
      records.clearOthers(connections.all().map(({ connector }) => connector.key))
  }

  function restore(ids: Partial<Record<Namespace, string>>): Promise<void> {
    if (running) return running
    const wanted = Object.entries(ids).filter(([namespace]) => !connections.get(namespace as Namespace))
    if (wanted.length === 0 || disposed.aborted) return NativePromise.resolve()
    look()
    move('restore')
    running = NativePromise.all(
      wanted.map(async ([name, walletId]) => {
        const namespace = name as Namespace
        const control = new AbortController()
        controls.set(namespace, control)
        const isOver = await restoreOne(walletId, control.signal, (connector, session) =>
          connections.accept(connector, session, true),
        )
        // A wallet that is still at it may stop, and its answer is not wanted any more.
        control.abort()
        if (controls.get(namespace) === control) controls.delete(namespace)
        if (!isOver || connections.get(namespace)) return
        // The flag has had its second: it is cleared (specification, section 4).
        records.writeReconnect(namespace, null)
        if (namespace === 'starknet') forgetLastWallet(storage)
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

  async function findLast(wanted?: Namespace): Promise<Connector | null> {
    await running
    look()
    const control = new AbortController()
    const end = () => control.abort()
    disposed.addEventListener('abort', end)
    let found: Connector | null = null
    const asked = Object.entries(readLast())
      .filter(([namespace]) => !wanted || namespace === wanted)
      .map(([, walletId]) =>
        restoreOne(walletId, control.signal, (connector, session) => {
          found ??= connector
          // It was asked for nothing but this: what it holds is given up, what it has stored and what it allows stays.
          if (!session.topic) callSafely(() => session.watch(() => {})())
          end()
        }),
      )
    await NativePromise.all(asked)
    disposed.removeEventListener('abort', end)
    return found
  }

  function stop(namespace?: Namespace, reason?: typeof DISCONNECTED) {
    for (const [name, control] of controls) if (!namespace || name === namespace) control.abort(reason)
  }

  return {
    get running() {
      return running
    },
    restore: () => restore(records.readReconnect()),
    restoreLast: () => restore(readLast()),
    findLast,
    stop: (namespace) => stop(namespace),
    disconnect: (namespace) => stop(namespace, DISCONNECTED),
    tidy,
  }
}
