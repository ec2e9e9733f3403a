import { readField, toWalletError } from '../../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { createPart } from '../../../platform/chunks.js'
import { within } from '../../../platform/time.js'
import { answerOrEvent } from '../../answer-or-event.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import type { Report } from '../../report.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask, isMissing, listenTo, type PinnedProvider, pinProvider } from '../provider.js'
import { listenToInjected } from './feed.js'
import { askChain, openInjectedSession } from './open-session.js'

/** How long the second read of the accounts may take, in ms. */
const ACCOUNTS_TIMEOUT = 1_000

/** A wallet that has not answered a silent question by then has lost it, in ms. Until then it may still be starting. */
const RESTORE_TIMEOUT = 30_000

/** How long a wallet waits for the code of a sign-in, in ms. Later it is asked to connect only. */
const SIGN_IN_PATIENCE = 500

const nothing = () => null

const AT_ONCE = createPart(() => import('../connect-at-once.js'))

/** Asks the visitor for accounts (EIP-1102), and opens a session. */
export async function connectInjected(
  provider: Eip1193Provider,
  request: ConnectRequest,
  disconnect?: () => unknown,
): Promise<WalletSession> {
  const { signal, config, chainId } = request
  const checkWanted = () => {
    if (signal.aborted) throw new UserRejectedRequestError(signal.reason)
  }
  // The visitor may have cancelled while this code was loading: the wallet must not prompt any more.
  checkWanted()
  if (isMissing(provider)) throw new WalletError('no_provider_init')
  const pinned = pinProvider(provider)
  const report = listenToInjected(provider, pinned)
  signal.addEventListener('abort', report.leave)
  try {
    request.onAwaiting()
    const offered = request.signIn?.()
    const once = offered && (await within(offered, SIGN_IN_PATIENCE, nothing))
    // If its code does not load, which the console reports, the wallet is asked in the usual way.
    const code = once && (await within(AT_ONCE.load().catch(nothing), SIGN_IN_PATIENCE, nothing))
    const answer = once && (await code?.connectAtOnce(provider, pinned, once, request))
    checkWanted()
    const { chain } = await requestAccounts(pinned, report, checkWanted, answer)
    checkWanted()
    const session = await openInjectedSession({ provider, disconnect }, pinned, report, config, chain)
    checkWanted()
    if (chainId && chainId !== session.chainId) await session.switchChain?.(chainId, config)
    checkWanted()
    return session
  } catch (error) {
    report.leave()
    throw toWalletError(error, 'connect_failed')
  } finally {
    signal.removeEventListener('abort', report.leave)
  }
}

/** The accounts that a wallet has reported by events; null for none. */
const reportedAccounts = (report: Report) => () => (report.account ? report.accounts : null)

/** What is asked of a wallet after the visitor's consent. */
interface Granted {
  /** The question for the chain, which is asked together with the second question for the accounts. */
  chain?: Promise<void>
}

/**
 * Asks for accounts, then reads them again by `eth_accounts`, which the session uses from now on, because that answer
 * is newer. If the read fails, as with a wallet that is not ready, the first answer counts.
 *
 * @throws WalletError also `connect_failed` when the wallet shows no account
 */
async function requestAccounts(
  pinned: PinnedProvider,
  report: Report,
  checkWanted: () => void,
  connected: readonly string[] | null = null,
): Promise<Granted> {
  const read = async () => readAccounts(await ask(pinned, 'eth_accounts').catch(() => null))
  let answer: unknown
  try {
    answer =
      connected ?? (await answerOrEvent(ask(pinned, 'eth_requestAccounts'), report, reportedAccounts(report)))
  } catch (error) {
    checkWanted()
    // Safe's provider lacks this method, and says so without a code: the page was opened inside the wallet, which has already
    // allowed it. So whatever the error says, the accounts decide, unless the visitor has refused or a prompt is still open.
    const { code } = toWalletError(error, 'connect_failed')
    if (code === 'user_rejected' || code === 'request_pending') throw error
    const again = report.ask()
    const accounts = await within(read(), ACCOUNTS_TIMEOUT, () => null)
    if (!accounts?.length) throw error
    again.answer({ accounts })
    return {}
  }
  checkWanted()
  const answered = readAccounts(answer)
  // The wallet has asked the visitor, who has shared no account.
  if (answered?.length === 0) throw new UserRejectedRequestError(answer)
  if (!answered) throw new WalletError('connect_failed')
  const announced = report.said.accounts
  const second = report.ask()
  const reading = within(read(), ACCOUNTS_TIMEOUT, () => null)
  const chain = askChain(pinned, report)
  const shown = await reading
  // An event before the read named other accounts than the answer did: only the read can say which are newer.
  const isDoubtful = announced && String(announced) !== String(answered)
  const accounts = shown?.length || isDoubtful ? shown : answered
  if (!accounts?.length && !second.since('accounts')) throw new WalletError('connect_failed')
  second.answer({ accounts })
  if (!report.account) throw new WalletError('session_ended')
  return { chain }
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
  disconnect?: () => unknown,
): Promise<WalletSession | null> {
  const { signal, config } = request
  const pinned = pinProvider(provider)
  const report = listenToInjected(provider, pinned)
  signal.addEventListener('abort', report.leave)
  let session: WalletSession | null = null
  try {
    const question = report.ask()
    const asked = ask(pinned, 'eth_accounts').then(readAccounts)
    const accounts = await answerOrEvent(asked, report, reportedAccounts(report), RESTORE_TIMEOUT)
    if (!accounts || signal.aborted) return null
    if (accounts.length === 0) throw locked()
    question.answer({ accounts })
    session = await openInjectedSession({ provider, disconnect }, pinned, report, config)
    return signal.aborted ? null : session
  } catch (error) {
    // A failure, in whatever words, is no answer. A wallet that shows accounts and an impossible chain has no session.
    if (readField(error, 'code') === 'wallet_malformed') return null
    throw locked(error)
  } finally {
    if (!session || signal.aborted) report.leave()
    signal.removeEventListener('abort', report.leave)
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
