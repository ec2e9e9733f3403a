import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { TransactionReceipt } from '../connector.js'
import { READS_OF_LOSS } from '../limits.js'
import { pollChain } from '../poll-chain.js'
import { readFromChain } from './read-from-chain.js'
import type { EvmSessionContext } from './session-context.js'
import { lookAtChain } from './wallet-chain.js'

/** Whether a value is a transaction's hash: 32 bytes in hex. */
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/** What tells a transaction from the others of its sender. */
interface Shown {
  /** The sender, in lower case. */
  from: string
  /** What the transaction does: receiver, amount and data in one text. */
  content: string
  /** Its number among those of the sender. */
  nonce: number
}

/** What is known about a transaction: only what a node has shown, because a wallet may send something else than the page has asked for. */
export interface TransactionFacts {
  shown?: Shown
}

/** A transaction that is followed. */
export interface Followed {
  /** Each answer completes them. */
  facts: TransactionFacts
  /** The wallet of this session has sent it, as far as the page knows. */
  isOwn: boolean
}

/** How a transaction has ended: the error says that it will never be in a block. */
type End = TransactionReceipt | WalletError

const lower = (value: unknown): string => `${value ?? ''}`.toLowerCase()

function readContent(found: unknown): string {
  const data = readField(found, 'input') ?? readField(found, 'data')
  return `${lower(readField(found, 'to'))} ${BigInt(`${readField(found, 'value') ?? 0}`)} ${lower(data ?? '0x')}`
}

/**
 * Reads what a node knows about a transaction, also while it waits for its block, and completes its facts.
 *
 * @returns whether it is known; null when not everybody could be asked
 * @throws the wallet's error
 */
export async function completeFacts(
  context: EvmSessionContext,
  chainId: ChainId,
  hash: string,
  facts: TransactionFacts,
): Promise<boolean | null> {
  const found = await readFromChain(context, chainId, 'eth_getTransactionByHash', [hash])
  if (found === undefined) return null
  const nonce = Number(readField(found, 'nonce') ?? Number.NaN)
  if (!Number.isSafeInteger(nonce)) return false
  facts.shown = { from: lower(readField(found, 'from')), content: readContent(found), nonce }
  return true
}

/** Reads the receipt of a transaction; null before the transaction is in a block. @throws the wallet's error */
async function readReceipt(
  context: EvmSessionContext,
  chainId: ChainId,
  hash: string,
): Promise<TransactionReceipt | null> {
  const receipt = await readFromChain(context, chainId, 'eth_getTransactionReceipt', [hash])
  // Some nodes already give a receipt while the transaction waits, with null for its block.
  return receipt && typeof receipt === 'object' && readField(receipt, 'blockNumber') !== null
    ? toReceipt(hash, receipt)
    : null
}

const toHex = (number: number): string => `0x${number.toString(16)}`

/** The same session, whose wallet answers only while it is on the chain: it may have moved without an event. */
const onChain = (context: EvmSessionContext, chainId: ChainId): EvmSessionContext => ({
  ...context,
  provider: {
    async request(args) {
      const answer = await context.provider.request(args)
      if ((await lookAtChain(context)) !== chainId) throw new WalletError('chain_mismatch')
      return answer
    },
  },
})

/**
 * Finds the transaction in a block that has a sender's nonce: in the first block after which the nonce counts as used. Nodes keep the
 * counts of a few recent blocks only, so the search begins at the last one.
 *
 * @returns null when no node says where it is
 */
async function findTaker(
  context: EvmSessionContext,
  chainId: ChainId,
  from: string,
  nonce: number,
): Promise<unknown> {
  const isUsedAfter = async (block: number): Promise<boolean> =>
    Number(await readFromChain(context, chainId, 'eth_getTransactionCount', [from, toHex(block)])) > nonce
  let used = Number((await readFromChain(context, chainId, 'eth_blockNumber', [])) ?? Number.NaN)
  if (!Number.isSafeInteger(used) || used < 0) return null
  let free = used - 1
  for (let step = 1; free >= 0 && (await isUsedAfter(free)); step *= 2) {
    used = free
    free = Math.max(used - step, -1)
  }
  while (used - free > 1) {
    const middle = Math.floor((used + free) / 2)
    if (await isUsedAfter(middle)) used = middle
    else free = middle
  }
  // The counts are only the way to the block, and a block of another chain looks the same.
  const session = onChain(context, chainId)
  const found = await readFromChain(session, chainId, 'eth_getBlockByNumber', [toHex(used), true])
  const transactions = readField(found, 'transactions')
  for (const one of Array.isArray(transactions) ? transactions : [])
    if (lower(readField(one, 'from')) === from && Number(readField(one, 'nonce')) === nonce) return one
  return null
}

