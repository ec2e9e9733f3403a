import { type ChainId, readEvmChainId, toEvmHex } from '../../../chains/caip2.js'
import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { now } from '../../../platform/natives.js'
import { isEvmAddress, toChecksumAddress } from '../../../protocol/evm-address.js'
import type { ConnectorConfig } from '../../config.js'
import type { Connector, ConnectRequest, SessionChange, WalletSession } from '../../connector.js'
import { cleanIcon, cleanName } from '../../presentation.js'
import { openLine, storageOf } from '../../relay/handle.js'
import { raiseApp, readChosenApp, resetChosenApp } from '../../relay/mobile-links.js'
import type { Relay } from '../../relay/relay.js'
import { showCode } from '../../relay/show-code.js'
import { dropExpired, findSession, prefixOf, type StoredSession } from '../../relay/stored-sessions.js'
import { createEvmRequests } from '../requests.js'
import { type EvmGrant, evmChains, readGrant, toProposal } from './grant.js'
import { createRelayProvider } from './provider.js'
import { checkSwitch, listSwitchTargets } from './switch-chain.js'

const LINE = 'wcb-evm'

/** The chains one of which a wallet must have: the page's own, else the optional ones. */
function wantedChains(config: ConnectorConfig): ChainId[] {
  const own = evmChains({ chains: config.chains, optionalChains: [] })
  return own.length > 0 ? own : evmChains(config)
}

/**
 * Shows codes until a wallet approves one, and opens a session on what it granted.
 *
 * @param since when the wallet was chosen, epoch ms
 * @throws WalletError `connection_rejected`, `session_incompatible`, `config_invalid` without a project id
 */
export async function connectRelay(request: ConnectRequest, since: number): Promise<WalletSession> {
  const { config, signal } = request
  resetChosenApp()
  const relay = await openLine(LINE, config)
  const code = showCode(request)
  let stored: StoredSession
  try {
    stored = await relay.pair(toProposal(config), { since, signal: code.signal, onUri: code.onUri })
  } catch (error) {
    throw (await code.failure) ?? error
  } finally {
    code.close()
  }
  const grant = readGrant(stored.namespaces, wantedChains(config))
  if (!grant || signal.aborted) {
    void relay.end(stored.topic)
    throw new WalletError(grant ? 'session_ended' : 'session_incompatible')
  }
  relay.endOthers(stored.topic)
  relay.remember(stored.topic, { ...(readChosenApp() && { wcbApp: readChosenApp() as string }) })
  return openSession({ stored, grant, config, target: request.chainId, line: async () => relay })
}

/** Takes up a stored session at once. The relay is found in the background; a session it no longer knows ends then. */
export async function restoreRelay({
  config,
  topic,
}: Parameters<Connector['restore']>[0]): Promise<WalletSession | null> {
  const storage = storageOf(config)
  const prefix = prefixOf(LINE, config.store)
  dropExpired(storage, prefix, now())
  const stored = findSession(storage, prefix, topic, now())
  const grant = stored && readGrant(stored.namespaces, wantedChains(config))
  if (!stored || !grant) return null
  let opening: Promise<Relay> | undefined
  const line = () => (opening ??= openLine(LINE, config))
  return openSession({ stored, grant, config, target: undefined, line })
}

interface SessionInput {
  stored: StoredSession
  grant: EvmGrant
  config: ConnectorConfig
  /** The chain to be on, if the wallet has it. */
  target: ChainId | undefined
  line(): Promise<Relay>
}

