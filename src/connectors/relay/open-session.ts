import { SECOND } from '../../constants.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { now, setTimer } from '../../platform/natives.js'
import { whenIdle } from '../../platform/when-idle.js'
import { type ChainId, readChainId } from '../../protocol/caip2.js'
import type { ConnectorConfig } from '../config.js'
import { storageOf } from '../config.js'
import type { SessionChange, WalletSession } from '../connector.js'
import { MAX_ACCOUNTS } from '../limits.js'
import { untilGivenUp } from '../progress.js'
import { withReport } from '../session-report.js'
import { endStored } from './ended-sessions.js'
import type { FamilySession, RelayFamily, RelayGrant, RelayLink } from './family.js'
import { raiseApp } from './mobile-links.js'
import type { Relay, SessionListener } from './relay.js'
import { prefixOf, type RelayName, readSessions, type StoredSession } from './stored-sessions.js'

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

/** How a session ends: the page ends it, the wallet has ended it, or its time is over. */
type End = 'page' | 'wallet' | 'expired'

/** Who listens to the wallet: nobody now, nobody ever again, or the client, which can stop once the relay's client is there. */
type Hearing =
  | { readonly is: 'none' | 'over' }
  | { readonly is: 'client'; notify(change: SessionChange): void; readonly stop?: (() => void) | undefined }

/** A link, with what only this file uses of it. */
interface OpenLink<Grant extends RelayGrant> extends RelayLink<Grant> {
  grant: Grant
  own: FamilySession
  /** The relay, once its client is there. */
  relay: Relay | undefined
  /** Loads the relay's client when it is first needed, and again after a failure. */
  reach(): Promise<Relay>
  hearing: Hearing
  /** Changes who listens to the wallet, unless the session is over. */
  hear(next: Hearing): void
  /** Listens to the session, once the relay's client and a listener are there. */
  listen(): void
  /** The session is over on this page. The client is called unless the page itself has ended it. */
  finish(end: End): void
  /** Ends the session in storage, and in the wallet. */
  tellWallet(): Promise<void>
}

/** Requests that show the visitor nothing: they open no app. */
const SILENT = /^(?:eth_(?!sign|send|request|decrypt|getEncryption)|net_|web3_|wallet_get)/

/** Loads the relay's client once for all concurrent calls, and again after a failure. */
function createLoad(loadRelay: () => Promise<Relay>): () => Promise<Relay> {
  let loading: Promise<Relay> | undefined
  return () =>
    (loading ??= loadRelay().finally(() => {
      loading = undefined
    }))
}

function createLink<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  { stored, grant, config, chainId, relay: there, loadRelay }: RelaySessionInput<Grant>,
): OpenLink<Grant> {
  const { topic } = stored
  const preferred = [chainId, readChainId(stored.wcbChain), ...family.chains(config)]
  const load = createLoad(loadRelay)
  const link: Omit<OpenLink<Grant>, 'own'> = {
    stored,
    config,
    firstChain:
      preferred.find((chain) => chain && grant.chains.includes(chain)) ?? (grant.chains[0] as ChainId),
    grant,
    hearing: { is: 'none' },
    get isLive() {
      return link.hearing.is !== 'over'
    },
    relay: there,
    async reach() {
      if (link.relay) return link.relay
      const loaded = await load()
      if (!link.relay) {
        link.relay = loaded
        link.listen()
      }
      return loaded
    },
    hear(next) {
      if (!link.isLive) return
      if (link.hearing.is === 'client') link.hearing.stop?.()
      link.hearing = next
    },
    listen() {
      const { relay, hearing } = link
      if (!relay || hearing.is !== 'client') return
      if (!relay.getSession(topic)) return link.finish(isExpired(family, link) ? 'expired' : 'wallet')
      link.hear({ ...hearing, stop: relay.listen(topic, createListener(family, open, relay)) })
      link.save()
    },
    async send(readChain, method, params, progress) {
      if (!link.isLive) throw new WalletError('no_session')
      // What must not be sent opens no app.
      readChain()
      // The browser opens an app only in the task of the visitor's tap, so this comes before the first `await`.
      if (!SILENT.test(method)) link.raise()
      const relay = await (progress ? untilGivenUp(link.reach(), progress) : link.reach())
      if (progress?.signal.aborted) throw new UserRejectedRequestError()
      return relay.request(topic, readChain(), { method, params: params ?? [] }, progress)
    },
    raise: () => raiseApp(stored, config.deepLink ?? 'native'),
    save() {
      link.reach().then(
        (relay) => relay.remember(topic, open.own.record()),
        () => {
          // Without the relay's client the session keeps its older record, which is still valid.
        },
      )
    },
    async disconnect() {
      link.finish('page')
      await link.tellWallet()
    },
    finish(end) {
      const { hearing } = link
      if (hearing.is === 'over') return
      link.hear({ is: 'over' })
      open.own.onEnd()
      if (end !== 'page' && hearing.is === 'client') hearing.notify({ type: 'disconnect', reason: end })
    },
    async tellWallet() {
      // First of all, because the relay's client may still be loading, or never load.
      endStored(storageOf(config), config.store, prefixOf(family.name, config.store), topic)
      await (await link.reach()).end(topic)
    },
  }
  const open: OpenLink<Grant> = Object.assign(link, { own: family.createSession(link) })
  return open
}

