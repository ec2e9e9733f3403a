import { getStarknetNodes } from '../../chains/starknet-nodes.js'
import { DISCONNECT_TIMEOUT } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import { createPart } from '../../platform/chunks.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { setTimer } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import { followUse } from '../../platform/visitor.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { ConnectorConfig } from '../config.js'
import type { StarknetAccount, WalletSession } from '../connector.js'
import { withReport } from '../session-report.js'
import { readStarknetBalance } from './balance.js'
import type { Dialect } from './dialect.js'
import type { Feed } from './feed.js'
import { createStarknetNode, type StarknetNode } from './node.js'
import { followTransaction } from './receipt.js'
import { createStarknetRequests, logMissingAddress } from './requests.js'
import type { SessionContext } from './session-context.js'
import { look, lookAtAccounts } from './unlock.js'
import type { StarknetWallet } from './wallet-object.js'

const ACCOUNT = createPart(() => import('./starknet-account.js'))

/** What {@link openStarknetSession} needs. */
export interface SessionInput {
  wallet: StarknetWallet
  dialect: Dialect
  feed: Feed
  config: ConnectorConfig
  /** The wallet is an extension: it opens its own windows, locks itself, and serves all tabs. */
  isExtension?: boolean
  /** The wallet has shown its accounts to a silent request before, so no accounts now means that it is locked. */
  canBeRead?: boolean
  /** Brings the wallet's open window to the front, when the page has opened it. */
  focus?(): void
  isPresent(): boolean
  /** Tells the wallet that the page disconnects. */
  disconnect(): Promise<void>
}

/** The node of the session's chain. The page may name other nodes while the session lives. */
function createNodes(config: ConnectorConfig, current: () => ChainId): (chainId?: ChainId) => StarknetNode {
  const nodes = new Map<ChainId, StarknetNode>()
  let { networks } = config
  return (chainId = current()) => {
    if (networks !== config.networks) nodes.clear()
    networks = config.networks
    const found = nodes.get(chainId) ?? createStarknetNode(getStarknetNodes(chainId, networks))
    nodes.set(chainId, found)
    return found
  }
}

/** Reads account and chain again. @returns null when the wallet has disconnected */
async function refresh({ wallet, dialect, feed, isPresent }: SessionInput, wasConnected: boolean) {
  if (feed.ended || !isPresent()) return null
  const question = feed.ask()
  const accounts = await lookAtAccounts(dialect, feed.signal)
  if (!accounts) {
    // A wallet that has disconnected says so, by its older member or its permissions. A wallet that says nothing is
    // locked, or in trouble.
    if (wasConnected && !wallet.isConnected) return null
    if (accounts === null && (await look(() => dialect.isRevoked(), feed.signal))) return null
    throw new WalletError('wallet_locked')
  }
  const next = await look(() => dialect.readChainId(), feed.signal)
  if (feed.ended) return null
  if (!next) throw new WalletError('wallet_malformed')
  feed.move(next, accounts, question.answer)
  // An unknown network is reported to the page once, by the feed.
  if (feed.said.unknown) throw new WalletError('chain_mismatch')
  return feed.place
}

/** What the session's requests share. */
function createContext(input: SessionInput): SessionContext {
  const { wallet, dialect, feed, config, isExtension = false, canBeRead = false, focus, isPresent } = input
  const { signal } = feed
  return {
    wallet,
    dialect,
    feed,
    appName: config.appName,
    signal,
    isExtension,
    canBeRead,
    lastUse: isExtension ? followUse(signal) : undefined,
    focus,
    account: () => feed.account,
    chainId: () => feed.chainId,
    checkPresence() {
      if (feed.ended) throw new WalletError('session_ended')
      if (isPresent()) return
      console.error('Could not fetch wallet address')
      // End the session after the request was rejected, so that the page sees the request's own error.
      setTimer(() => feed.end(), 0)
      throw new WalletError('wallet_unavailable')
    },
  }
}

/** Opens a session on a wallet whose feed is open. */
export function openStarknetSession(input: SessionInput): WalletSession {
  const { wallet, feed, config, focus } = input
  const wasConnected = wallet.isConnected === true
  const context = createContext(input)
  const { account, chainId, isExtension, signal } = context
  const node = createNodes(config, chainId)
  const requests = createStarknetRequests(context)

  return withReport(feed, {
    provider: wallet,
    peer: {
      name: wallet.name,
      version: String(wallet.version ?? ''),
    },
    liveUpdates: feed.liveUpdates,
    takesMore: isExtension,
    ...(focus && { focus }),
    ...requests,
    watch: (onChange) => feed.watch(onChange),
    refresh: () => refresh(input, wasConnected),
    async disconnect() {
      feed.leave()
      await within(
        // The connection is over for the page, whatever the wallet says.
        input.disconnect().catch(() => {}),
        DISCONNECT_TIMEOUT,
        () => {},
      )
    },
    waitForTransaction: (hash, ofPage, sentOn) =>
      withFirstAbort([ofPage, signal], (over) => followTransaction(node(sentOn), hash, over)),
    async getBalance(token) {
      if (feed.ended) return logMissingAddress() as never
      if (feed.said.unknown) throw new WalletError('balance_failed')
      return readStarknetBalance(node(), account(), token)
    },
    async getStarknetAccount() {
      context.checkPresence()
      const { createStarknetAccount } = await ACCOUNT.load()
      const made = await createStarknetAccount({
        wallet,
        account,
        accounts: () => feed.accounts,
        chainId,
        config,
        requests,
        follow: feed.follow,
        signal,
      })
      return made as unknown as StarknetAccount
    },
  })
}
