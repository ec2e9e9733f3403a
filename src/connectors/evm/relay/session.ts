import { readField } from '../../../errors/normalise.js'
import { DISCONNECTED } from '../../../errors/rpc-codes.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { createPart } from '../../../platform/chunks.js'
import { type ChainId, readEvmChainId } from '../../../protocol/caip2.js'
import type { ConnectorConfig } from '../../config.js'
import type { Connector, ConnectRequest, SentCalls, WalletSession } from '../../connector.js'
import { cleanIcon, cleanName } from '../../name-and-icon.js'
import { pickAccounts } from '../../relay/accounts.js'
import { connectByRelay, restoreByRelay } from '../../relay/connect.js'
import type { FamilySession, RelayFamily, RelayLink } from '../../relay/family.js'
import { toPageProvider } from '../page-provider.js'
import { createEvmRequests, REQUEST_CODE } from '../requests.js'
import { followWallet } from './follow-wallet.js'
import { type EvmGrant, evmChains, readAccount, readGrant, toProposal } from './grant.js'
import { asksBeforeCalls } from './provider.js'
import { checkSwitch, listSwitchTargets } from './switch-chain.js'

/** A wallet must have at least one of these chains: the page's own chains, else the optional chains. */
function wantedChains(config: ConnectorConfig): ChainId[] {
  const own = evmChains({ chains: config.chains, optionalChains: [] })
  return own.length > 0 ? own : evmChains(config)
}

/** Codes by which a wallet connects and signs in at once: only for pages that ask for a sign-in. */
const SIGN_IN_CODES = createPart(() => import('./sign-in-code.js'))

const FAMILY: RelayFamily<EvmGrant> = {
  name: 'wcb-evm',
  chains: evmChains,
  wanted: wantedChains,
  proposal: toProposal,
  signIn: async (prompt, config, chainId) =>
    (await SIGN_IN_CODES.load()).createSignInCodes(prompt, config, chainId),
  readGrant: ({ namespaces }, wanted) => readGrant(namespaces, wanted),
  toError: (error) => error,
  createSession,
}

/**
 * Connects an EVM wallet on a phone.
 *
 * @param since when the visitor chose the wallet, on the clock of `ticks`
 * @throws WalletError `connection_rejected`, `session_incompatible`, `config_invalid` without a project id
 */
export const connectRelay = (request: ConnectRequest, since: number): Promise<WalletSession> =>
  connectByRelay(FAMILY, request, since)

/** Restores a stored session of an EVM wallet on a phone, without a prompt; null when there is none. */
export const restoreRelay = (request: Parameters<Connector['restore']>[0]): Promise<WalletSession | null> =>
  restoreByRelay(FAMILY, request)

function createSession(link: RelayLink<EvmGrant>): FamilySession {
  const { config, stored } = link
  const { report, wallet, provider, setAccounts, setAccountsOf, hasSwitched } = followWallet(link)
  const peerName = cleanName(stored.peer.metadata.name)
  const icon = cleanIcon(stored.peer.metadata.icons?.[0])
  const situation = () => ({
    peerName,
    chainId: wallet.chainId,
    approved: wallet.chains,
    hasSwitched: hasSwitched(),
  })
  const checkLive = () => {
    if (!link.isLive) throw new WalletError('no_session')
  }
  REQUEST_CODE.fetchAhead()
  const requests = createEvmRequests({
    provider,
    carry: provider.request,
    getNetworks: () => config.networks,
    report,
  })
  return {
    peer: { ...(peerName && { name: peerName }), ...(icon && { icon }) },
    report,
    listApproved: () => listSwitchTargets(situation(), config),
    session: {
      provider: toPageProvider(provider),
      ...requests,
      async signMessage(message, progress) {
        checkLive()
        return requests.signMessage?.(message, progress) as Promise<string>
      },
      async signTypedData(typedData, progress) {
        checkLive()
        return requests.signTypedData?.(typedData, progress) as Promise<string>
      },
      async execute(...request) {
        // The question opens no app. After its answer the browser would open none, and an app that sleeps gives none.
        if (asksBeforeCalls(wallet, stored, request[0], request[1])) link.raise()
        return requests.execute?.(...request) as Promise<SentCalls>
      },
      async switchChain(next, current, progress) {
        if (next === wallet.chainId) return
        checkSwitch(next, situation(), current)
        await requests.switchChain?.(next, current, progress)
        wallet.moveTo(next)
      },
      watch: (onChange) => report.watch(onChange),
      refresh: async () => report.place,
      disconnect: link.disconnect,
    },
    record: () => ({ wcbChain: wallet.chainId, wcbAccount: report.account, wcbSwitched: hasSwitched() }),
    onChain(data, envelope) {
      const next = readEvmChainId(readField(data, 'chainId') ?? data) ?? readEvmChainId(envelope)
      if (next) wallet.moveTo(next, false)
    },
    readAccounts(entries, envelope) {
      const named = entries.map(readAccount)
      const isRead = named.every((one) => one !== null)
      return isRead ? pickAccounts(named, readEvmChainId(envelope), wallet) : null
    },
    onAccounts: (next) => setAccounts([...new Set(next)]),
    onGrant() {
      if (!wallet.chains.includes(wallet.chainId)) wallet.moveTo(wallet.chains[0] as ChainId, false)
      setAccountsOf(link.grant.accountsOf(wallet.chainId))
    },
    onEnd() {
      report.leave()
      provider.emit('disconnect', Object.assign(new Error('The session is over'), { code: DISCONNECTED }))
    },
  }
}
