import { type ChainId, readStarknetChainId } from '../../../chains/caip2.js'
import { STARKNET_CONNECT_FAILED } from '../../../errors/catalogue.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { now } from '../../../platform/natives.js'
import type { ConnectorConfig } from '../../config.js'
import type { Connector, ConnectRequest, SessionChange, WalletSession } from '../../connector.js'
import { cleanIcon, cleanName } from '../../presentation.js'
import { openLine, storageOf } from '../../relay/handle.js'
import { raiseApp, readChosenApp, resetChosenApp } from '../../relay/mobile-links.js'
import type { Relay } from '../../relay/relay.js'
import { showCode } from '../../relay/show-code.js'
import { dropExpired, findSession, prefixOf, type StoredSession } from '../../relay/stored-sessions.js'
import { readStarknetAccounts } from '../accounts.js'
import { createFeed } from '../feed.js'
import { openStarknetSession } from '../session.js'
import {
  readMobileAccount,
  readMobileGrant,
  type StarknetGrant,
  starknetChains,
  toMobileProposal,
} from './grant.js'
import { createMobileWallet } from './wallet.js'

const LINE = 'wcb-starknet'

const readGrant = (stored: StoredSession, config: ConnectorConfig): StarknetGrant | null =>
  readMobileGrant(stored.namespaces, String(stored.peer.metadata.name), starknetChains(config))

/** What went wrong in this flow has one text, whatever it was (specification, section 8); `cause` tells. */
function toMobileError(error: unknown): WalletError {
  console.error(STARKNET_CONNECT_FAILED, error)
  return new WalletError('connect_failed', { message: STARKNET_CONNECT_FAILED, cause: error })
}

/**
 * Shows codes until a wallet approves one, and opens a session on what it granted.
 *
 * @param since when the wallet was chosen, epoch ms
 * @throws WalletError `connect_failed` (Failed to connect to Starknet), `session_incompatible`, `config_invalid`
 */
export async function connectMobile(request: ConnectRequest, since: number): Promise<WalletSession> {
  const { config, signal } = request
  resetChosenApp()
  const relay = await openLine(LINE, config)
  const code = showCode(request)
  let stored: StoredSession
  try {
    stored = await relay.pair(toMobileProposal(config), { since, signal: code.signal, onUri: code.onUri })
  } catch (error) {
    if (signal.aborted) throw error
    const failure = (await code.failure) ?? (error as WalletError)
    throw failure.code === 'connection_rejected' ? toMobileError(failure) : failure
  } finally {
    code.close()
  }
  const grant = readGrant(stored, config)
  if (!grant || signal.aborted) {
    void relay.end(stored.topic)
    throw new WalletError(grant ? 'session_ended' : 'session_incompatible')
  }
  relay.endOthers(stored.topic)
  relay.remember(stored.topic, { ...(readChosenApp() && { wcbApp: readChosenApp() as string }) })
  return openSession(stored, grant, config, request.chainId, async () => relay)
}

/** Takes up a stored session at once. The relay is found in the background; a session it no longer knows ends then. */
export async function restoreMobile({
  config,
  topic,
}: Parameters<Connector['restore']>[0]): Promise<WalletSession | null> {
  const storage = storageOf(config)
  const prefix = prefixOf(LINE, config.store)
  dropExpired(storage, prefix, now())
  const stored = findSession(storage, prefix, topic, now())
  const grant = stored && readGrant(stored, config)
  if (!stored || !grant) return null
  let opening: Promise<Relay> | undefined
  return openSession(stored, grant, config, undefined, () => (opening ??= openLine(LINE, config)))
}

