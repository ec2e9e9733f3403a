import { readErrorCode, readErrorMessage } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { setTimer } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { RequestProgress } from '../requests.js'
import { readStarknetAccounts } from './accounts.js'
import type { Dialect } from './dialect.js'
import { askInWindow } from './prompts.js'
import type { SessionContext } from './session-context.js'
import { toStarknetError } from './wallet-errors.js'

/**
 * How long one silent request to a wallet may take, in ms, and how often it is repeated. When the worker of Argent X is
 * silent for a second, its script in the page refuses by itself; only an earlier refusal comes from the wallet. A
 * worker needs up to 2.5 s to start.
 */
const LOOK_TIMEOUT = 900
const LOOKS = 3

/** Asks a silent question, and again while the wallet is silent. @returns null for a failure, undefined for no answer */
export async function look<T>(
  question: () => Promise<T | null>,
  signal: AbortSignal,
  looks = LOOKS,
): Promise<T | null | undefined> {
  for (let left = looks; left > 0 && !signal.aborted; left--) {
    const reading = question().catch(() => null)
    const found = await within<T | null | undefined>(reading, LOOK_TIMEOUT, () => undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** Reads what a wallet answers to a silent request: its accounts, null for none, undefined for no answer. */
export const lookAtAccounts = (
  dialect: Dialect,
  signal: AbortSignal,
  looks?: number,
): Promise<string[] | null | undefined> => look(() => dialect.readAccounts(), signal, looks)

/**
 * Reads the chain of a wallet in the page, without a prompt. A wallet may have moved without an event; the session then
 * follows it as by an event.
 *
 * @returns where the wallet was last when it does not say so now
 */
export async function lookAtChain({ dialect, feed, isExtension, chainId }: SessionContext): Promise<ChainId> {
  if (isExtension && !feed.ended) {
    const question = feed.ask()
    const found = await look(() => dialect.readChainId(), feed.signal, 1)
    if (found) feed.move(found, null, question.answer)
  }
  return feed.said.unknown ?? chainId()
}

/**
 * Whether a wallet's script in the page has given up a request by itself, before any window. Argent X's script does so
 * after a second, when the wallet is locked or its extension was reloaded.
 */
export const hasGivenUp = (error: unknown): boolean =>
  readErrorCode(error) === undefined && /^timeout$/i.test(readErrorMessage(error).trim())

/**
 * The error of a wallet that does not answer silent questions, such as one whose extension was turned off or restarted
 * while the page was open. Its session ends after the request has failed, and its record stays.
 */
function findGone({ feed }: SessionContext): WalletError {
  setTimer(() => feed.end('lost'), 0)
  return new WalletError('wallet_unavailable')
}

/** Asks for the accounts once more. A locked wallet then shows its unlock screen and no other window; none when the request is given up. */
async function unlock(context: SessionContext, progress: RequestProgress): Promise<void> {
  const { dialect, feed } = context
  const question = feed.ask()
  let answer: unknown
  try {
    answer = await askInWindow(context, progress, dialect.requestAccounts)
  } catch (cause) {
    const error = toStarknetError(cause, 'wallet_locked')
    throw error.code === 'user_rejected' ? new WalletError('wallet_locked', { cause }) : error
  }
  const accounts = readStarknetAccounts(answer)
  if (!accounts?.length) throw new WalletError('wallet_locked')
  question.answer({ accounts })
}

/**
 * Checks the wallet before a request. A wallet that shows no accounts, and has not reported a disconnect, is locked and
 * is unlocked first. Accounts that have changed without an event are reported to the client.
 *
 * @throws WalletError `wallet_locked` when it stays locked, `wallet_unavailable` when it does not answer at all
 */
export async function openWallet(context: SessionContext, progress: RequestProgress): Promise<void> {
  // A wallet that shows its accounts to no silent request cannot be checked.
  if (!context.canBeRead) return
  const question = context.feed.ask()
  const accounts = await lookAtAccounts(context.dialect, context.signal)
  if (accounts) question.answer({ accounts })
  else if (accounts === null) await unlock(context, progress)
  else throw findGone(context)
}

/**
 * Unlocks a wallet that has given up a request. If the wallet says by itself and at once that it shows no accounts, it
 * has not accepted the request. Otherwise it may still show the request to the visitor.
 *
 * @param cause the error that the wallet gave up with
 * @throws WalletError `wallet_timeout` when the wallet is not locked, `wallet_locked` when it stays locked,
 * `wallet_unavailable` when it does not answer at all
 */
export async function reopenWallet(
  context: SessionContext,
  progress: RequestProgress,
  cause: unknown,
): Promise<void> {
  const accounts = await progress.send(() => lookAtAccounts(context.dialect, context.signal))
  if (accounts === undefined) throw findGone(context)
  if (accounts) throw new WalletError('wallet_timeout', { cause })
  // It has not accepted the request.
  progress.withdraw()
  await unlock(context, progress)
}
