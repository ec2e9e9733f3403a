import { type ChainId, readEvmChainId } from '../../chains/caip2.js'
import { REVOKE_TIMEOUT } from '../../constants.js'
import { readErrorCode, toWalletError } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { wait, within } from '../../platform/time.js'
import type { Connector, ConnectRequest, SessionChange, WalletSession } from '../connector.js'
import { readAccounts } from './accounts.js'
import type { Eip1193Provider } from './announcement.js'
import { ask, listenTo } from './provider.js'
import { createEvmRequests } from './requests.js'

/** MetaMask's code for "connection lost for a moment". */
const TRY_AGAIN_LATER = 1013

interface Truth {
  accounts: string[] | null
  chainId: ChainId | null
}

/** Asks the visitor for accounts (EIP-1102) and opens a session on them. */
export async function connectInjected(
  provider: Eip1193Provider,
  request: ConnectRequest,
): Promise<WalletSession> {
  const feed = createFeed(provider)
  request.signal.addEventListener('abort', feed.stop)
  try {
    request.onAwaiting()
    const accounts = readAccounts(await ask(provider, 'eth_requestAccounts'))
    if (!accounts?.length) throw new WalletError('connect_failed')
    feed.truth.accounts = accounts
    const session = await openSession(provider, feed)
    if (request.chainId && request.chainId !== session.chainId)
      await session.switchChain?.(request.chainId, request.config)
    return session
  } catch (error) {
    feed.stop()
    throw toWalletError(error, 'connect_failed')
  } finally {
    request.signal.removeEventListener('abort', feed.stop)
  }
}

/** Takes up the session of a page that the wallet still allows; never prompts. */
export async function restoreInjected(
  provider: Eip1193Provider,
  request: Parameters<Connector['restore']>[0],
): Promise<WalletSession | null> {
  const accounts = readAccounts(await ask(provider, 'eth_accounts').catch(() => []))
  if (!accounts?.length || request.signal.aborted) return null
  const feed = createFeed(provider)
  try {
    feed.truth.accounts = accounts
    return await openSession(provider, feed)
  } catch {
    feed.stop()
    return null
  }
}

/**
 * The wallet's events from before the first request on, so that none is lost between two reads. Until a listener is
 * set they only move the truth; afterwards all events of one task are told as one change.
 */
function createFeed(provider: Eip1193Provider) {
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
      if (!accounts?.length) tell({ type: 'disconnect' })
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
      if (readErrorCode(error) !== TRY_AGAIN_LATER) return tell?.({ type: 'disconnect' })
      // A dropped line that comes back within a second is none.
      void wait(1_000, lost.signal).then(async () => {
        if (lost.signal.aborted) return
        const accounts = readAccounts(await ask(provider, 'eth_accounts').catch(() => []))
        if (!accounts?.length && !lost.signal.aborted) tell?.({ type: 'disconnect' })
      })
    },
  })
  return {
    truth,
    liveUpdates: unsubscribe !== null,
    changed,
    setListener(listener: (change: SessionChange) => void) {
      tell = listener
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
  feed: ReturnType<typeof createFeed>,
): Promise<WalletSession> {
  const { truth } = feed
  const read = readEvmChainId(await ask(provider, 'eth_chainId'))
  truth.chainId ??= read
  if (!truth.chainId) throw new WalletError('wallet_malformed')
  if (!truth.accounts?.length) throw new WalletError('session_ended')
  const account = () => truth.accounts?.[0] ?? ''
  const requests = createEvmRequests({
    provider,
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
      const accounts = readAccounts(await ask(provider, 'eth_accounts').catch(() => []))
      const chainId = readEvmChainId(await ask(provider, 'eth_chainId').catch(() => null))
      if (!accounts?.length || !chainId) return null
      Object.assign(truth, { accounts, chainId })
      return { account: account(), accounts, chainId }
    },
    async disconnect() {
      feed.stop()
      // Wallets without it may never answer (MIP-2).
      const revoked = ask(provider, 'wallet_revokePermissions', [{ eth_accounts: {} }]).catch(() => null)
      await within(revoked, REVOKE_TIMEOUT, () => null)
    },
  }
}
