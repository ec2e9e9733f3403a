import { type ChainId, type Namespace, namespaceOf } from '../chains/caip2.js'
import type { Connector, SessionChange, WalletSession } from '../connectors/connector.js'
import { DISCONNECT_TIMEOUT } from '../constants.js'
import { NativePromise } from '../platform/natives.js'
import { within } from '../platform/time.js'
import { toConnectorEntity, toWalletEntity } from './entities.js'
import { createRequestQueue, type RequestQueue } from './request-queue.js'
import type { Records } from './session-records.js'
import type { Connection, WalletState } from './state.js'
import { callSafely, type Emitter, type Store } from './store.js'
import type { ClientEvents, DisconnectReason } from './wallet-client.js'

/** A standing connection: at most one in each namespace. */
export interface Standing {
  connector: Connector
  session: WalletSession
  account: string
  chainId: ChainId
  switchedNetwork: boolean
  /** The request that is open in the wallet. */
  pending: Connection['pending']
  queue: RequestQueue
  unwatch(): void
}

/** The connections of a client. */
export interface Connections {
  get(namespace: Namespace): Standing | undefined
  active(): Standing | undefined
  /** Takes a verified session over; one of the same namespace is replaced. */
  accept(connector: Connector, session: WalletSession, restored: boolean): Standing
  /**
   * Ends a connection.
   *
   * @param kept why what is stored stays: the wallet has only locked itself, or the line to it was lost
   * @returns when the wallet has been told, at most a second later
   */
  end(
    namespace: Namespace,
    reason: DisconnectReason,
    tellWallet: boolean,
    kept?: 'locked' | 'lost',
  ): Promise<void>
  activate(namespace: Namespace): void
  /** Reads every connection anew, without prompts. */
  refresh(): Promise<void>
  all(): Standing[]
  /** Those of the page's chains that a visitor may switch to: a wallet that names the ones it has approved has no others. */
  offer(chains: readonly ChainId[]): ChainId[]
}

/** What the connections work on. */
interface Context {
  store: Store<WalletState>
  events: Emitter<ClientEvents>
  records: Records
  /** The page's chains. */
  getChains(): readonly ChainId[]
  /** A connection was made or ended, other than by another tab. */
  onRemember(connector: Connector, connected: boolean): void
  /** A connection was ended because its wallet has locked itself. Called before anybody is told. */
  onLocked(connector: Connector): void
}

/** Lets a session go. Whatever becomes of that on the wallet's side, this resolves. */
export async function letGo(session: WalletSession): Promise<void> {
  try {
    await session.disconnect()
  } catch {}
}

