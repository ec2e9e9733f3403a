import type { Connector, SessionChange, WalletSession } from '../connectors/connector.js'
import type { Reported } from '../connectors/reported.js'
import { DISCONNECT_TIMEOUT } from '../constants.js'
import { callSafely } from '../platform/call-safely.js'
import { NativePromise } from '../platform/natives.js'
import { within } from '../platform/time.js'
import { type ChainId, type Namespace, namespaceOf } from '../protocol/caip2.js'
import type { ClientEvents, DisconnectReason } from './client-events.js'
import {
  createLive,
  endSession,
  type LiveConnection,
  showPlace,
  toConnection,
  watch,
} from './live-connection.js'
import { readAnew } from './read-anew.js'
import { createSent } from './sent.js'
import type { Records } from './session-records.js'
import type { WalletState } from './state.js'
import type { Emitter, Store } from './store.js'

/** What {@link Connections} needs. */
export interface ConnectionsContext {
  store: Store<WalletState>
  events: Emitter<ClientEvents>
  records: Records
  /** The page's chains. */
  getChains(): readonly ChainId[]
  /** Called when the connections are in the state. */
  onPublish(): void
  /** Called before any event when a connection ends whose record stays: its wallet is locked or lost, and may come back. */
  onKept(connector: Connector): void
}

