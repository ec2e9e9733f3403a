import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { type ChainId, readStarknetChainId } from '../../../protocol/caip2.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import { cleanIcon, cleanName } from '../../name-and-icon.js'
import { keepAccount, pickAccounts } from '../../relay/accounts.js'
import { connectByRelay, restoreByRelay } from '../../relay/connect.js'
import type { FamilySession, RelayFamily, RelayLink } from '../../relay/family.js'
import { readStarknetAccounts } from '../accounts.js'
import { Feed } from '../feed.js'
import { openStarknetSession } from '../session.js'
import { STARKNET_CONNECT_FAILED } from '../wallet-errors.js'
import {
  readMobileAccount,
  readMobileGrant,
  type StarknetGrant,
  starknetChains,
  toMobileProposal,
} from './grant.js'
import { createMobileWallet, type PhoneWallet } from './wallet.js'

const FAMILY: RelayFamily<StarknetGrant> = {
  name: 'wcb-starknet',
  chains: starknetChains,
  wanted: starknetChains,
  proposal: toMobileProposal,
  readGrant: ({ namespaces, peer }, wanted) =>
    readMobileGrant(namespaces, String(peer.metadata.name), wanted),
  toError: toMobileError,
  createSession,
}

/**
 * A failed pairing of a Starknet wallet has one text for every reason (specification, section 8); `cause` has the
 * reason.
 */
function toMobileError(error: unknown): unknown {
  if (!(error instanceof WalletError) || error.code !== 'connection_rejected') return error
  console.error(STARKNET_CONNECT_FAILED, error)
  return new WalletError('connect_failed', { message: STARKNET_CONNECT_FAILED, cause: error })
}

/**
 * Connects a Starknet wallet on a phone.
 *
 * @param since when the visitor chose the wallet, on the clock of `ticks`
 * @throws WalletError `connect_failed` (Failed to connect to Starknet), `session_incompatible`, `config_invalid`
 */
export const connectMobile = (request: ConnectRequest, since: number): Promise<WalletSession> =>
  connectByRelay(FAMILY, request, since)

/** Restores a stored session of a Starknet wallet on a phone, without a prompt; null when there is none. */
export const restoreMobile = (request: Parameters<Connector['restore']>[0]): Promise<WalletSession | null> =>
  restoreByRelay(FAMILY, request)

function createSession(link: RelayLink<StarknetGrant>): FamilySession {
  const { config, stored } = link
  const name = cleanName(stored.peer.metadata.name) || 'Starknet wallet'
  const icon = cleanIcon(stored.peer.metadata.icons?.[0])
  /** The accounts of a chain. The current account stays when the chain has it too. */
  const accountsOf = (chainId: ChainId) =>
    keepAccount(feed.account || stored.wcbAccount, link.grant.accountsOf(chainId))
  const phone: PhoneWallet = {
    get accounts() {
      return feed.accounts
    },
    get chainId() {
      return feed.chainId
    },
    get isLive() {
      return link.isLive
    },
    get chains() {
      return link.grant.chains
    },
    moveTo(chainId) {
      feed.hear({ chainId, accounts: accountsOf(chainId) })
      link.save()
    },
    send(method, params, progress) {
      // Both methods are bound to a chain, which the wallet may have chosen although its session does not name it.
      const { chainId } = phone
      const readChain = () => {
        const spelled = link.grant.spelling.get(chainId)
        if (!spelled) throw new WalletError('chain_mismatch')
        return spelled
      }
      return link.send(readChain, method, params, progress)
    },
  }
  const wallet = createMobileWallet(phone, name, icon)
  const feed = new Feed(wallet.object, starknetChains(config), () => {})
  feed.open({ accounts: accountsOf(link.firstChain), chainId: link.firstChain })
  const session = openStarknetSession({
    wallet: wallet.object,
    dialect: wallet.dialect,
    feed,
    config,
    isPresent: () => link.isLive,
    disconnect: link.disconnect,
  })
  return {
    session,
    peer: { name, ...(icon && { icon }) },
    report: feed,
    listApproved: () => link.grant.chains,
    record: () => ({ wcbChain: phone.chainId, wcbAccount: phone.accounts[0] as string }),
    onChain(data, envelope) {
      const network = readField(data, 'chainId') ?? data
      // An empty network is a disconnect (specification, section 4).
      if (network === '') return false
      const chainId = readStarknetChainId(network ?? envelope)
      if (chainId) wallet.emit('networkChanged', chainId, accountsOf(chainId))
      else wallet.emit('networkChanged', network)
      return link.save()
    },
    readAccounts(entries, envelope) {
      const read = entries.map(readMobileAccount).filter((entry) => entry !== null)
      if (read.length === 0 && entries.length > 0) return null
      const named = read.map(({ chain, address }) => ({ chainId: readStarknetChainId(chain), address }))
      const here = pickAccounts(named, readStarknetChainId(envelope), phone)
      return here && readStarknetAccounts(here)
    },
    onAccounts(accounts) {
      wallet.emit('accountsChanged', accounts)
      link.save()
    },
    onGrant() {
      if (!link.grant.chains.includes(phone.chainId)) return phone.moveTo(link.grant.chains[0] as ChainId)
      wallet.emit('accountsChanged', accountsOf(phone.chainId))
      link.save()
    },
    onEnd: feed.leave,
  }
}