/**
 * Creates the question how a transaction has ended: null while it has not.
 *
 * @returns a question that rejects with WalletError `transaction_cancelled` or `transaction_dropped` when it will never be in a block, and
 *   with the wallet's error
 */
export function createEndQuestion(
  context: EvmSessionContext,
  chainId: ChainId,
  hash: string,
  { facts, isOwn }: Followed,
): () => Promise<TransactionReceipt | null> {
  let lost = 0

  /** What has become of a transaction whose nonce another one may have taken. */
  async function readTaker({ from, content, nonce }: Shown): Promise<End | 'pending' | null> {
    const taker = await findTaker(context, chainId, from, nonce)
    const other = readField(taker, 'hash')
    if (!isHash(other)) return null
    if (lower(other) === lower(hash)) return 'pending'
    if (readContent(taker) !== content)
      return new WalletError('transaction_cancelled', { cause: { transactionHash: other } })
    const receipt = await readReceipt(context, chainId, other)
    return receipt ? { ...receipt, replaced: 'repriced' } : 'pending'
  }

  /** How a transaction without a receipt has ended. */
  async function readOtherEnd(): Promise<End | null> {
    const isKnown = await completeFacts(context, chainId, hash, facts)
    const { shown } = facts
    if (!shown) return null
    // A node that fails may answer with null, which is not the number 0.
    const count = await readFromChain(context, chainId, 'eth_getTransactionCount', [shown.from, 'latest'])
    const used = Number(count ?? Number.NaN)
    // A node that cannot say which transaction has a nonce, because it has forgotten the block, has said nothing.
    const taker = used > shown.nonce ? await readTaker(shown).catch(() => null) : null
    if (taker !== null && taker !== 'pending') return taker
    // While its number is free, no other transaction can have taken its place: it is lost. A number that has been used says nothing of itself.
    // Another wallet's node may lack what the sender's still has.
    lost = isOwn && isKnown === false && used <= shown.nonce ? lost + 1 : 0
    if (lost < READS_OF_LOSS) return null
    // A wallet that has moved without an event has answered for another chain.
    return (await lookAtChain(context)) === chainId ? new WalletError('transaction_dropped') : null
  }

  return async () => {
    const receipt = await readReceipt(context, chainId, hash)
    if (receipt) return receipt
    const end = await readOtherEnd()
    if (end instanceof WalletError) throw end
    return end
  }
}

/** Whether an error says that a transaction will never be in a block. */
export const isEnd = (error: unknown): error is WalletError =>
  error instanceof WalletError && /^transaction_/.test(error.code)

/** A read that fails for a moment ends nothing, because the transaction goes on without us. */
function rethrowEnd(error: unknown): null {
  if (isEnd(error)) throw error
  return null
}

/**
 * Waits until a transaction is in a block, or the same call with another fee.
 *
 * @throws WalletError `session_ended` when the connection ends first; `transaction_cancelled` when the sender has sent something else with its
 *   nonce, with the hash of that in its cause; `transaction_dropped` when no node knows it any more
 */
export function waitForReceipt(
  context: EvmSessionContext,
  chainId: ChainId,
  hash: string,
  signal: AbortSignal,
  followed: Followed,
): Promise<TransactionReceipt> {
  const readEnd = createEndQuestion(context, chainId, hash, followed)
  return pollChain(() => readEnd().catch(rethrowEnd), signal)
}

/**
 * Reads a receipt of a node or a wallet. A node before the Byzantium fork gives no status.
 *
 * @param hash what was asked for: a Safe gives the receipt of its own hash, and only the logs name the chain's
 */
export function toReceipt(hash: string, receipt: object): TransactionReceipt {
  const blockNumber = Number(readField(receipt, 'blockNumber') ?? Number.NaN)
  const logged = readField(readField(readField(receipt, 'logs'), '0'), 'transactionHash')
  return {
    transactionHash: isHash(logged) ? logged : hash,
    status: Number(readField(receipt, 'status') ?? 1) === 0 ? 'reverted' : 'accepted',
    ...(Number.isSafeInteger(blockNumber) && { blockNumber }),
  }
}
