import { toWalletError } from '../../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { createPart } from '../../../platform/chunks.js'
import { within } from '../../../platform/time.js'
import type { ChainId } from '../../../protocol/caip2.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, type HeldProvider, holdProvider, isMissing, listenTo } from '../provider.js'
import { createFeed, type Feed } from './feed.js'
import { askChain, openInjectedSession } from './open-session.js'

/** How long the second read of the accounts may take, in ms. */
const ACCOUNTS_TIMEOUT = 1_000

/** How long a wallet waits for the code of a sign-in, in ms. Later it is asked to connect only. */
const SIGN_IN_PATIENCE = 500

const nothing = () => null

const AT_ONCE = createPart(() => import('../connect-at-once.js'))

/** Asks the visitor for accounts (EIP-1102), and opens a session. */
export async function connectInjected(
  provider: Eip1193Provider,
  request: ConnectRequest,
): Promise<WalletSession> {
  const { signal, config, chainId } = request
  const checkWanted = () => {
    if (signal.aborted) throw new UserRejectedRequestError(signal.reason)
  }
  // The visitor may have cancelled while this code was loading: the wallet must not prompt any more.
  checkWanted()
  if (isMissing(provider)) throw new WalletError('no_provider_init')
  const held = holdProvider(provider)
  const feed = createFeed(provider, held)
  signal.addEventListener('abort', feed.stop)
  try {
    request.onAwaiting()
    const offered = request.signIn?.()
    const once = offered && (await within(offered, SIGN_IN_PATIENCE, nothing))
    // Without its code, of which the console tells, the wallet is asked in the usual way.
    const code = once && (await within(AT_ONCE.load().catch(nothing), SIGN_IN_PATIENCE, nothing))
    const answer = once && (await code?.connectAtOnce(provider, held, once, request))
    checkWanted()
    const { accounts, chain } = await requestAccounts(held, feed, checkWanted, answer)
    checkWanted()
    if (!accounts?.length) throw new WalletError('connect_failed')
    feed.known.accounts = accounts
    const session = await openInjectedSession(provider, held, feed, config, chain)
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

/** What a wallet answers to a visitor's consent. */
interface Granted {
  accounts: string[] | null
  /** The question for the chain, which is asked together with the second question for the accounts. */
  chain?: Promise<ChainId | null>
}

/**
 * Asks for accounts, then reads them again by `eth_accounts`, which the session uses from now on, because that answer
 * is newer. If the read fails, as with a wallet that is not ready, the first answer counts.
 */
async function requestAccounts(
  held: HeldProvider,
  feed: Feed,
  checkWanted: () => void,
  connected: readonly string[] | null = null,
): Promise<Granted> {
  const read = async () => readAccounts(await ask(held, 'eth_accounts').catch(() => null))
  let answer: unknown
  try {
    answer = connected ?? (await ask(held, 'eth_requestAccounts'))
  } catch (error) {
    // Safe's provider lacks this method, and says so without a code: the page was opened inside the wallet, which has already
    // allowed it. So whatever the error says, the accounts decide, unless the visitor has refused or a prompt is still open.
    const { code } = toWalletError(error, 'connect_failed')
    if (code === 'user_rejected' || code === 'request_pending') throw error
    const accounts = await within(read(), ACCOUNTS_TIMEOUT, () => null)
    if (accounts?.length) return { accounts }
    throw error
  }
  checkWanted()
  const given = readAccounts(answer)
  // The wallet has asked the visitor, who has shared no account.
  if (given?.length === 0) throw new UserRejectedRequestError(answer)
  if (!given) return { accounts: null }
  const { accounts: announced } = feed.known
  Object.assign(feed.known, { accounts: null })
  const reading = within(read(), ACCOUNTS_TIMEOUT, () => null)
  const chain = askChain(held, feed)
  const shown = await reading
  // An event during the read is newer than the read.
  const { accounts: newer } = feed.known
  if (newer?.length === 0) throw new WalletError('session_ended')
  if (newer) return { accounts: newer, chain }
  // An event before the read named other accounts than the answer did: only the read can say which are newer.
  if (announced && String(announced) !== String(given)) return { accounts: shown, chain }
  return { accounts: shown?.length ? shown : given, chain }
}

/**
 * A wallet refuses a silent request in the same way whether it is locked, has not started yet, or has revoked the page.
 */
const locked = (cause?: unknown) => new WalletError('wallet_locked', { cause })

/**
 * Restores the session of a page that the wallet still allows. It never prompts.
 *
 * @throws WalletError `wallet_locked` when the wallet shows no account, or cannot be asked
 */
export async function restoreInjected(
  provider: Eip1193Provider,
  request: Parameters<Connector['restore']>[0],
): Promise<WalletSession | null> {
  const { signal, config } = request
  const held = holdProvider(provider)
  const feed = createFeed(provider, held)
  signal.addEventListener('abort', feed.stop)
  let session: WalletSession | null = null
  try {
    const asked = ask(held, 'eth_accounts')
    const chain = askChain(held, feed)
    const answer = await asked.catch((error) => {
      throw locked(error)
    })
    const accounts = readAccounts(answer)
    if (accounts?.length === 0) throw locked(answer)
    if (!accounts || signal.aborted) return null
    feed.known.accounts = accounts
    // A wallet that shows accounts and no chain has no session to restore.
    session = await openInjectedSession(provider, held, feed, config, chain).catch(() => null)
    return signal.aborted ? null : session
  } finally {
    if (!session || signal.aborted) feed.stop()
    signal.removeEventListener('abort', feed.stop)
  }
}

/** Calls back when the wallet shows accounts, or connects to its chains again. @returns the way to stop */
export function watchUnlock(provider: Eip1193Provider, onUnlock: () => void): () => void {
  const stop = listenTo(provider, {
    accountsChanged: (payload) => readAccounts(payload)?.length && onUnlock(),
    connect: onUnlock,
  })
  return () => stop?.()
}
