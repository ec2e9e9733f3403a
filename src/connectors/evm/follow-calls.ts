import { SECOND } from '../../constants.js'
import { readErrorCode, readField, toWalletError } from '../../errors/normalise.js'
import { UNKNOWN_BATCH } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { NativePromise } from '../../platform/natives.js'
import { until, wait } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { TransactionReceipt } from '../connector.js'
import { RECEIPT_INTERVAL } from '../limits.js'
import { pollChain } from '../poll-chain.js'
import type { SentRecord } from '../requests.js'
import { ask } from './provider.js'
import {
  completeFacts,
  type Followed,
  isHash,
  type TransactionFacts,
  toReceipt,
  waitForReceipt,
} from './receipt.js'
import type { EvmSessionContext } from './session-context.js'

/** The longest id of a batch, in characters: 4,096 bytes as hex (EIP-5792). */
const MAX_ID = 8_194

/** States of a batch from these numbers on: sent, the first block, no block ever, reverted, reverted in part (EIP-5792). */
const PENDING = 100
const CONFIRMED = 200
const FAILED = 400
const ALL_REVERTED = 500
const PARTLY_REVERTED = 600

/** How long a transaction's own node is ahead of the page's at most, in ms. */
const LEARN_TIMEOUT = 10 * SECOND

/** Version 1 of the EIP had words, and left it to the receipts whether the calls took effect. */
const WORDS: Readonly<Record<string, number>> = { PENDING, CONFIRMED }

/** Reads a transaction's facts while a node still shows it: once another transaction has taken its place, none does. */
export function learn(
  context: EvmSessionContext,
  chainId: ChainId,
  hash: string,
  facts: TransactionFacts,
): void {
  const isLearnt = async () => {
    if (!facts.shown && context.report.account)
      await completeFacts(context, chainId, hash, facts).catch(() => null)
    return !!facts.shown || !context.report.account
  }
  // The page that has sent it goes on first.
  void wait(0, context.signal).then(() => until(isLearnt, LEARN_TIMEOUT, RECEIPT_INTERVAL, context.signal))
}

/** How far a batch is. */
interface BatchStatus {
  /** A state of EIP-5792: 100 waits, 200 is in a block, 400 will never be, 500 is reverted, 600 is reverted in part. */
  state: number
  transactions: readonly TransactionReceipt[]
}

/** Asks a wallet how far a batch is. @throws what the wallet throws */
export async function readCalls({ provider }: EvmSessionContext, id: string): Promise<BatchStatus> {
  const answer = await ask(provider, 'wallet_getCallsStatus', [id])
  const status = readField(answer, 'status')
  const receipts = readField(answer, 'receipts')
  const transactions = new Map<string, TransactionReceipt>()
  for (const receipt of Array.isArray(receipts) ? receipts : []) {
    const hash = readField(receipt, 'transactionHash')
    // A wallet may name a transaction once for each of its calls.
    if (isHash(hash)) transactions.set(hash, toReceipt(hash, receipt))
  }
  return {
    state: Number(typeof status === 'string' ? (WORDS[status] ?? status) : status),
    transactions: [...transactions.values()],
  }
}

/** Describes a batch that has ended, exactly: a wallet that did not send it as one names several transactions. */
function toOutcome(callsId: string, { state, transactions }: BatchStatus): TransactionReceipt {
  if (state >= FAILED && state < ALL_REVERTED) {
    throw new WalletError('execute_failed', { message: 'The wallet did not bring the calls to the chain.' })
  }
  const reverted = transactions.filter(({ status }) => status === 'reverted').length
  const isPartial = state >= PARTLY_REVERTED || (reverted > 0 && reverted < transactions.length)
  const last = transactions.at(-1)
  return {
    transactionHash: last?.transactionHash ?? null,
    status: state >= ALL_REVERTED || reverted > 0 ? 'reverted' : 'accepted',
    ...(last?.blockNumber !== undefined && { blockNumber: last.blockNumber }),
    callsId,
    ...(isPartial && { isPartial, revertReason: 'Some of the calls took effect, others were reverted.' }),
    ...(transactions.length > 1 && {
      transactions: transactions.map(({ transactionHash, status }) => ({ transactionHash, status })),
    }),
  }
}

/** Waits until a batch has ended. An error that may pass is asked again; a wallet that does not know the id ends the wait. */
function waitForCalls(
  context: EvmSessionContext,
  id: string,
  signal: AbortSignal,
): Promise<TransactionReceipt> {
  const readOutcome = async () => {
    try {
      const status = await readCalls(context, id)
      return status.state >= CONFIRMED ? toOutcome(id, status) : null
    } catch (error) {
      if (error instanceof WalletError && error.code === 'execute_failed') throw error
      const { code } = toWalletError(error, 'wallet_failed')
      const isUnknown =
        readErrorCode(error) === UNKNOWN_BATCH || /^(?:not_implemented|request_invalid)$/.test(code)
      if (isUnknown) {
        throw new WalletError('request_invalid', {
          message: 'Neither a transaction hash nor the id of a batch that the wallet knows',
          cause: error,
        })
      }
      return null
    }
  }
  return pollChain(readOutcome, signal)
}

/** Whether the wallet says that it has sent a batch with this id. */
const isBatch = (context: EvmSessionContext, id: string): Promise<boolean> =>
  readCalls(context, id).then(
    // A wallet may also answer with nothing.
    ({ state }) => state >= PENDING,
    () => false,
  )

/**
 * Waits for an id of 32 bytes: the hash of a transaction, or what only the wallet knows: the id of a batch after a reload, or the hash of a
 * Safe's transaction, which the chain takes under another one. The wallet is asked once, and only about what the chain does not know.
 */
async function waitForHash(
  context: EvmSessionContext,
  chainId: ChainId,
  id: string,
  signal: AbortSignal,
  followed: Followed,
): Promise<TransactionReceipt> {
  const { facts } = followed
  const isKnown = facts.shown || (await completeFacts(context, chainId, id, facts).catch(() => null))
  if (isKnown) return waitForReceipt(context, chainId, id, signal, followed)
  return withFirstAbort([signal], (over) => {
    const receipt = waitForReceipt(context, chainId, id, over, followed)
    const batch = isBatch(context, id).then((is) => (is ? waitForCalls(context, id, over) : receipt))
    return NativePromise.race([receipt, batch])
  })
}

/**
 * Waits until a transaction or a batch is in a block.
 *
 * @param chainId the transaction's chain: the visitor may change the wallet's meanwhile
 * @param id the hash of a transaction or of a Safe's, or the `callsId` of a batch
 * @param sent what the client has kept of it
 * @throws WalletError `request_invalid`; `execute_failed` for a batch that will never be in a block, `transaction_cancelled` and
 *   `transaction_dropped` for such a transaction; `session_ended` when the connection ends first
 */
export async function waitForTransaction(
  context: EvmSessionContext,
  chainId: ChainId,
  id: unknown,
  signal: AbortSignal,
  sent?: SentRecord,
): Promise<TransactionReceipt> {
  if (typeof id !== 'string' || !id || id.length > MAX_ID)
    throw new WalletError('request_invalid', { message: 'Not a transaction hash' })
  if (!isHash(id) || sent?.isBatch) return waitForCalls(context, id, signal)
  const receipt = await waitForHash(context, chainId, id, signal, {
    facts: sent?.facts ?? {},
    isOwn: sent?.isOwn ?? true,
  })
  if (!sent) return receipt
  // What was sent as a transaction is none of a batch, also where only the wallet knows what has become of it.
  const { callsId: _, ...own } = receipt
  return own
}