/** Creates the {@link Connections} of a client. */
export function createConnections({
  store,
  events,
  records,
  getChains,
  onRemember,
  onLocked,
}: Context): Connections {
  const standing = new Map<Namespace, Standing>()
  let active: Namespace | null = null

  const toConnection = (one: Standing): Connection => ({
    walletId: one.connector.id,
    namespace: one.connector.namespace,
    account: one.account,
    accounts: one.session.accounts,
    chainId: one.chainId,
    switchedNetwork: one.switchedNetwork,
    liveUpdates: one.session.liveUpdates,
    wallet: toWalletEntity(one.connector, one.session, one),
    connector: toConnectorEntity(one.connector, one),
    pending: one.pending,
  })

  const offer = (chains: readonly ChainId[]) =>
    chains.filter((chainId) => {
      const approved = standing.get(namespaceOf(chainId))?.session.approvedChains
      return !approved || approved.includes(chainId)
    })

  const publish = () => {
    const connections = [...standing.values()].map(toConnection)
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
  }

  const save = ({ connector, session, account, chainId, switchedNetwork }: Standing) =>
    records.writeWallet(connector.key, { account, chainId, topic: session.topic, switched: switchedNetwork })

  const change = (one: Standing, next: SessionChange) => {
    const { namespace } = one.connector
    if (standing.get(namespace) !== one) return
    if (next.type === 'disconnect') {
      const { reason = 'wallet' } = next
      if (reason === 'locked' || reason === 'lost') return void end(namespace, 'wallet', false, reason)
      return void end(namespace, reason, false)
    }
    const previous = { account: one.account, chainId: one.chainId }
    // An unknown Starknet network is told as an empty change (specification, section 4).
    if (next.chainId === null) return void events.emit('changed', { namespace, previous })
    const account = next.account ?? one.account
    const chainId = next.chainId ?? one.chainId
    if (account === one.account && chainId === one.chainId) {
      const shown = store.get().connections.find((connection) => connection.namespace === namespace)
      if (String(shown?.accounts) !== String(one.session.accounts)) publish()
      return
    }
    one.switchedNetwork ||= chainId !== one.chainId
    Object.assign(one, { account, chainId })
    save(one)
    publish()
    events.emit('changed', { namespace, account, chainId, previous })
  }

  const drop = (one: Standing) => {
    one.queue.end()
    callSafely(one.unwatch)
    standing.delete(one.connector.namespace)
  }

  async function end(
    namespace: Namespace,
    reason: DisconnectReason,
    tellWallet: boolean,
    kept?: 'locked' | 'lost',
  ): Promise<void> {
    const one = standing.get(namespace)
    if (!one) return
    drop(one)
    if (kept === 'locked') onLocked(one.connector)
    if (!kept) {
      records.clearWallet(one.connector.key)
      // Another tab may have connected another wallet since, which is not to be forgotten here.
      if (records.readReconnect()[namespace] === one.connector.id) records.writeReconnect(namespace, null)
      onRemember(one.connector, false)
    }
    publish()
    events.emit('disconnected', { walletId: one.connector.id, namespace, reason })
    if (tellWallet) await within(letGo(one.session), DISCONNECT_TIMEOUT, () => {})
  }

  return {
    get: (namespace) => standing.get(namespace),
    active: () => (active ? standing.get(active) : undefined),
    all: () => [...standing.values()],
    end,
    offer,
    activate(namespace) {
      if (!standing.has(namespace) || active === namespace) return
      active = namespace
      publish()
    },
    accept(connector, session, restored) {
      const { namespace } = connector
      const { account, chainId } = session
      const old = standing.get(namespace)
      // Another phone by the same row is another wallet.
      const isOther = old?.connector.id !== connector.id || old.session.topic !== session.topic
      if (old) {
        drop(old)
        if (old.session.provider !== session.provider) void letGo(old.session)
        if (isOther) {
          records.clearWallet(old.connector.key)
          onRemember(old.connector, false)
          publish()
          events.emit('disconnected', { walletId: old.connector.id, namespace, reason: 'replaced' })
        }
      }
      const hint = restored ? records.readWallet(connector.key) : null
      const one: Standing = {
        connector,
        session,
        account,
        chainId,
        switchedNetwork: hint?.switched ?? false,
        pending: null,
        queue: createRequestQueue(
          (kind) => {
            one.pending = kind
            if (standing.get(namespace) === one) publish()
          },
          () => callSafely(() => session.focus?.()),
        ),
        unwatch: () => session.watch(() => {})(),
      }
      standing.set(namespace, one)
      active = restored && active ? active : namespace
      save(one)
      records.writeReconnect(namespace, connector.id)
      onRemember(connector, true)
      publish()
      if (isOther) {
        events.emit('connected', { walletId: connector.id, namespace, account, chainId, restored })
      } else if (old.account !== account || old.chainId !== chainId) {
        const previous = { account: old.account, chainId: old.chainId }
        events.emit('changed', { namespace, account, chainId, previous })
      }
      // A listener may have ended it already.
      if (standing.get(namespace) === one) {
        const watch = () => session.watch((next) => change(one, next))
        one.unwatch = (callSafely(watch) as (() => void) | undefined) ?? (() => {})
      }
      return one
    },
    async refresh() {
      await NativePromise.all(
        [...standing.values()].map(async (one) => {
          if (!one.session.refresh) return
          const truth = await one.session.refresh().catch(() => undefined)
          if (truth === undefined) return
          if (truth === 'locked') change(one, { type: 'disconnect', reason: 'locked' })
          else change(one, truth ? { type: 'change', ...truth } : { type: 'disconnect' })
        }),
      )
    },
  }
}
