import { MINUTE, SECOND } from '../../constants.js'
import { readErrorCode, readField, toWalletError } from '../../errors/normalise.js'
import { NOT_ATOMIC } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { until, within } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import { type EvmCalls, type HexCall, parseEvmCalls } from '../../protocol/evm-calls.js'
import { toEvmHex } from '../../protocol/evm-hex.js'
import type { ExecuteProgress, SentCalls, TransactionReceipt } from '../connector.js'
import { RECEIPT_INTERVAL } from '../limits.js'
import { UNWATCHED } from '../progress.js'
import { checkBatch } from './capabilities.js'
import { learn, readCalls } from './follow-calls.js'
import { hand } from './provider.js'
import { createEndQuestion, isEnd, isHash, type TransactionFacts } from './receipt.js'
import type { EvmSessionContext } from './session-context.js'
import { lookAtChain } from './wallet-chain.js'

/** How long a call waits for the one before it to be in a block, in ms; then it is sent behind it. */
const CONFIRM_TIMEOUT = MINUTE

/** So many reads in a row may fail before the next call is sent without an answer. */
const MAX_READ_FAILURES = 3

/** How long a sent batch may take to name its transaction before `execute` resolves without it, in ms. */
const HASH_TIMEOUT = SECOND

/** The account, the chain and the progress with which a request began. */
interface Sending {
  context: EvmSessionContext
  progress: ExecuteProgress
  from: string
  chainId: ChainId
}

/** A wallet may have moved without an event since the request began: then nothing is sent. */
async function checkChain({ context, chainId }: Sending): Promise<void> {
  if ((await lookAtChain(context)) !== chainId) throw new WalletError('chain_mismatch')
}

/** Sends one call as a transaction, and reports it. @returns its hash */
async function sendOne(
  { context, progress, from, chainId }: Sending,
  call: HexCall,
  facts: TransactionFacts,
): Promise<string> {
  let hash: unknown
  try {
    const params = [{ from, ...call, chainId: toEvmHex(chainId) }]
    hash = await hand(context, progress, 'eth_sendTransaction', params)
  } catch (error) {
    throw toWalletError(error, 'execute_failed', true)
  }
  if (!isHash(hash)) throw new WalletError('execute_failed')
  progress.tell({ transactionHash: hash, status: 'sent', facts })
  learn(context, chainId, hash, facts)
  return hash
}

const stopAfter = (end: string, cause?: unknown) =>
  new WalletError('execute_failed', { message: `${end}, so those after it were not sent.`, cause })

/**
 * Waits for a transaction that the next call builds on. If it is not in a block in time, or nobody can be asked, the next
 * call is sent behind it.
 */
async function confirm(
  { context, progress, chainId }: Sending,
  hash: string,
  facts: TransactionFacts,
): Promise<void> {
  const readEnd = createEndQuestion(context, chainId, hash, { facts, isOwn: true })
  let receipt: TransactionReceipt | null = null
  let failures = 0
  const isKnown = async () => {
    try {
      receipt = await readEnd()
    } catch (cause) {
      if (isEnd(cause))
        throw stopAfter(
          cause.code === 'transaction_dropped' ? 'No node knows a call any more' : 'A call was cancelled',
          cause,
        )
      failures++
    }
    return receipt !== null || failures >= MAX_READ_FAILURES
  }
  await until(isKnown, CONFIRM_TIMEOUT, RECEIPT_INTERVAL, progress.signal)
  if (!receipt) return
  const { transactionHash, status } = receipt as TransactionReceipt
  const isOther = transactionHash !== null && transactionHash !== hash
  progress.tell({ transactionHash: transactionHash ?? hash, ...(isOther && { sentAs: hash }), status })
  if (status === 'reverted') throw stopAfter('A call was reverted')
}

/** Sends calls one after the other. It stops with the first failure, and when the wallet has changed meanwhile. */
async function sendEach(sending: Sending, calls: readonly HexCall[]): Promise<SentCalls> {
  const { context, progress, from, chainId } = sending
  let last = ''
  let facts: TransactionFacts = {}

  for (const call of calls) {
    if (last) {
      await confirm(sending, last, facts)
      await checkChain(sending)
    }
    if (progress.signal.aborted) throw new WalletError('session_ended')
    if (context.report.account !== from) throw new WalletError('account_mismatch')
    if (context.report.chainId !== chainId) throw new WalletError('chain_mismatch')
    facts = {}
    last = await sendOne(sending, call, facts)
    // The wallet has nothing of the next call yet.
    progress.withdraw()
  }
  return { transactionHash: last }
}

/** Whether a wallet says that it cannot send a batch, and so has sent nothing. */
const isUnable = (error: unknown): boolean =>
  readErrorCode(error) === NOT_ATOMIC || toWalletError(error, 'execute_failed').code === 'not_implemented'

/** Sends calls as one batch. @throws WalletError `batch_not_supported` when the wallet has none; then nothing was sent */
async function sendBatch(sending: Sending, wanted: EvmCalls): Promise<SentCalls> {
  const { context, progress, from, chainId } = sending
  const { calls, capabilities } = wanted
  const isSeveral = calls.length > 1
  if (isSeveral) {
    await checkBatch(context)
    await checkChain(sending)
  }
  let answer: unknown
  try {
    answer = await hand(context, progress, 'wallet_sendCalls', [
      {
        version: '2.0.0',
        from,
        chainId: toEvmHex(chainId),
        atomicRequired: isSeveral,
        calls,
        ...(capabilities && { capabilities }),
      },
    ])
  } catch (error) {
    throw isUnable(error)
      ? new WalletError('batch_not_supported', { cause: error })
      : toWalletError(error, 'execute_failed', true)
  }
  // Version 1 of the EIP answers with the id alone.
  const callsId = typeof answer === 'string' ? answer : readField(answer, 'id')
  if (typeof callsId !== 'string' || !callsId) throw new WalletError('wallet_malformed')
  const status = await within(
    readCalls(context, callsId).catch(() => null),
    HASH_TIMEOUT,
    () => null,
  )
  return { transactionHash: status?.transactions.at(-1)?.transactionHash ?? null, callsId }
}

/**
 * Asks the visitor to send calls: one as a transaction, several as one batch (EIP-5792), or one after the other where the
 * wallet has no batches and the page allows it. One call is a batch too when it needs a capability, such as a paymaster.
 *
 * @param progress follows calls that are sent one after the other
 * @throws WalletError `request_invalid`, `chain_mismatch`, `user_rejected`, `batch_not_supported`, `execute_failed`
 */
export async function executeCalls(
  context: EvmSessionContext,
  calls: unknown,
  options: unknown,
  progress: ExecuteProgress = UNWATCHED,
): Promise<SentCalls> {
  const wanted = parseEvmCalls(calls, options)
  const sending = { context, progress, from: context.report.account, chainId: context.report.chainId }
  if (!sending.from) throw new WalletError('no_session')
  if (wanted.chainId && wanted.chainId !== sending.chainId) throw new WalletError('chain_mismatch')
  const [only, ...others] = wanted.calls
  if (only && !others.length && !wanted.capabilities) {
    return { transactionHash: await sendOne(sending, only, {}) }
  }
  try {
    return await sendBatch(sending, wanted)
  } catch (error) {
    const canGoOn = wanted.sequential && error instanceof WalletError && error.code === 'batch_not_supported'
    if (!canGoOn) throw error
  }
  return sendEach(sending, wanted.calls)
}
