import { MAX_ACCOUNTS, SECOND } from '../../constants.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { now, setTimer } from '../../platform/natives.js'
import { whenIdle } from '../../platform/page.js'
import { type ChainId, readChainId } from '../../protocol/caip2.js'
import type { ConnectorConfig } from '../config.js'
import { storageOf } from '../config.js'
import type { SessionChange, WalletSession } from '../connector.js'
import { endStored } from './ended-sessions.js'
import type { FamilySession, RelayFamily, RelayGrant, RelayLink } from './family.js'
import { raiseApp } from './mobile-links.js'
import type { Relay, SessionListener } from './relay.js'
import { prefixOf, readSessions, type StoredSession } from './stored-sessions.js'

/** What {@link openRelaySession} needs. */
export interface RelaySessionInput<Grant> {
  stored: StoredSession
  grant: Grant
  config: ConnectorConfig
  /** The chain to begin on, if the wallet has it. */
  chainId?: ChainId | undefined
  /** The relay, where its client has loaded already. */
  relay?: Relay
  /** Loads the relay. */
  loadRelay(): Promise<Relay>
}

/** The relay of a session: its client is loaded when it is first needed, and again after a failure. */
interface LateRelay {
  /** The relay, once its client is there. */
  known: Relay | undefined
  get(): Promise<Relay>
  /** Called once, when the client is there. */
  onThere(relay: Relay): void
}

function createLateRelay({
  relay,
  loadRelay,
}: Pick<RelaySessionInput<never>, 'relay' | 'loadRelay'>): LateRelay {
  let loading: Promise<Relay> | undefined
  const late: LateRelay = {
    known: relay,
    async get() {
      if (late.known) return late.known
      loading ??= loadRelay().then(
        (loaded) => {
          late.known = loaded
          late.onThere(loaded)
          return loaded
        },
        (error) => {
          loading = undefined
          throw error
        },
      )
      return loading
    },
    onThere() {},
  }
  return late
}

/** A link, with what only this file uses of it. */
interface OpenLink<Grant extends RelayGrant> extends RelayLink<Grant> {
  grant: Grant
  isLive: boolean
  /** How often the visitor has given the open requests up: what was not sent by then is not sent. */
  givenUp: number
  own: FamilySession
  notify: ((change: SessionChange) => void) | null
  stopListening(): void
  /** Called when the session has ended in the wallet too. */
  over(reason?: 'wallet' | 'expired'): void
}

/** Requests that show the visitor nothing: they open no app. */
const SILENT = /^(?:eth_(?!sign|send|request|decrypt|getEncryption)|net_|web3_|wallet_get)/

function createLink<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  { stored, grant, config, chainId }: RelaySessionInput<Grant>,
  late: LateRelay,
): OpenLink<Grant> {
  const { topic } = stored
  const preferred = [chainId, readChainId(stored.wcbChain), ...family.chains(config)]
  const link: Omit<OpenLink<Grant>, 'own'> = {
    stored,
    config,
    firstChain:
      preferred.find((chain) => chain && grant.chains.includes(chain)) ?? (grant.chains[0] as ChainId),
    grant,
    isLive: true,
    givenUp: 0,
    notify: null,
    stopListening() {},
    async send(readChain, method, params) {
      if (!link.isLive) throw new WalletError('no_session')
      // What must not be sent opens no app.
      readChain()
      // The browser opens an app only in the task of the visitor's tap, so this comes before the first `await`.
      if (!SILENT.test(method)) link.raise()
      const { givenUp } = link
      const relay = await late.get()
      if (link.givenUp !== givenUp) throw new UserRejectedRequestError()
      return relay.request(topic, readChain(), { method, params: params ?? [] })
    },
    raise: () => raiseApp(stored, config.deepLink ?? 'native'),
    save() {
      late.get().then(
        (relay) => relay.remember(topic, open.own.record()),
        () => {
          // Without the relay's client the session keeps its older record, which is still valid.
        },
      )
    },
    async letGo() {
      const wasLive = link.isLive
      link.isLive = false
      link.stopListening()
      if (wasLive) open.own.onEnd()
      // First of all, because the relay's client may still be on its way, or never come.
      endStored(storageOf(config), config.store, prefixOf(family.name, config.store), topic)
      await (await late.get()).end(topic)
    },
    over(reason = 'wallet') {
      if (!link.isLive) return
      link.isLive = false
      link.stopListening()
      const { notify } = link
      open.own.onEnd()
      notify?.({ type: 'disconnect', reason })
    },
  }
  const open: OpenLink<Grant> = Object.assign(link, { own: family.createSession(link) })
  return open
}