function openSession(
  stored: StoredSession,
  granted: StarknetGrant,
  config: ConnectorConfig,
  target: ChainId | undefined,
  line: () => Promise<Relay>,
): WalletSession {
  const { topic, peer } = stored
  const named = starknetChains(config)
  const name = cleanName(peer.metadata.name) || 'Starknet wallet'
  const icon = cleanIcon(peer.metadata.icons?.[0])
  let grant = granted
  let live = true
  let stopListening = () => {}
  let tell: ((change: SessionChange) => void) | null = null

  const truth = {
    get accounts() {
      return feed.truth.accounts
    },
    get chainId() {
      return feed.truth.chainId as ChainId
    },
    get chains() {
      return grant.chains
    },
    moveTo(chainId: ChainId) {
      feed.update({ chainId, accounts: grant.accountsOf(chainId) })
      save()
    },
    async send(method: string, params: unknown): Promise<unknown> {
      if (!live) throw new WalletError('no_session')
      // In the task of the visitor's tap, before anything is awaited.
      raiseApp(
        { ...stored, wcbApp: stored.wcbApp ?? (readChosenApp() as string) },
        config.deepLink ?? 'native',
      )
      const relay = await line()
      const spelled = grant.chains.get(truth.chainId) ?? [...grant.chains.values()][0]
      return relay.request(topic, spelled as string, { method, params })
    },
  }
  const wallet = createMobileWallet(truth, name, icon)
  const feed = createFeed(wallet.object, named, () => {})
  const remembered = readStarknetChainId(stored.wcbChain)
  const first = [target, remembered, ...named].find((chainId) => chainId && grant.chains.has(chainId))
  feed.truth.chainId = first ?? ([...grant.chains.keys()][0] as ChainId)
  feed.truth.accounts = grant.accountsOf(feed.truth.chainId)

  const save = () =>
    void line().then(
      (relay) => relay.remember(topic, { wcbChain: truth.chainId }),
      () => {},
    )
  const over = (reason: 'wallet' | 'expired' = 'wallet') => {
    if (!live) return
    live = false
    stopListening()
    const last = tell
    feed.stop()
    last?.({ type: 'disconnect', reason })
  }
  const close = () => void line().then((relay) => relay.end(topic).then(() => over()))

  const listener = {
    onEvent(event: string, data: unknown, envelope: string) {
      if (event === 'chainChanged') {
        const chainId = readStarknetChainId(data) ?? readStarknetChainId(envelope)
        if (chainId) wallet.emit('networkChanged', chainId, grant.accountsOf(chainId))
        save()
      }
      if (event !== 'accountsChanged' || !Array.isArray(data)) return
      if (data.length === 0) return close()
      const accounts = readStarknetAccounts(data.map((entry) => readMobileAccount(entry)?.address))
      if (accounts?.length) wallet.emit('accountsChanged', accounts)
    },
    onUpdate(session: StoredSession) {
      const next = readGrant(session, config)
      if (!next) return close()
      grant = next
      if (!grant.chains.has(truth.chainId)) return truth.moveTo([...grant.chains.keys()][0] as ChainId)
      wallet.emit('accountsChanged', grant.accountsOf(truth.chainId))
    },
    onEnd: over,
  }

  const session = openStarknetSession({
    wallet: wallet.object,
    dialect: wallet.dialect,
    feed,
    config,
    isPresent: () => live,
    async letGo() {
      live = false
      stopListening()
      await (await line()).end(topic)
    },
  })
  const { watch, refresh } = session
  return Object.defineProperties(session, {
    topic: { value: topic },
    approvedChains: { get: () => [...grant.chains.keys()] },
    peer: {
      value: { name, ...(icon && { icon }), version: '1.0.0', host: globalThis.location?.origin ?? '' },
    },
    liveUpdates: { value: true },
    watch: {
      value(onChange: (change: SessionChange) => void) {
        tell = onChange
        const stop = watch(onChange)
        // Nobody waits for what is still to be sent.
        let giveUp = () => {}
        void line().then(
          (relay) => {
            giveUp = () => relay.giveUp(topic)
            if (!tell || !live) return
            if (!relay.getSession(topic)) return over(stored.expiry * 1_000 <= now() ? 'expired' : 'wallet')
            stopListening = relay.listen(topic, listener)
            save()
          },
          () => {},
        )
        return () => {
          tell = null
          stopListening()
          giveUp()
          stop()
        }
      },
    },
    refresh: {
      async value() {
        if (live && stored.expiry * 1_000 <= now()) {
          void line().then((relay) => relay.end(topic))
          over('expired')
        }
        return live ? refresh?.() : null
      },
    },
  })
}