/** The current connections of a client, at most one in each namespace. */
export class Connections {
  readonly #context: ConnectionsContext
  readonly #live = new Map<Namespace, LiveConnection>()
  /** What the page has sent in each namespace: a transaction is followed although its connection has ended meanwhile. */
  readonly #sent = { eip155: createSent(), starknet: createSent() }
  #active: Namespace | null = null
  /** Resolves when the wallets have been asked to end every session that has ended so far. */
  closing: Promise<unknown> = NativePromise.resolve()

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
   * @param earlier whether it is a session of an earlier page load; `active` when it was the active one there
   */
  accept(connector: Connector, reported: Reported, earlier: boolean | 'active'): LiveConnection {
    const { session } = reported
    const { records, events } = this.#context
    const { namespace } = connector
    const restored = earlier !== false
    const old = this.get(namespace)
    // Another phone through the same row is another wallet.
    const isOther = old?.connector.id !== connector.id || old.session.topic !== session.topic
    if (old) this.#replace(old, session, isOther)
    const record = restored ? records.readWallet(connector.key) : null
    const live = createLive(connector, reported, record?.switched ?? false, this.#sent[namespace], () => {
      if (this.get(namespace) === live) this.publish()
    })
    const { account, chainId } = live.shown
    this.#live.set(namespace, live)
    if (earlier !== true || !this.#active) this.#active = namespace
    this.#save(live)
    records.writeReconnect(namespace, connector.id, !restored)
    if (namespace === 'starknet' && connector.remembered !== false) records.rememberLast(connector.id)
    this.publish()
    if (isOther) {
      events.emit('connected', { walletId: connector.id, namespace, account, chainId, restored })
    } else if (old.shown.account !== account || old.shown.chainId !== chainId) {
      const previous = { account: old.shown.account, chainId: old.shown.chainId }
      events.emit('changed', { namespace, account, chainId, previous })
    }
    if (!isOther && !restored) events.emit('named', { walletId: connector.id })
    // A listener of `connected` may already have ended the connection.
    const isCurrent = () => this.get(namespace) === live
    if (isCurrent()) watch(live, (change) => this.#change(live, change), isCurrent)
    return live
  }

  /**
   * Drops a connection without an event. Its record stays.
   *
   * @param isGivenUp the visitor or the page has asked for it
   */
  drop(live: LiveConnection, isGivenUp = false): void {
    live.queue.end(isGivenUp)
    callSafely(live.unwatch)
    this.#live.delete(live.connector.namespace)
  }

  /**
   * Ends a connection.
   *
   * @param kept why the record stays: the wallet has locked itself, or the relay connection was lost
   */
  end(namespace: Namespace, reason: DisconnectReason, tellWallet: boolean, kept?: 'locked' | 'lost'): void {
    const { records, events, onKept } = this.#context
    const live = this.get(namespace)
    if (!live) return
    this.drop(live, reason === 'user')
    if (kept) onKept(live.connector)
    else {
      records.clearWallet(live.connector.key)
      // Another tab may have connected another wallet since then: leave its flag alone.
      if (records.readReconnect()[namespace] === live.connector.id) {
        if (reason === 'wallet') records.writeWalletsEnd(namespace)
        else records.writeReconnect(namespace, null)
      }
      if (namespace === 'starknet') records.forgetLast(live.connector.id)
    }
    this.publish()
    events.emit('disconnected', { walletId: live.connector.id, namespace, reason })
    if (tellWallet) {
      const disconnecting = within(endSession(live.session), DISCONNECT_TIMEOUT, () => {})
      const ending = NativePromise.all([this.closing, disconnecting.then(() => this.#readOthers(live))])
      // Otherwise each result would keep the one before it.
      this.closing = ending.then(() => {})
    } else this.#readOthers(live)
  }

  /** As {@link readAnew}, and reports to the page what has changed. */
  readonly #read = (live: LiveConnection, isWithdrawn?: boolean): Promise<void> =>
    readAnew(live, isWithdrawn).then(() => this.#publishChange(live))

  /** Reads what is left when a connection has ended: some wallets withdraw the permission of every family at once. */
  #readOthers(ended: LiveConnection): void {
    const nameOf = ({ connector }: LiveConnection) => connector.name.toLowerCase()
    for (const other of this.all()) void this.#read(other, nameOf(other) === nameOf(ended))
  }

  /** Reads every connection anew, without prompts. */
  async refresh(): Promise<void> {
    await NativePromise.all(this.all().map((live) => this.#read(live)))
  }

  /** Reads a session that another tab has lost, unless this tab has an open request, and stores it again if it goes on. */
  async confirm(live: LiveConnection): Promise<void> {
    const { namespace, id } = live.connector
    if (!live.queue.pending) await this.#read(live)
    if (this.get(namespace) !== live) return
    this.#save(live)
    this.#context.records.writeReconnect(namespace, id)
  }

  #save({ connector, session, shown, switchedNetwork }: LiveConnection): void {
    const { account, chainId } = shown
    const wallet = { account, chainId, topic: session.topic, switched: switchedNetwork }
    this.#context.records.writeWallet(connector.key, wallet)
  }

  /** Drops the connection that a new session replaces, and ends it in the wallet unless both are one provider. */
  #replace(old: LiveConnection, session: WalletSession, isOther: boolean): void {
    const { records, events } = this.#context
    this.drop(old)
    if (old.session.provider !== session.provider)
      void endSession(old.session).then(() => this.#readOthers(old))
    if (!isOther) return
    const { id: walletId, key, namespace } = old.connector
    records.clearWallet(key)
    if (namespace === 'starknet') records.forgetLast(walletId)
    this.publish()
    events.emit('disconnected', { walletId, namespace, reason: 'replaced' })
  }

  /** Follows what a session has reported. */
  #change(live: LiveConnection, next: SessionChange): void {
    const { namespace } = live.connector
    if (next.type === 'change') this.#publishChange(live)
    else if (this.get(namespace) === live) {
      const { reason = 'wallet' } = next
      const isKept = reason === 'locked' || reason === 'lost'
      this.end(namespace, isKept ? 'wallet' : reason, false, isKept ? reason : undefined)
    }
  }

  /** Reports to the page what has changed since the last report. The other accounts and the approved chains are in the state alone. */
  #publishChange(live: LiveConnection): void {
    const { store, events, getChains } = this.#context
    const { namespace } = live.connector
    if (this.get(namespace) !== live) return
    const before = live.shown
    if (!showPlace(live)) {
      const isListed = `${live.shown.accounts}` === `${before.accounts}`
      if (!isListed || `${store.get().chains}` !== `${this.offer(getChains())}`) this.publish()
      return
    }
    const { account, chainId, unknown } = live.shown
    if (!unknown) this.#save(live)
    this.publish()
    const previous = { account: before.account, chainId: before.chainId }
    // A Starknet network that we do not know is an empty change (specification, section 4).
    events.emit('changed', { namespace, ...(!unknown && { account, chainId }), previous })
  }
}
