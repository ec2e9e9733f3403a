import { getStarknetNodes } from '../../chains/starknet-nodes.js'
import { DISCONNECT_TIMEOUT } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import { createPart } from '../../platform/chunks.js'
import { readAddress } from '../../platform/environment.js'
import { setTimer } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { ConnectorConfig } from '../config.js'
import type { StarknetAccount, WalletSession } from '../connector.js'
import { readStarknetBalance } from './balance.js'
import type { Dialect } from './dialect.js'
import type { Feed } from './feed.js'
import { createStarknetNode, type StarknetNode } from './node.js'
import { passOpenPrompt } from './prompts.js'
import { followTransaction } from './receipt.js'
import { createStarknetRequests, logMissingAddress } from './requests.js'
import type { SessionContext } from './session-context.js'
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
  isPresent(): boolean
  /** Tells the wallet that the page disconnects. */
  letGo(): Promise<void>
}

/** Opens a session on a wallet whose accounts and chain are in the feed. */
export function openStarknetSession({
  wallet,
  dialect,
  feed,
  config,
  isExtension = false,
  canBeRead = false,
  isPresent,
  letGo,
}: SessionInput): WalletSession {
  const { known } = feed
  const wasConnected = wallet.isConnected === true
  const ended = new AbortController()
  const nodes = new Map<ChainId, StarknetNode>()
  const chainId = () => known.chainId as ChainId
  const account = () => known.accounts[0] as string

  let { networks } = config
  const node = (): StarknetNode => {
    // The page may name other nodes while the session lives.
    if (networks !== config.networks) nodes.clear()
    networks = config.networks
    const found = nodes.get(chainId()) ?? createStarknetNode(getStarknetNodes(chainId(), networks))
    nodes.set(chainId(), found)
    return found
  }
  const stop = () => {
    feed.stop()
    ended.abort()
  }
  const checkPresence = () => {
    if (feed.ended) throw new WalletError('session_ended')
    if (isPresent()) return
    console.error('Could not fetch wallet address')
    // End the session after the request was rejected, so that the page sees the request's own error.
    setTimer(feed.end, 0)
    throw new WalletError('wallet_unavailable')
  }
  const context: SessionContext = {
    wallet,
    dialect,
    feed,
    appName: config.appName,
    signal: ended.signal,
    isExtension,
    canBeRead,
    account,
    chainId,
    checkPresence,
  }

  const requests = createStarknetRequests(context)

  return {
    get account() {
      return account()
    },
    get accounts() {
      return known.accounts
    },
    get chainId() {
      return chainId()
    },
    provider: wallet,
    peer: {
      name: wallet.name,
      version: String(wallet.version ?? ''),
      host: readAddress().origin,
    },
    liveUpdates: feed.liveUpdates,
    takesMore: isExtension,
    giveUp: () => passOpenPrompt(wallet),
    ...requests,
    watch(onChange) {
      feed.setListener((change) => {
        if (change.type === 'disconnect') ended.abort()
        onChange(change)
      })
      return stop
    },
    async refresh() {
      if (feed.ended || !isPresent()) return null
      const { heard } = feed
      const accounts = await dialect.readAccounts().catch(() => null)
      if (!accounts) {
        // A wallet that has disconnected says so, by its older member or its permissions. A wallet that says nothing is
        // locked, or in trouble.
        if ((wasConnected && !wallet.isConnected) || (await dialect.isRevoked())) return null
        throw new WalletError('wallet_locked')
      }
      const next = await dialect.readChainId()
      if (feed.ended) return null
      if (!next) throw new WalletError('wallet_malformed')
      // An event that came meanwhile is newer than the read.
      if (feed.heard === heard) feed.update({ accounts, chainId: next })
      return { account: account(), accounts: known.accounts, chainId: chainId() }
    },
    async disconnect() {
      stop()
      await within(
        // The connection is over for the page, whatever the wallet says.
        letGo().catch(() => {}),
        DISCONNECT_TIMEOUT,
        () => {},
      )
    },
    async waitForTransaction(hash, signal) {
      const either = new AbortController()
      const abort = () => either.abort()
      for (const one of [signal, ended.signal]) {
        if (one.aborted) abort()
        one.addEventListener('abort', abort)
      }
      try {
        return await followTransaction(node(), hash, either.signal)
      } finally {
        for (const one of [signal, ended.signal]) one.removeEventListener('abort', abort)
      }
    },
    async getBalance(token) {
      if (feed.ended) return logMissingAddress() as never
      return readStarknetBalance(node(), account(), token)
    },
    async getStarknetAccount() {
      checkPresence()
      const { createStarknetAccount } = await ACCOUNT.load()
      const input = { wallet, account, chainId, config, requests, signal: ended.signal }
      return (await createStarknetAccount(input)) as unknown as StarknetAccount
    },
  }
}
