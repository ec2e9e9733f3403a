import { readNamedChain, toStarknetNetwork } from '../../../chains/starknet-networks.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { isInForeignFrame } from '../../../platform/framed-page.js'
import { NativePromise } from '../../../platform/natives.js'
import { within } from '../../../platform/time.js'
import type { ChainId } from '../../../protocol/caip2.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import { isHeld } from '../../held-wallets.js'
import { createAccountApi, enableWallet } from '../account-api.js'
import { readStarknetAccounts } from '../accounts.js'
import type { Dialect } from '../dialect.js'
import { listenToWallet } from '../listen-to-wallet.js'
import { inTurn, inWindow, isClosing, joinConnecting, untilClosed, untilEnded } from '../prompts.js'
import { openStarknetSession } from '../session.js'
import { lookAtAccounts } from '../unlock.js'
import { isUnknownMethod, isWithoutLeave, toStarknetError } from '../wallet-errors.js'
import type { StarknetWallet } from '../wallet-object.js'
import { chooseDialect } from './choose-dialect.js'
import { begin, type InjectedSource, type Opening, toWalletObject } from './opening.js'
import { disconnectStandardWallet } from './standard-adapter.js'
import { HIDES_PERMISSION } from './wallet-api.js'

/** Longest wait for a wallet that has just shown its accounts to enable the older API, in ms. */
const ENABLE_TIMEOUT = 1_000

/** Stands for the answer of a wallet that does not know the request. */
const UNKNOWN = Symbol()

type Restore = Parameters<Connector['restore']>[0]

async function finish(
  source: InjectedSource,
  { wallet, feed, named, setDialect }: Opening,
  chosen: Dialect,
  accounts: string[],
  canBeRead: boolean,
  { config, signal }: Restore,
  reading = chosen.readChainId(),
): Promise<WalletSession> {
  const dialect: Dialect = {
    ...chosen,
    readChainId: async () => readNamedChain(await chosen.readChainId(), named),
  }
  setDialect(dialect)
  // An event that came meanwhile is newer than the answer.
  if (feed.known.accounts.length === 0) feed.known.accounts = accounts
  const read = readNamedChain(await untilEnded(reading, signal), named)
  feed.known.chainId ??= read
  const { chainId } = feed.known
  if (!chainId) throw new WalletError('wallet_malformed')
  if (feed.ended) throw new WalletError('session_ended')
  if (!named.includes(chainId)) toStarknetNetwork(chainId)
  return openStarknetSession({
    wallet,
    dialect,
    feed,
    config,
    isExtension: true,
    canBeRead,
    isPresent: source.isPresent,
    letGo: async () => (isHeld(wallet) ? undefined : disconnectStandardWallet(source)),
  })
}

/** Asks for accounts by the wallet's own API; falls back to the older API when the wallet has no other. */
async function requestAccounts(wallet: StarknetWallet): Promise<{ dialect: Dialect; answer: unknown }> {
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
async function lookAgain(wallet: StarknetWallet): Promise<{ dialect: Dialect; answer: unknown } | null> {
  const dialect = await chooseDialect(wallet, true)
  const answer = await dialect.readAccounts()
  return answer && { dialect, answer }
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
  // What follows asks the wallet itself, and hears of its failure.
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
    const look = () => lookAgain(wallet)
    const asking = async () => {
      request.onAwaiting()
      // A wallet that already shows its accounts opens no window for them.
      if (isClosing(wallet) && !(await look().catch(() => null))) await untilClosed(wallet, request.signal)
      if (request.signal.aborted) throw new WalletError('session_ended')
      return joinConnecting(wallet, ask, look)
    }
    const { dialect, answer } = await inTurn(wallet, request.signal, asking)
    const accounts = readStarknetAccounts(answer)
    if (Array.isArray(answer) && answer.length === 0) {
      const locked = await untilEnded(
        dialect.isLocked().catch(() => false),
        request.signal,
      )
      throw locked ? new WalletError('wallet_locked') : new UserRejectedRequestError(answer)
    }
    if (!accounts?.length) throw new WalletError('connect_failed')
    isGranted = true
    // Before anything else: Argent X, set to lock itself immediately, is locked as soon as its window has closed.
    const reading = dialect.readChainId()
    // `finish` hears of its failure.
    reading.catch(() => {})
    const seen = await untilEnded(lookAtAccounts(dialect, request.signal, 1), request.signal)
    if (seen) await untilEnded(wakeEvents(wallet, dialect), request.signal)
    const canBeRead = !!seen || HIDES_PERMISSION.has(wallet.id)
    const session = await finish(source, opening, dialect, accounts, canBeRead, request, reading)
    if (request.chainId && request.chainId !== session.chainId) {
      await moveNewSession(session, request.chainId, request)
    }
    return session
  } catch (error) {
    const isLost = isGranted && !request.signal.aborted && (feed.ended || isWithoutLeave(error))
    feed.stop()
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
    const accounts = await untilEnded(
      dialect.readAccounts().catch(() => null),
      request.signal,
    )
    if (accounts) return await finish(source, opening, dialect, accounts, true, request)
    isLocked = HIDES_PERMISSION.has(wallet.id) || (await untilEnded(dialect.isLocked(), request.signal))
  } catch (error) {
    // The visitor has not asked for anything yet, so no failure is reported, except that the wallet has just locked itself.
    isLocked = isWithoutLeave(error)
  }
  feed.stop()
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
