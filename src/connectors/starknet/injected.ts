import { toStarknetNetwork } from '../../chains/starknet-networks.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import type { Connector, ConnectRequest, WalletSession } from '../connector.js'
import { createAccountApi } from './account-api.js'
import { readStarknetAccounts } from './accounts.js'
import { chooseDialect } from './choose-dialect.js'
import type { Dialect } from './dialect.js'
import { createFeed, type Feed } from './feed.js'
import { inTurn, joinConnecting, untilAborted } from './prompts.js'
import { openStarknetSession } from './session.js'
import { adaptStandardWallet, disconnectStandardWallet } from './standard-adapter.js'
import { isUnknownMethod, toStarknetError } from './wallet-call.js'
import type { FoundWallet, StarknetWallet } from './wallet-object.js'

/** A wallet that was found, and whether it still is. */
export interface InjectedSource extends FoundWallet {
  isPresent(): boolean
}

type Restore = Parameters<Connector['restore']>[0]

/** What both ways to a session need before the wallet is asked for anything. */
interface Opening {
  wallet: StarknetWallet
  feed: Feed
  named: readonly string[]
  setDialect(dialect: Dialect): void
}

function begin(source: InjectedSource, { config }: Restore): Opening {
  const wallet = source.kind === 'standard' ? adaptStandardWallet(source) : (source.object as StarknetWallet)
  const named = [...config.chains, ...config.optionalChains]
  let dialect: Dialect | null = null
  const feed = createFeed(wallet, named, () => {
    const at = feed.truth.chainId
    void dialect?.readAccounts().then(
      (accounts) => {
        if (accounts && !feed.ended && feed.truth.chainId === at) feed.update({ accounts })
      },
      () => {},
    )
  })
  return {
    wallet,
    feed,
    named,
    setDialect(chosen) {
      dialect = chosen
    },
  }
}

async function finish(
  source: InjectedSource,
  { wallet, feed, named, setDialect }: Opening,
  dialect: Dialect,
  accounts: string[],
  { config, signal }: Restore,
): Promise<WalletSession> {
  setDialect(dialect)
  // An event that came meanwhile is newer than the answer.
  if (feed.truth.accounts.length === 0) feed.truth.accounts = accounts
  const read = await untilAborted(dialect.readChainId(), signal)
  feed.truth.chainId ??= read
  const { chainId } = feed.truth
  if (!chainId) throw new WalletError('wallet_malformed')
  if (feed.ended) throw new WalletError('session_ended')
  if (!named.includes(chainId)) toStarknetNetwork(chainId)
  return openStarknetSession({
    wallet,
    dialect,
    feed,
    config,
    isPresent: source.isPresent,
    letGo: () => disconnectStandardWallet(source),
  })
}

/** Asks for accounts in the wallet's own language, falling back to the older one where the wallet has no other. */
async function requestAccounts(wallet: StarknetWallet): Promise<{ dialect: Dialect; answer: unknown }> {
  const dialect = await chooseDialect(wallet)
  const answer = await dialect.requestAccounts().catch((error) => {
    if (!isUnknownMethod(error) || dialect.takesOptions || typeof wallet.enable !== 'function') throw error
    return null
  })
  if (answer !== null) return { dialect, answer }
  const older = createAccountApi(wallet)
  return { dialect: older, answer: await older.requestAccounts() }
}

/**
 * Asks the visitor for accounts and opens a session on them.
 *
 * @throws WalletError `user_rejected` for a refusal, an empty answer included; `wallet_locked` when the wallet knows this page
 *   and is locked; `connect_failed` for an answer without a usable address
 */
export async function connectStarknet(
  source: InjectedSource,
  request: ConnectRequest,
): Promise<WalletSession> {
  if (!source.isPresent()) throw new WalletError('wallet_unavailable')
  const opening = begin(source, request)
  const { wallet, feed } = opening
  try {
    const asking = inTurn(wallet, request.signal, () => {
      request.onAwaiting()
      return joinConnecting(wallet, () => requestAccounts(wallet))
    }) as ReturnType<typeof requestAccounts>
    const { dialect, answer } = await asking
    const accounts = readStarknetAccounts(answer)
    if (Array.isArray(answer) && answer.length === 0) {
      const locked = await untilAborted(
        dialect.isLocked().catch(() => false),
        request.signal,
      )
      throw locked ? new WalletError('wallet_locked') : new UserRejectedRequestError(answer)
    }
    if (!accounts?.length) throw new WalletError('connect_failed')
    const session = await finish(source, opening, dialect, accounts, request)
    if (request.chainId && request.chainId !== session.chainId) {
      await session.switchChain?.(request.chainId, request.config)
    }
    return session
  } catch (error) {
    feed.stop()
    throw toStarknetError(error, 'enable_failed')
  }
}

/** Takes up the session of a page the wallet still allows. Never prompts: a locked wallet gives null. */
export async function restoreStarknet(
  source: InjectedSource,
  request: Restore,
): Promise<WalletSession | null> {
  if (!source.isPresent()) return null
  const opening = begin(source, request)
  const { wallet, feed } = opening
  try {
    const dialect = await untilAborted(chooseDialect(wallet), request.signal)
    const accounts = await untilAborted(dialect.readAccounts(), request.signal)
    if (accounts) return await finish(source, opening, dialect, accounts, request)
  } catch {
    // Whatever went wrong, the visitor has not asked for anything yet.
  }
  feed.stop()
  return null
}
