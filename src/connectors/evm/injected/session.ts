import { type ChainId, readEvmChainId } from '../../../chains/caip2.js'
import type { NetworkConfig } from '../../../chains/network-config.js'
import { REVOKE_TIMEOUT } from '../../../constants.js'
import { readErrorCode, toWalletError } from '../../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { wait, within } from '../../../platform/time.js'
import type { Connector, ConnectRequest, SessionChange, WalletSession } from '../../connector.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, holdProvider, isMissing, listenTo } from '../provider.js'
import { createEvmRequests } from '../requests.js'

/** MetaMask's code for "connection lost for a moment". */
const TRY_AGAIN_LATER = 1013

/** No account any more: an EVM wallet does not say whether it is locked or has ended it. */
const GONE: SessionChange = { type: 'disconnect', reason: 'locked' }

/** How long the read after the answer may take, in ms. */
const ACCOUNTS_TIMEOUT = 1_000

type Held = ReturnType<typeof holdProvider>
type Feed = ReturnType<typeof createFeed>

interface Truth {
  accounts: string[] | null
  chainId: ChainId | null
}

/** Asks the visitor for accounts (EIP-1102) and opens a session on them. */
export async function connectInjected(
  provider: Eip1193Provider,
  request: ConnectRequest,
): Promise<WalletSession> {
  const { signal, config, chainId } = request
  const checkWanted = () => {
    if (signal.aborted) throw new UserRejectedRequestError(signal.reason)
  }
  // Called off while this code was on its way: the wallet is not to prompt any more.
  checkWanted()
  if (isMissing(provider)) throw new WalletError('no_provider_init')
  const held = holdProvider(provider)
  const feed = createFeed(provider, held)
  signal.addEventListener('abort', feed.stop)
  try {
    request.onAwaiting()
    const accounts = await requestAccounts(held, feed, checkWanted)
    checkWanted()
    if (!accounts?.length) throw new WalletError('connect_failed')
    feed.truth.accounts = accounts
    const session = await openSession(provider, held, feed, config.networks)
    checkWanted()
    if (chainId && chainId !== session.chainId) await session.switchChain?.(chainId, config)
    checkWanted()
    return session
  } catch (error) {
    feed.stop()
    throw toWalletError(error, 'connect_failed')
  } finally {
    signal.removeEventListener('abort', feed.stop)
  }
}

/**
 * Asks for accounts, and reads them again: the wallet will be asked by `eth_accounts` from now on, and what it says there is
 * newer. A read that says nothing, as of a wallet that is not ready, takes nothing away.
 */
async function requestAccounts(
  held: Held,
  { truth }: Feed,
  checkWanted: () => void,
): Promise<string[] | null> {
  const read = async () => readAccounts(await ask(held, 'eth_accounts').catch(() => null))
  let answer: unknown
  try {
    answer = await ask(held, 'eth_requestAccounts')
  } catch (error) {
    // Safe's provider has no such method: its page was opened in the wallet, which allows it.
    const isMissing = toWalletError(error, 'connect_failed').code === 'not_implemented'
    const shown = isMissing ? await read() : null
    if (shown?.length) return shown
    throw error
  }
  checkWanted()
  const given = readAccounts(answer)
  if (!given?.length) return given
  const shown = await within(read(), ACCOUNTS_TIMEOUT, () => null)
  const { accounts: told } = truth
  // The wallet has told of other accounts than it answered with: which of the two is newer, only the read can say.
  if (told && String(told) !== String(given)) return shown
  return shown?.length ? shown : given
}

/** A wallet's no to a silent question is the same whether it is locked, not awake yet, or has sent the page away. */
const locked = (cause?: unknown) => new WalletError('wallet_locked', { cause })

/**
 * Takes up the session of a page that the wallet still allows; never prompts.
 *
 * @throws WalletError `wallet_locked` where the wallet shows no account, or cannot be asked
 */
export async function restoreInjected(
  provider: Eip1193Provider,
  request: Parameters<Connector['restore']>[0],
): Promise<WalletSession | null> {
  const { signal, config } = request
  const held = holdProvider(provider)
  const answer = await ask(held, 'eth_accounts').catch((error) => {
    throw locked(error)
  })
  const accounts = readAccounts(answer)
  if (accounts?.length === 0) throw locked(answer)
  if (!accounts || signal.aborted) return null
  const feed = createFeed(provider, held)
  signal.addEventListener('abort', feed.stop)
  try {
    feed.truth.accounts = accounts
    const session = await openSession(provider, held, feed, config.networks)
    if (!signal.aborted) return session
    feed.stop()
    return null
  } catch {
    feed.stop()
    return null
  } finally {
    signal.removeEventListener('abort', feed.stop)
  }
}

