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

/** Runs with a signal that is aborted with the first of two. */
async function withEither<T>(
  signals: readonly AbortSignal[],
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController()
  const abort = () => either.abort()
  for (const one of signals) {
    if (one.aborted) abort()
    one.addEventListener('abort', abort)
  }
  try {
    return await run(either.signal)
  } finally {
    for (const one of signals) one.removeEventListener('abort', abort)
  }
}

/** Reads account and chain again. @returns null when the wallet has disconnected */
async function refresh({ wallet, dialect, feed, isPresent }: SessionInput, wasConnected: boolean) {
  if (feed.ended || !isPresent()) return null
  const { heard, known } = feed
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
  if (feed.heard === heard) feed.move(next, accounts)
  // The page hears of an unknown network once, from the feed.
  if (feed.away) throw new WalletError('chain_mismatch')
  return { account: known.accounts[0] as string, accounts: known.accounts, chainId: known.chainId as ChainId }
}

/** What the session's requests share. */
function createContext(input: SessionInput, signal: AbortSignal): SessionContext {
  const { wallet, dialect, feed, config, isExtension = false, canBeRead = false, isPresent } = input
  const { known } = feed
  return {
    wallet,
    dialect,
    feed,
    appName: config.appName,
    signal,
    isExtension,
    canBeRead,
    account: () => known.accounts[0] as string,
    chainId: () => known.chainId as ChainId,
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

/** Opens a session on a wallet whose accounts and chain are in the feed. */
export function openStarknetSession(input: SessionInput): WalletSession {
  const { wallet, feed, config, letGo } = input
  const wasConnected = wallet.isConnected === true
  const ended = new AbortController()
  const { signal } = ended
  const context = createContext(input, signal)
  const { account, chainId, isExtension } = context
  const node = createNodes(config, chainId)
  const stop = () => {
    feed.stop()
    ended.abort()
  }
  const requests = createStarknetRequests(context)

  return {
    get account() {
      return account()
    },
    get accounts() {
      return feed.known.accounts
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
    refresh: () => refresh(input, wasConnected),
    async disconnect() {
      stop()
      await within(
        // The connection is over for the page, whatever the wallet says.
        letGo().catch(() => {}),
        DISCONNECT_TIMEOUT,
        () => {},
      )
    },
    waitForTransaction: (hash, given, sentOn) =>
      withEither([given, signal], (either) => followTransaction(node(sentOn), hash, either)),
    async getBalance(token) {
      if (feed.ended) return logMissingAddress() as never
      if (feed.away) throw new WalletError('balance_failed')
      return readStarknetBalance(node(), account(), token)
    },
    async getStarknetAccount() {
      context.checkPresence()
      const { createStarknetAccount } = await ACCOUNT.load()
      const follow = (run: () => void) => feed.follow(run)
      const accounts = () => feed.known.accounts
      const made = await createStarknetAccount({
        wallet,
        account,
        accounts,
        chainId,
        config,
        requests,
        follow,
        signal,
      })
      return made as unknown as StarknetAccount
    },
  }
}
