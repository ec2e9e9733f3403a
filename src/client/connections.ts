import type { Connector, Hex, SessionChange, WalletSession } from '../connectors/connector.js'
import { DISCONNECT_TIMEOUT } from '../constants.js'
import { NativePromise } from '../platform/natives.js'
import { within } from '../platform/time.js'
import { type ChainId, type Namespace, namespaceOf } from '../protocol/caip2.js'
import { endSession, type LiveConnection, toConnection } from './live-connection.js'
import { createRequestQueue } from './request-queue.js'
import type { Records } from './session-records.js'
import type { WalletState } from './state.js'
import { callSafely, type Emitter, type Store } from './store.js'
import type { ClientEvents, DisconnectReason } from './wallet-client.js'

/** The current connections of a client. */
export interface Connections {
  get(namespace: Namespace): LiveConnection | undefined
  /** The connection that `account`, `chainId` and the requests refer to. */
  active(): LiveConnection | undefined
  /**
   * Makes a connection from a verified session. It replaces the connection of the same namespace.
   *
   * @param restored whether it is a session of an earlier page load; `active` when it was the active one there
   */
  accept(connector: Connector, session: WalletSession, restored: boolean | 'active'): LiveConnection
  /**
   * Ends a connection.
   *
   * @param kept why the record stays: the wallet has locked itself, or the relay connection was lost
   * @returns when the wallet knows, at most a second later
   */
  end(
    namespace: Namespace,
    reason: DisconnectReason,
    tellWallet: boolean,
    kept?: 'locked' | 'lost',
  ): Promise<void>
  /** Drops a connection without an end: its record stays, and nobody hears of it. */
  drop(live: LiveConnection): void
  activate(namespace: Namespace): void
  /** Copies the current connections into the state. */
  publish(): void
  /** Reads every connection anew, without prompts. */
  refresh(): Promise<void>
  /** Asks the wallet, unless this tab has an open request, whether a session that another tab lost goes on, and stores it. */
  confirm(live: LiveConnection): Promise<void>
  all(): LiveConnection[]
  /** Leaves out the chains that a connected wallet has not approved. A wallet that does not name its chains approves all. */
  offer(chains: readonly ChainId[]): ChainId[]
}

/** What {@link createConnections} needs. */
export interface ConnectionsContext {
  store: Store<WalletState>
  events: Emitter<ClientEvents>
  records: Records
  /** The page's chains. */
  getChains(): readonly ChainId[]
  /** Called when a connection was made or ended by this tab. */
  onRemember(connector: Connector, isConnected: boolean): void
  /** Called when the connections are in the state. */
  onPublish(): void
  /** Called before any event when a connection ends whose record stays: its wallet is locked or lost, and may come back. */
  onKept(connector: Connector): void
}

