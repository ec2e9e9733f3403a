import { readNamedChain, toStarknetNetwork } from '../../../chains/starknet-networks.js'
import { readField } from '../../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { isInForeignFrame } from '../../../platform/framed-page.js'
import { NativePromise } from '../../../platform/natives.js'
import { within } from '../../../platform/time.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { answerOrEvent, CHAIN_TIMEOUT } from '../../answer-or-event.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import { isInUse } from '../../wallets-in-use.js'
import { createAccountApi, enableWallet } from '../account-api.js'
import { readStarknetAccounts } from '../accounts.js'
import type { Dialect } from '../dialect.js'
import type { Feed } from '../feed.js'
import { listenToWallet } from '../listen-to-wallet.js'
import { inWindow, isClosing, joinConnecting, queuePrompt, untilClosed, untilEnded } from '../prompts.js'
import { openStarknetSession } from '../session.js'
import { look, lookAtAccounts } from '../unlock.js'
import { isUnknownMethod, isWithoutLeave, toStarknetError } from '../wallet-errors.js'
import type { StarknetWallet } from '../wallet-object.js'
import { chooseDialect } from './choose-dialect.js'
import { begin, type InjectedSource, type Opening, toWalletObject } from './opening.js'
import { disconnectStandardWallet } from './standard-adapter.js'
import { HIDES_PERMISSION } from './wallet-api.js'

/** Longest wait for a wallet that has just shown its accounts to enable the older API, in ms. */
const ENABLE_TIMEOUT = 1_000

/** The answer of a wallet that does not know the request. */
const UNKNOWN = Symbol()

type Restore = Parameters<Connector['restore']>[0]

/** Asks for the chain. */
function askChain(feed: Feed, dialect: Dialect) {
  const question = feed.ask()
  const answer = dialect.readChainId()
  // Whoever waits for it gets its failure.
  answer.catch(() => {})
  return { question, answer }
}

/** Opens a session on a wallet whose accounts are in the feed. */
async function finish(
  source: InjectedSource,
  { wallet, feed, named, setDialect }: Opening,
  chosen: Dialect,
  canBeRead: boolean,
  { config, signal }: Restore,
  chain = askChain(feed, chosen),
): Promise<WalletSession> {
  const dialect: Dialect = {
    ...chosen,
    readChainId: async () => readNamedChain(await chosen.readChainId(), named),
  }
  setDialect(dialect)
  const readEvent = () => feed.said.chainId ?? null
  const read = await untilEnded(
    answerOrEvent(chain.answer, feed, readEvent, CHAIN_TIMEOUT, isRefusal),
    signal,
  )
  chain.question.answer({ chainId: readNamedChain(read, named) })
  feed.open()
  if (!named.includes(feed.chainId)) toStarknetNetwork(feed.chainId)
  return openStarknetSession({
    wallet,
    dialect,
    feed,
    config,
    isExtension: true,
    canBeRead,
    isPresent: source.isPresent,
    disconnect: async () => (isInUse(wallet) ? undefined : disconnectStandardWallet(source)),
  })
}

/** What a wallet answers to a visitor's consent. */
interface Granted {
  /** Missing when an event has brought the answer. */
  dialect?: Dialect
  answer: unknown
}

/** Whether an error is the visitor's own answer, or says that the wallet lacks the method. */
const isRefusal = (error: unknown): boolean =>
  isUnknownMethod(error) || toStarknetError(error, 'enable_failed').code === 'user_rejected'

/** Asks for accounts by the wallet's own API; falls back to the older API when the wallet has no other. */
async function requestAccounts(wallet: StarknetWallet): Promise<Granted> {
  const dialect = await chooseDialect(wallet)
  const answer = await inWindow(wallet, dialect.requestAccounts).catch((error) => {
    if (!isUnknownMethod(error) || dialect.takesOptions || typeof wallet.enable !== 'function') throw error
    return UNKNOWN
  })
  if (answer !== UNKNOWN) return { dialect, answer }
  const older = createAccountApi(wallet)
  return { dialect: older, answer: await inWindow(wallet, older.requestAccounts) }
}

/** Reads the accounts that the wallet shows now, even when its answer was lost. */
async function lookAgain(wallet: StarknetWallet, signal: AbortSignal): Promise<Granted | null> {
  const dialect = await chooseDialect(wallet, true)
  const answer = await lookAtAccounts(dialect, signal, 1)
  return answer ? { dialect, answer } : null
}

/** Wallets on which `enable` was called before. */
const enabled = new WeakSet<StarknetWallet>()

/**
 * On the page where Keplr was first connected, it sends no events before `enable` or a reload. It does not prompt a
 * second time, because it has just shown its accounts.
 */
async function wakeEvents(wallet: StarknetWallet, dialect: Dialect): Promise<void> {
  if (dialect.takesOptions || typeof wallet.enable !== 'function') return
  if (wallet.isConnected !== false || enabled.has(wallet)) return
  enabled.add(wallet)
  // A wallet that fails here fails again in what follows.
  const enabling = enableWallet(wallet).then(
    () => {},
    () => {},
  )
  await within(enabling, ENABLE_TIMEOUT, () => {})
}

