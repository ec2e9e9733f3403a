import { RECEIPT_INTERVAL } from '../../constants.js'
import { readErrorCode, readField, toWalletError } from '../../errors/normalise.js'
import { UNKNOWN_BATCH } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { TransactionReceipt } from '../connector.js'
import { ask } from './provider.js'
import { readChain } from './read-chain.js'
import { isHash, toReceipt, waitForReceipt } from './receipt.js'
import type { EvmSessionContext } from './session-context.js'

/** The longest id of a batch, in characters: 4,096 bytes as hex (EIP-5792). */
const MAX_ID = 8_194

/** States of a batch from these numbers on: sent, the first block, no block ever, reverted, reverted in part (EIP-5792). */
const PENDING = 100
const CONFIRMED = 200
const FAILED = 400
const ALL_REVERTED = 500
const PARTLY_REVERTED = 600

/** Version 1 of the EIP had words, and left it to the receipts whether the calls took effect. */
const WORDS: Readonly<Record<string, number>> = { PENDING, CONFIRMED }

/** What a wallet has sent while this page lives, because the id of a batch may look like a transaction's hash. */
const known = new WeakMap<object, Map<string, 'transaction' | 'batch'>>()

/** Remembers what an id stands for, for {@link waitForTransaction}. */
export function keepId(provider: object, id: string, kind: 'transaction' | 'batch'): void {
  known.set(provider, (known.get(provider) ?? new Map()).set(id, kind))
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
async function waitForCalls(
  context: EvmSessionContext,
  id: string,
  signal: AbortSignal,
): Promise<TransactionReceipt> {
  for (;;) {
    if (signal.aborted) throw new WalletError('session_ended')
    try {
      const status = await readCalls(context, id)
      if (status.state >= CONFIRMED) return toOutcome(id, status)
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
    }
    await wait(RECEIPT_INTERVAL, signal)
  }
}

/** Whether the wallet says that it has sent a batch with this id. */
async function isBatch(context: EvmSessionContext, id: string): Promise<boolean> {
  const found = await readCalls(context, id).then(
    // A wallet may also answer with nothing.
    ({ state }) => state >= PENDING,
    () => false,
  )
  if (found) keepId(context.provider, id, 'batch')
  return found
}

/**
 * Waits for an id of 32 bytes that this page has not sent itself, as after a reload: the hash of a transaction, or the id of
 * a batch. The wallet is asked once, and only about what the chain does not know.
 */
async function waitForEither(
  context: EvmSessionContext,
  chainId: ChainId,
  id: string,
  signal: AbortSignal,
): Promise<TransactionReceipt> {
  const isKnown = await readChain(context, chainId, 'eth_getTransactionByHash', [id]).catch(() => null)
  if (isKnown) return waitForReceipt(context, chainId, id, signal)
  const waiting = new AbortController()
  const stop = () => waiting.abort()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const receipt = waitForReceipt(context, chainId, id, waiting.signal)
  const batch = isBatch(context, id).then((is) => (is ? waitForCalls(context, id, waiting.signal) : receipt))
  try {
    return await NativePromise.race([receipt, batch])
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/**
 * Waits until a transaction or a batch is in a block.
 *
 * @param chainId the transaction's chain: the visitor may change the wallet's meanwhile
 * @param id the hash of a transaction, or the `callsId` of a batch
 * @throws WalletError `request_invalid`; `execute_failed` for what will never be in a block; `session_ended` when the
 *   connection ends first
 */
export async function waitForTransaction(
  context: EvmSessionContext,
  chainId: ChainId,
  id: unknown,
  signal: AbortSignal,
): Promise<TransactionReceipt> {
  if (typeof id !== 'string' || !id || id.length > MAX_ID)
    throw new WalletError('request_invalid', { message: 'Not a transaction hash' })
  const kind = known.get(context.provider)?.get(id)
  if (!isHash(id) || kind === 'batch') return waitForCalls(context, id, signal)
  return kind ? waitForReceipt(context, chainId, id, signal) : waitForEither(context, chainId, id, signal)
}