/** Creates the {@link Connections} of a client. */
export function createConnections({
  store,
  events,
  records,
  getChains,
  onRemember,
  onPublish,
  onKept,
}: ConnectionsContext): Connections {
  const byNamespace = new Map<Namespace, LiveConnection>()
  let active: Namespace | null = null

  const isApproved = (chainId: ChainId) =>
    byNamespace.get(namespaceOf(chainId))?.session.approvedChains?.includes(chainId) ?? true
  const offer = (chains: readonly ChainId[]) => chains.filter(isApproved)

  const publish = () => {
    const connections = [...byNamespace.values()].map(toConnection)
    const shown = connections.find(({ namespace }) => namespace === active) ?? connections[0]
    active = shown?.namespace ?? null
    store.set({
      connections,
      active,
      account: shown?.account ?? null,
      chainId: shown?.chainId ?? null,
      wallet: shown?.wallet ?? null,
      chains: offer(getChains()),
    })
    onPublish()
  }

  const save = ({ connector, session, account, chainId, switchedNetwork }: LiveConnection) =>
    records.writeWallet(connector.key, { account, chainId, topic: session.topic, switched: switchedNetwork })

  const change = (live: LiveConnection, next: SessionChange) => {
    const { namespace } = live.connector
    if (byNamespace.get(namespace) !== live) return
    if (next.type === 'disconnect') {
      const { reason = 'wallet' } = next
      if (reason === 'locked' || reason === 'lost') return void end(namespace, 'wallet', false, reason)
      return void end(namespace, reason, false)
    }
    const previous = { account: live.account, chainId: live.chainId }
    // A Starknet network that we do not know is an empty change (specification, section 4). It is not the page's chain.
    if (next.chainId === null) {
      Object.assign(live, next.unknown && { chainId: next.unknown })
      publish()
      return void events.emit('changed', { namespace, previous })
    }
    const account = (next.account ?? live.account) as Hex
    const chainId = next.chainId ?? live.chainId
    if (account === live.account && chainId === live.chainId) {
      const { connections, chains } = store.get()
      const shown = connections.find((connection) => connection.namespace === namespace)?.accounts
      if (`${shown} ${chains}` !== `${live.session.accounts} ${offer(getChains())}`) publish()
      return
    }
    live.switchedNetwork ||= chainId !== live.chainId
    Object.assign(live, { account, chainId })
    save(live)
    publish()
    events.emit('changed', { namespace, account, chainId, previous })
  }

  /** Reads a connection anew. Never rejects. */
  const refresh = async (live: LiveConnection): Promise<void> => {
    // A wallet that cannot be read now has told us nothing, so the connection stays as it is.
    const current = await live.session.refresh?.().catch(() => undefined)
    if (current === undefined) return
    if (current === 'locked') change(live, { type: 'disconnect', reason: 'locked' })
    else change(live, current ? { type: 'change', ...current } : { type: 'disconnect' })
  }

  const drop = (live: LiveConnection) => {
    live.queue.end()
    callSafely(live.unwatch)
    byNamespace.delete(live.connector.namespace)
  }

  async function end(
    namespace: Namespace,
    reason: DisconnectReason,
    tellWallet: boolean,
    kept?: 'locked' | 'lost',
  ): Promise<void> {
    const live = byNamespace.get(namespace)
    if (!live) return
    drop(live)
    if (kept) onKept(live.connector)
    else {
      records.clearWallet(live.connector.key)
      // Another tab may have connected another wallet since then: leave its flag alone.
      if (records.readReconnect()[namespace] === live.connector.id) {
        if (reason === 'wallet') records.writeWalletsEnd(namespace)
        else records.writeReconnect(namespace, null)
      }
      onRemember(live.connector, false)
    }
    publish()
    events.emit('disconnected', { walletId: live.connector.id, namespace, reason })
    if (tellWallet) await within(endSession(live.session), DISCONNECT_TIMEOUT, () => {})
  }

  return {
    get: (namespace) => byNamespace.get(namespace),
    active: () => (active ? byNamespace.get(active) : undefined),
    all: () => [...byNamespace.values()],
    end,
    offer,
    publish,
    drop,
    activate(namespace) {
      const live = byNamespace.get(namespace)
      if (!live) return
      if (Object.keys(records.readReconnect())[0] !== namespace)
        records.writeReconnect(namespace, live.connector.id, true)
      if (active === namespace) return
      active = namespace
      publish()
    },
    accept(connector, session, given) {
      const { namespace } = connector
      const restored = given !== false
      const { account, chainId } = session as WalletSession & { account: Hex }
      const old = byNamespace.get(namespace)
      // Another phone through the same row is another wallet.
      const isOther = old?.connector.id !== connector.id || old.session.topic !== session.topic
      if (old) {
        drop(old)
        if (old.session.provider !== session.provider) void endSession(old.session)
        if (isOther) {
          records.clearWallet(old.connector.key)
          onRemember(old.connector, false)
          publish()
          events.emit('disconnected', { walletId: old.connector.id, namespace, reason: 'replaced' })
        }
      }
      const record = restored ? records.readWallet(connector.key) : null
      const live: LiveConnection = {
        connector,
        session,
        account,
        chainId,
        switchedNetwork: record?.switched ?? false,
        pending: null,
        queue: createRequestQueue(
          (kind) => {
            live.pending = kind
            if (byNamespace.get(namespace) === live) publish()
          },
          () => callSafely(() => session.focus?.()),
          session.takesMore,
        ),
        unwatch: () => session.watch(() => {})(),
      }
      byNamespace.set(namespace, live)
      active = given === true && active ? active : namespace
      save(live)
      records.writeReconnect(namespace, connector.id, !restored)
      onRemember(connector, true)
      publish()
      if (isOther) {
        events.emit('connected', { walletId: connector.id, namespace, account, chainId, restored })
      } else if (old.account !== account || old.chainId !== chainId) {
        const previous = { account: old.account, chainId: old.chainId }
        events.emit('changed', { namespace, account, chainId, previous })
      }
      // A listener of `connected` may already have ended the connection.
      if (byNamespace.get(namespace) === live) {
        const watch = () => session.watch((next) => change(live, next))
        live.unwatch = (callSafely(watch) as (() => void) | undefined) ?? (() => {})
      }
      return live
    },
    refresh: async () => void (await NativePromise.all([...byNamespace.values()].map(refresh))),
    async confirm(live) {
      const { namespace, id } = live.connector
      if (!live.pending) await refresh(live)
      if (byNamespace.get(namespace) !== live) return
      save(live)
      records.writeReconnect(namespace, id)
    },
  }
}