/** The record of a session; undefined when storage has none. */
const readStored = (
  { name }: { readonly name: RelayName },
  { config, stored }: Pick<RelayLink<never>, 'config' | 'stored'>,
): StoredSession | undefined =>
  readSessions(storageOf(config), prefixOf(name, config.store)).find(({ topic }) => topic === stored.topic)

/** Whether a session's time is over. The wallet may have extended it: the record says so before the relay's client is there. */
const isExpired = (...of: Parameters<typeof readStored>): boolean =>
  (readStored(...of) ?? of[1].stored).expiry * SECOND <= now()

/** Handles what the wallet does to a session by itself. */
function createListener<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  link: OpenLink<Grant>,
  relay: Relay,
): SessionListener {
  const close = async () => {
    await relay.end(link.stored.topic)
    link.finish('wallet')
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
      const next = family.readGrant(updated, family.chains(link.config))
      if (!next) return void close()
      link.grant = next
      link.own.onGrant()
      const { place } = link.own.report
      if (place && link.hearing.is === 'client') link.hearing.notify({ type: 'change', ...place })
    },
    onEnd: link.finish,
  }
}

/** Opens a session over the relay: the parts of its namespace, with the life cycle of every relay session. */
export function openRelaySession<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  input: RelaySessionInput<Grant>,
): WalletSession {
  const { topic } = input.stored
  const link = createLink(family, input)
  const { session } = link.own
  return withReport(link.own.report, {
    ...session,
    get approvedChains() {
      return link.own.listApproved()
    },
    topic,
    peer: link.own.peer,
    liveUpdates: true,
    watch(onChange) {
      link.hear({ is: 'client', notify: onChange })
      const stop = session.watch(onChange)
      link.listen()
      // If the relay's client does not load, the session stays, and its next request tries to load it again.
      const stopWaiting = link.relay ? () => {} : whenIdle(() => void link.reach().catch(() => {}))
      return () => {
        link.hear({ is: 'none' })
        stopWaiting()
        // Requests that have not been sent are dropped, because nobody waits for them any more.
        link.relay?.giveUp(topic)
        stop()
      }
    },
    async refresh() {
      if (link.isLive && isExpired(family, link)) {
        // Without the relay's client the wallet is not told; its own copy of the session expires as well.
        link.tellWallet().catch(() => {})
        link.finish('expired')
      }
      // Another tab, whose client was there, has stored that the wallet has ended the session.
      if (!link.relay && !readStored(family, link)) link.finish('wallet')
      return link.isLive ? (session.refresh?.() ?? null) : null
    },
  })
}
