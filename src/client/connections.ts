import type { Connector, Hex, SessionChange, WalletSession } from '../connectors/connector.js'
import { DISCONNECT_TIMEOUT } from '../constants.js'
import { NativePromise } from '../platform/natives.js'
import { within } from '../platform/time.js'
import { type ChainId, type Namespace, namespaceOf } from '../protocol/caip2.js'
import { createLive, endSession, type LiveConnection, toConnection } from './live-connection.js'
import type { Records } from './session-records.js'
import type { WalletState } from './state.js'
import { callSafely, type Emitter, type Store } from './store.js'
import type { ClientEvents, DisconnectReason } from './wallet-client.js'

/** What {@link Connections} needs. */
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

/** The current connections of a client, at most one in each namespace. */
export class Connections {
  readonly #context: ConnectionsContext
  readonly #live = new Map<Namespace, LiveConnection>()
  #active: Namespace | null = null

  constructor(context: ConnectionsContext) {
    this.#context = context
  }

  get(namespace: Namespace): LiveConnection | undefined {
    return this.#live.get(namespace)
  }

  /** The connection that `account`, `chainId` and the requests refer to. */
  active(): LiveConnection | undefined {
    return this.#active ? this.#live.get(this.#active) : undefined
  }

  all(): LiveConnection[] {
    return [...this.#live.values()]
  }

  /** Leaves out the chains that a connected wallet has not approved. A wallet that does not name its chains approves all. */
  offer(chains: readonly ChainId[]): ChainId[] {
    return chains.filter(
      (chainId) => this.get(namespaceOf(chainId))?.session.approvedChains?.includes(chainId) ?? true,
    )
  }

  /** Copies the current connections into the state. */
  publish(): void {
    const { store, getChains, onPublish } = this.#context
    const connections = this.all().map(toConnection)
    const shown = connections.find(({ namespace }) => namespace === this.#active) ?? connections[0]
    this.#active = shown?.namespace ?? null
    store.set({
      connections,
      active: this.#active,
      account: shown?.account ?? null,
      chainId: shown?.chainId ?? null,
      wallet: shown?.wallet ?? null,
      chains: this.offer(getChains()),
    })
    onPublish()
  }

  activate(namespace: Namespace): void {
    const { records } = this.#context
    const live = this.get(namespace)
    if (!live) return
    if (Object.keys(records.readReconnect())[0] !== namespace)
      records.writeReconnect(namespace, live.connector.id, true)
    if (this.#active === namespace) return
    this.#active = namespace
    this.publish()
  }

  /**
   * Makes a connection from a verified session. It replaces the connection of the same namespace.
   *
   * @param given whether it is a session of an earlier page load; `active` when it was the active one there
   */
  accept(connector: Connector, session: WalletSession, given: boolean | 'active'): LiveConnection {
    const { records, events, onRemember } = this.#context
    const { namespace } = connector
    const restored = given !== false
    const old = this.get(namespace)
    // Another phone through the same row is another wallet.
    const isOther = old?.connector.id !== connector.id || old.session.topic !== session.topic
    if (old) this.#replace(old, session, isOther)
    const record = restored ? records.readWallet(connector.key) : null
    const live = createLive(connector, session, record?.switched ?? false, () => {
      if (this.get(namespace) === live) this.publish()
    })
    const { account, chainId } = live
    this.#live.set(namespace, live)
    if (given !== true || !this.#active) this.#active = namespace
    this.#save(live)
    records.writeReconnect(namespace, connector.id, !restored)
    onRemember(connector, true)
    this.publish()
    if (isOther) {
      events.emit('connected', { walletId: connector.id, namespace, account, chainId, restored })
    } else if (old.account !== account || old.chainId !== chainId) {
      const previous = { account: old.account, chainId: old.chainId }
      events.emit('changed', { namespace, account, chainId, previous })
    }
    if (!isOther && !restored) events.emit('named', { walletId: connector.id })
    // A listener of `connected` may already have ended the connection.
    if (this.get(namespace) === live) {
      live.unwatch = () => {}
      const watch = () => session.watch((next) => this.#change(live, next))
      const unwatch = (callSafely(watch) as (() => void) | undefined) ?? (() => {})
      live.unwatch = unwatch
      // A session may report its end at once.
      if (this.get(namespace) !== live) callSafely(unwatch)
    }
    return live
  }

  /** Drops a connection without an end: its record stays, and nobody hears of it. */
  drop(live: LiveConnection): void {
    live.queue.end()
    callSafely(live.unwatch)
    this.#live.delete(live.connector.namespace)
  }

  /**
   * Ends a connection.
   *
   * @param kept why the record stays: the wallet has locked itself, or the relay connection was lost
   * @returns when the wallet knows, at most a second later
   */
  async end(
    namespace: Namespace,
    reason: DisconnectReason,
    tellWallet: boolean,
    kept?: 'locked' | 'lost',
  ): Promise<void> {
    const { records, events, onKept, onRemember } = this.#context
    const live = this.get(namespace)
    if (!live) return
    this.drop(live)
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
    this.publish()
    events.emit('disconnected', { walletId: live.connector.id, namespace, reason })
    if (tellWallet) await within(endSession(live.session), DISCONNECT_TIMEOUT, () => {})
  }

  /** Reads every connection anew, without prompts. */
  async refresh(): Promise<void> {
    await NativePromise.all(this.all().map((live) => this.#refresh(live)))
  }

  /** Asks the wallet, unless this tab has an open request, whether a session that another tab lost goes on, and stores it. */
  async confirm(live: LiveConnection): Promise<void> {
    const { namespace, id } = live.connector
    if (!live.pending) await this.#refresh(live)
    if (this.get(namespace) !== live) return
    this.#save(live)
    this.#context.records.writeReconnect(namespace, id)
  }

  #save({ connector, session, account, chainId, switchedNetwork }: LiveConnection): void {
    const wallet = { account, chainId, topic: session.topic, switched: switchedNetwork }
    this.#context.records.writeWallet(connector.key, wallet)
  }

  /** Drops the connection that a new session replaces, and ends it in the wallet unless both are one provider. */
  #replace(old: LiveConnection, session: WalletSession, isOther: boolean): void {
    const { records, events, onRemember } = this.#context
    this.drop(old)
    if (old.session.provider !== session.provider) void endSession(old.session)
    if (!isOther) return
    const { id: walletId, key, namespace } = old.connector
    records.clearWallet(key)
    onRemember(old.connector, false)
    this.publish()
    events.emit('disconnected', { walletId, namespace, reason: 'replaced' })
  }

  /** Takes in what a wallet has reported. */
  #change(live: LiveConnection, next: SessionChange): void {
    const { events } = this.#context
    const { namespace } = live.connector
    if (this.get(namespace) !== live) return
    if (next.type === 'disconnect') {
      const { reason = 'wallet' } = next
      const isKept = reason === 'locked' || reason === 'lost'
      return void this.end(namespace, isKept ? 'wallet' : reason, false, isKept ? reason : undefined)
    }
    const previous = { account: live.account, chainId: live.chainId }
    // A Starknet network that we do not know is an empty change (specification, section 4). It is not the page's chain.
    if (next.chainId === null) {
      Object.assign(
        live,
        next.unknown && { chainId: next.unknown },
        next.account && { account: next.account },
        { isAway: !next.unknown },
      )
      this.publish()
      return void events.emit('changed', { namespace, previous })
    }
    const account = (next.account ?? live.account) as Hex
    const chainId = next.chainId ?? live.chainId
    // Back from a network that has no name here, the wallet is where it was.
    if (account === live.account && chainId === live.chainId && !live.isAway)
      return void this.#publishLists(live)
    live.switchedNetwork ||= chainId !== live.chainId
    Object.assign(live, { account, chainId, isAway: false })
    this.#save(live)
    this.publish()
    events.emit('changed', { namespace, account, chainId, previous })
  }

  /** Account and chain are the same; the other accounts, or the approved chains, may not be. */
  #publishLists({ connector, session }: LiveConnection): void {
    const { store, getChains } = this.#context
    const { connections, chains } = store.get()
    const shown = connections.find(({ namespace }) => namespace === connector.namespace)?.accounts
    if (`${shown} ${chains}` !== `${session.accounts} ${this.offer(getChains())}`) this.publish()
  }

  /** Reads a connection anew. Never rejects. */
  async #refresh(live: LiveConnection): Promise<void> {
    // A wallet that cannot be read now has told us nothing, so the connection stays as it is.
    const read = async () => live.session.refresh?.()
    const current = await read().catch(() => undefined)
    if (current === undefined) return
    if (current === 'locked') this.#change(live, { type: 'disconnect', reason: 'locked' })
    else this.#change(live, current ? { type: 'change', ...current } : { type: 'disconnect' })
  }
}