function openSession({ stored, grant: granted, config, target, line }: SessionInput): WalletSession {
  const { topic, peer } = stored
  const peerName = cleanName(peer.metadata.name)
  const remembered = readEvmChainId(stored.wcbChain)
  const preferred = [target, remembered, ...evmChains(config)].find(
    (chain) => chain && granted.chains.includes(chain),
  )
  let grant = granted
  let chainId = preferred ?? (grant.chains[0] as ChainId)
  let accounts: readonly string[] = grant.accountsOf(chainId)
  if (stored.wcbAccount && accounts.includes(stored.wcbAccount)) accounts = lead(stored.wcbAccount, accounts)
  let hasSwitched = remembered !== null && remembered !== evmChains(config)[0]
  let live = true
  let tell: ((change: SessionChange) => void) | null = null
  let scheduled = false
  let stopListening = () => {}

  const save = () =>
    void line().then(
      (relay) => relay.remember(topic, { wcbChain: chainId, wcbAccount: accounts[0] as string }),
      () => {},
    )
  const changed = () => {
    save()
    if (!tell || scheduled) return
    scheduled = true
    queueMicrotask(() => {
      scheduled = false
      if (live) tell?.({ type: 'change', account: accounts[0] as string, accounts, chainId })
    })
  }
  const setAccounts = (next: readonly string[]) => {
    if (next.join() === accounts.join()) return
    accounts = next
    provider.emit('accountsChanged', [...accounts])
    changed()
  }
  const moveTo = (next: ChainId) => {
    if (next === chainId) return
    chainId = next
    hasSwitched = true
    provider.emit('chainChanged', toEvmHex(chainId))
    const here = grant.accountsOf(chainId)
    const current = accounts[0] as string
    if (here.length > 0) setAccounts(here.includes(current) ? lead(current, here) : here)
    changed()
  }
  const over = (reason: 'wallet' | 'expired' = 'wallet') => {
    if (!live) return
    live = false
    stopListening()
    provider.emit('disconnect', Object.assign(new Error('The session is over'), { code: 4_900 }))
    tell?.({ type: 'disconnect', reason })
  }

  const truth = {
    get live() {
      return live
    },
    get accounts() {
      return accounts
    },
    get chainId() {
      return chainId
    },
    get chains() {
      return grant.chains
    },
    get methods() {
      return grant.methods
    },
    moveTo,
    async send(method: string, params: unknown): Promise<unknown> {
      // In the task of the visitor's tap, before anything is awaited.
      raiseApp(
        { ...stored, wcbApp: stored.wcbApp ?? (readChosenApp() as string) },
        config.deepLink ?? 'native',
      )
      const relay = await line()
      // The wallet may be on a chain that its session does not name yet.
      const over = grant.chains.includes(chainId) ? chainId : (grant.chains[0] as ChainId)
      return relay.request(topic, over, { method, params: params ?? [] })
    },
  }
  const provider = createRelayProvider(truth, config)

  const listener = {
    onEvent(name: string, data: unknown, envelope: string) {
      if (name === 'chainChanged') {
        const next = readEvmChainId(readField(data, 'chainId') ?? data) ?? readEvmChainId(envelope)
        if (next) moveTo(next)
      }
      if (name !== 'accountsChanged' || !Array.isArray(data)) return
      if (data.length === 0) return void line().then((relay) => relay.end(topic).then(() => over()))
      const next = data.slice(0, 100).map((entry) => String(entry).replace(/^eip155:\d+:/, ''))
      if (next.every(isEvmAddress)) setAccounts([...new Set(next.map(toChecksumAddress))])
    },
    onUpdate({ namespaces }: StoredSession) {
      const next = readGrant(namespaces, evmChains(config))
      if (!next) return void line().then((relay) => relay.end(topic).then(() => over()))
      grant = next
      if (!grant.chains.includes(chainId)) moveTo(grant.chains[0] as ChainId)
      const here = grant.accountsOf(chainId)
      const current = accounts[0] as string
      setAccounts(here.includes(current) ? lead(current, here) : here)
    },
    onEnd: over,
  }

  const requests = createEvmRequests({
    provider,
    account: () => accounts[0] as string,
    chainId: () => chainId,
    onSwitched: moveTo,
  })
  return {
    get account() {
      return accounts[0] as string
    },
    get accounts() {
      return accounts
    },
    get chainId() {
      return chainId
    },
    get approvedChains() {
      return listSwitchTargets({ peerName, chainId, approved: grant.chains, hasSwitched }, config)
    },
    provider,
    topic,
    peer: {
      ...(peerName && { name: peerName }),
      ...(cleanIcon(peer.metadata.icons?.[0]) && { icon: cleanIcon(peer.metadata.icons?.[0]) }),
    },
    liveUpdates: true,
    ...requests,
    async signMessage(message) {
      if (!live) throw new WalletError('no_session')
      return requests.signMessage?.(message) as Promise<string>
    },
    async signTypedData(typedData) {
      if (!live) throw new WalletError('no_session')
      return requests.signTypedData?.(typedData) as Promise<string>
    },
    async switchChain(next, current) {
      if (next === chainId) return
      checkSwitch(next, { peerName, chainId, approved: grant.chains, hasSwitched }, current)
      await requests.switchChain?.(next, current)
    },
    watch(onChange) {
      tell = onChange
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
      }
    },
    async refresh() {
      if (live && stored.expiry * 1_000 <= now()) {
        void line().then((relay) => relay.end(topic))
        over('expired')
      }
      return live ? { account: accounts[0] as string, accounts, chainId } : null
    },
    async disconnect() {
      live = false
      stopListening()
      const relay = await line()
      await relay.end(topic)
    },
  }
}

/** A list with one of its entries first. */
const lead = (first: string, list: readonly string[]): string[] => [
  first,
  ...list.filter((one) => one !== first),
]