/**
 * Asks the visitor for accounts and opens a session on them.
 *
 * @throws WalletError `user_rejected` for a refusal or an empty answer; `wallet_locked` when the wallet knows this page
 * and is locked, or locks itself before it has said its chain; `connect_failed` for an answer without a usable address; `wallet_framed` when it has allowed the page
 * around this frame instead
 */
export async function connectStarknet(
  source: InjectedSource,
  request: ConnectRequest,
): Promise<WalletSession> {
  if (!source.isPresent()) throw new WalletError('wallet_unavailable')
  const opening = begin(source, request.config)
  const { wallet, feed } = opening
  let isGranted = false
  try {
    const ask = () => requestAccounts(wallet)
    const again = () => lookAgain(wallet, request.signal)
    const question = feed.ask()
    // Argent X, set to lock itself immediately, may fail to answer what the visitor has allowed: its event says it.
    const readEvent = () => (feed.account ? { answer: feed.accounts } : null)
    const asking = async () => {
      request.onAwaiting()
      // A wallet that already shows its accounts opens no window for them.
      if (isClosing(wallet) && !(await again().catch(() => null))) await untilClosed(wallet, request.signal)
      if (request.signal.aborted) throw new WalletError('session_ended')
      return answerOrEvent<Granted>(
        joinConnecting<Granted>(wallet, ask, again),
        feed,
        readEvent,
        undefined,
        isRefusal,
      )
    }
    const granted = await queuePrompt({ wallet, signal: request.signal, takesMore: true }, asking)
    const { answer, dialect = await untilEnded(chooseDialect(wallet), request.signal) } = granted
    const accounts = readStarknetAccounts(answer)
    if (Array.isArray(answer) && answer.length === 0) {
      const locked = await untilEnded(
        look(() => dialect.isLocked(), request.signal, 1),
        request.signal,
      )
      throw locked ? new WalletError('wallet_locked') : new UserRejectedRequestError(answer)
    }
    if (!accounts?.length) throw new WalletError('connect_failed')
    isGranted = true
    question.answer({ accounts })
    // Before anything else: Argent X, set to lock itself immediately, is locked as soon as its window has closed.
    const chain = askChain(feed, dialect)
    const seen = await untilEnded(lookAtAccounts(dialect, request.signal, 1), request.signal)
    if (seen) await untilEnded(wakeEvents(wallet, dialect), request.signal)
    const canBeRead = !!seen || HIDES_PERMISSION.has(wallet.id)
    const session = await finish(source, opening, dialect, canBeRead, request, chain)
    if (request.chainId && request.chainId !== session.chainId) {
      await moveNewSession(session, request.chainId, request)
    }
    return session
  } catch (error) {
    const isLost = isGranted && !request.signal.aborted && (feed.ended || isWithoutLeave(error))
    feed.leave()
    // Argent X gives the permission to the page around this frame.
    if (isLost && isInForeignFrame()) throw new WalletError('wallet_framed', { cause: error })
    // It has just shown its accounts, and has locked itself since.
    if (isGranted && isWithoutLeave(error)) throw new WalletError('wallet_locked', { cause: error })
    throw toStarknetError(error, 'enable_failed')
  }
}

/**
 * Switches a new session, which nobody uses yet, to the requested chain. If that fails or is cancelled, the session
 * ends.
 */
async function moveNewSession(
  session: WalletSession,
  chainId: ChainId,
  { config, signal }: ConnectRequest,
): Promise<void> {
  const stop = session.watch(() => {})
  try {
    await untilEnded(session.switchChain?.(chainId, config) ?? NativePromise.resolve(), signal)
  } catch (error) {
    stop()
    throw error
  }
}

/**
 * Restores the session of a page that the wallet still allows; null when it does not. Never prompts.
 *
 * @throws WalletError `wallet_locked` when the wallet exists and shows no account now
 */
export async function restoreStarknet(
  source: InjectedSource,
  request: Restore,
): Promise<WalletSession | null> {
  if (!source.isPresent()) return null
  const opening = begin(source, request.config)
  const { wallet, feed } = opening
  let isLocked = false
  try {
    const dialect = await untilEnded(chooseDialect(wallet, true), request.signal)
    const question = feed.ask()
    const accounts = await untilEnded(dialect.readAccounts(), request.signal)
    question.answer({ accounts })
    if (accounts) return await finish(source, opening, dialect, true, request)
    isLocked = HIDES_PERMISSION.has(wallet.id) || (await untilEnded(dialect.isLocked(), request.signal))
  } catch (error) {
    // The visitor has not asked for anything yet. A failure, in whatever words, is no answer: the wallet may be locked. That it has
    // disconnected meanwhile, or names an impossible chain, is one.
    const isAnswer = feed.ended || readField(error, 'code') === 'wallet_malformed'
    isLocked = !isAnswer && !request.signal.aborted
  }
  feed.leave()
  if (isLocked) throw new WalletError('wallet_locked')
  return null
}

/** Calls back when the wallet reports by itself that it shows accounts. @returns the way to stop */
export function watchStarknetUnlock(source: InjectedSource, onUnlock: () => void): () => void {
  const stop = listenToWallet(toWalletObject(source), 'accountsChanged', (value) => {
    if (readStarknetAccounts(value)?.length) onUnlock()
  })
  return stop ?? (() => {})
}