/** Handles what the wallet does to a session by itself. */
function createListener<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  link: OpenLink<Grant>,
  relay: Relay,
  { stored, config }: RelaySessionInput<Grant>,
): SessionListener {
  const close = async () => {
    await relay.end(stored.topic)
    link.over()
  }
  return {
    onEvent(name, data, envelope) {
      // A task later, because the client still checks the event against its session. `close` never rejects.
      const leave = () => void setTimer(() => void close(), 0)
      if (name === 'chainChanged' && link.own.onChain(data, envelope) === false) leave()
      if (name !== 'accountsChanged' || !Array.isArray(data)) return
      const accounts = link.own.readAccounts(data.slice(0, MAX_ACCOUNTS), envelope)
      if (accounts && accounts.length > 0) link.own.onAccounts(accounts)
      else if (accounts) leave()
    },
    onUpdate(updated) {
      const next = family.readGrant(updated, family.chains(config))
      if (!next) return void close()
      link.grant = next
      link.own.onGrant()
      const { account, accounts, chainId } = link.own.session
      if (account && accounts && chainId) link.notify?.({ type: 'change', account, accounts, chainId })
    },
    onEnd: link.over,
  }
}

/** Opens a session over the relay: the parts of its namespace, with the life cycle of every relay session. */
export function openRelaySession<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  input: RelaySessionInput<Grant>,
): WalletSession {
  const { stored, config } = input
  const { topic } = stored
  const late = createLateRelay(input)
  const link = createLink(family, input, late)
  const { session } = link.own
  const readStored = () =>
    readSessions(storageOf(config), prefixOf(family.name, config.store)).find((one) => one.topic === topic)
  /** The wallet may have extended the session since; the stored record says so before the relay's client is there. */
  const isExpired = () => (readStored() ?? stored).expiry * SECOND <= now()
  return {
    ...session,
    get account() {
      return session.account
    },
    get accounts() {
      return session.accounts
    },
    get chainId() {
      return session.chainId
    },
    get approvedChains() {
      return link.own.listApproved()
    },
    topic,
    peer: link.own.peer,
    liveUpdates: true,
    giveUp() {
      link.givenUp++
      late.known?.giveUp(topic, 'user_rejected')
    },
    watch(onChange) {
      link.notify = onChange
      const stop = session.watch(onChange)
      late.onThere = (relay) => {
        if (!link.notify || !link.isLive) return
        if (!relay.getSession(topic)) return link.over(isExpired() ? 'expired' : 'wallet')
        link.stopListening = relay.listen(topic, createListener(family, link, relay, input))
        link.save()
      }
      if (late.known) late.onThere(late.known)
      // Without the relay's client the session stays, and its next request tries to load it again.
      const stopWaiting = late.known ? () => {} : whenIdle(() => void late.get().catch(() => {}))
      return () => {
        link.notify = null
        link.stopListening()
        stopWaiting()
        // Requests that have not been sent are dropped, because nobody waits for them any more.
        late.known?.giveUp(topic)
        stop()
      }
    },
    async refresh() {
      if (link.isLive && isExpired()) {
        endStored(storageOf(config), config.store, prefixOf(family.name, config.store), topic)
        late
          .get()
          .then((relay) => relay.end(topic))
          // Without the relay's client the wallet is not told; its own copy of the session expires as well.
          .catch(() => {})
        link.over('expired')
      }
      // Another tab, whose client was there, has heard from the wallet that the session is over.
      if (!late.known && !readStored()) link.over()
      return link.isLive ? (session.refresh?.() ?? null) : null
    },
  }
}