/** Calls back when the wallet shows accounts, or is connected to its chains again. @returns the way to stop */
export function watchUnlock(provider: Eip1193Provider, onUnlock: () => void): () => void {
  const stop = listenTo(provider, {
    accountsChanged: (payload) => readAccounts(payload)?.length && onUnlock(),
    connect: onUnlock,
  })
  return () => stop?.()
}

/**
 * The wallet's events from before the first request on, so that none is lost between two reads. Until a listener is
 * set they only move the truth; afterwards all events of one task are told as one change.
 */
function createFeed(provider: Eip1193Provider, held: Held) {
  const truth: Truth = { accounts: null, chainId: null }
  const lost = new AbortController()
  let tell: ((change: SessionChange) => void) | null = null
  let scheduled = false
  const changed = () => {
    if (!tell || scheduled) return
    scheduled = true
    queueMicrotask(() => {
      scheduled = false
      if (!tell) return
      const { accounts, chainId } = truth
      if (!accounts?.length) tell(GONE)
      else tell({ type: 'change', account: accounts[0] as string, accounts, ...(chainId && { chainId }) })
    })
  }
  const unsubscribe = listenTo(provider, {
    accountsChanged(payload) {
      const accounts = readAccounts(payload)
      if (!accounts) return
      truth.accounts = accounts
      changed()
    },
    chainChanged(payload) {
      const chainId = readEvmChainId(payload)
      if (!chainId) return
      truth.chainId = chainId
      changed()
    },
    disconnect(error) {
      if (readErrorCode(error) !== TRY_AGAIN_LATER) return tell?.({ type: 'disconnect', reason: 'lost' })
      // A dropped line that comes back within a second is none.
      void wait(1_000, lost.signal).then(async () => {
        if (lost.signal.aborted) return
        const accounts = readAccounts(await ask(held, 'eth_accounts').catch(() => []))
        if (!accounts?.length && !lost.signal.aborted) tell?.(GONE)
      })
    },
  })
  return {
    truth,
    liveUpdates: unsubscribe !== null,
    changed,
    setListener(listener: (change: SessionChange) => void) {
      tell = listener
      // What was told since the session was accepted
      changed()
    },
    stop() {
      tell = null
      lost.abort()
      unsubscribe?.()
    },
  }
}

async function openSession(
  provider: Eip1193Provider,
  held: Held,
  feed: Feed,
  networks: readonly NetworkConfig[],
): Promise<WalletSession> {
  const { truth } = feed
  // An event from before the read is older than its answer, one from meanwhile is newer.
  truth.chainId = null
  const read = readEvmChainId(await ask(held, 'eth_chainId'))
  truth.chainId ??= read
  if (!truth.chainId) throw new WalletError('wallet_malformed')
  if (!truth.accounts?.length) throw new WalletError('session_ended')
  const account = () => truth.accounts?.[0] ?? ''
  const requests = createEvmRequests({
    provider: held,
    networks,
    account,
    chainId: () => truth.chainId as ChainId,
    onSwitched(chainId) {
      truth.chainId = chainId
      feed.changed()
    },
  })
  return {
    get account() {
      return account()
    },
    get accounts() {
      return truth.accounts ?? []
    },
    get chainId() {
      return truth.chainId as ChainId
    },
    provider,
    liveUpdates: feed.liveUpdates,
    ...requests,
    watch(onChange) {
      feed.setListener(onChange)
      return feed.stop
    },
    async refresh() {
      // A wallet that cannot answer now has not sent this page away: that rejects, and nothing changes.
      const accounts = readAccounts(await ask(held, 'eth_accounts'))
      if (!accounts) throw new WalletError('wallet_malformed')
      truth.accounts = accounts
      const chainId = readEvmChainId(await ask(held, 'eth_chainId'))
      if (!chainId) throw new WalletError('wallet_malformed')
      truth.chainId = chainId
      return account() ? { account: account(), accounts: truth.accounts, chainId } : 'locked'
    },
    async disconnect() {
      feed.stop()
      truth.accounts = []
      // Wallets without it may never answer (MIP-2).
      const revoked = ask(held, 'wallet_revokePermissions', [{ eth_accounts: {} }]).catch(() => null)
      await within(revoked, REVOKE_TIMEOUT, () => null)
    },
  }
}
