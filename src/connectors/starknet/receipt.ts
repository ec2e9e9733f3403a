import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { readTransactionHash } from '../../protocol/starknet-answers.js'
import type { TransactionReceipt } from '../connector.js'
import { READS_OF_LOSS } from '../limits.js'
import { pollChain } from '../poll-chain.js'
import { isNodeError, type StarknetNode } from './node.js'

/** The node does not know the transaction: not yet, or not any more. */
const HASH_NOT_FOUND = 29

/**
 * Follows a transaction until it is accepted on layer 2 or has failed: reverted in a block, or rejected by the
 * sequencer.
 *
 * @param signal ends the wait
 * @throws WalletError `request_invalid` for anything but a hash, `transaction_dropped` when no node knows it any more, `session_ended` when
 *   the signal is aborted
 */
export async function followTransaction(
  node: StarknetNode,
  hash: string,
  signal: AbortSignal,
): Promise<TransactionReceipt> {
  const transactionHash = readTransactionHash(hash)
  if (!transactionHash) throw new WalletError('request_invalid', { message: 'Not a transaction hash' })
  let isSeen = false
  let lost = 0
  const readEnd = async () => {
    const receipt = await readReceipt(node, transactionHash, signal)
    if (receipt && receipt !== 'waiting' && receipt !== 'unknown') return receipt
    isSeen ||= receipt === 'waiting'
    // A node that is not reached has said nothing.
    if (receipt) lost = isSeen && receipt === 'unknown' ? lost + 1 : 0
    if (lost >= READS_OF_LOSS) throw new WalletError('transaction_dropped')
    return null
  }
  return pollChain(readEnd, signal)
}

/** @returns null when the node cannot be reached */
async function readReceipt(
  node: StarknetNode,
  transactionHash: string,
  signal: AbortSignal,
): Promise<TransactionReceipt | 'waiting' | 'unknown' | null> {
  const params = { transaction_hash: transactionHash }
  try {
    const status = await node.request('starknet_getTransactionStatus', params, signal)
    const finality = readField(status, 'finality_status')
    const reason = readField(status, 'failure_reason')
    // Nodes before specification 0.9 report a transaction that will never be in a block as REJECTED.
    if (finality === 'REJECTED') return toReceipt(transactionHash, 'reverted', undefined, reason)
    if (finality !== 'ACCEPTED_ON_L2' && finality !== 'ACCEPTED_ON_L1') return 'waiting'
    const receipt = await node.request('starknet_getTransactionReceipt', params, signal)
    const execution = readField(receipt, 'execution_status') ?? readField(status, 'execution_status')
    return toReceipt(
      transactionHash,
      execution === 'REVERTED' ? 'reverted' : 'accepted',
      readField(receipt, 'block_number'),
      readField(receipt, 'revert_reason') ?? reason,
    )
  } catch (error) {
    if (isNodeError(error)) {
      if (error.code === HASH_NOT_FOUND) return 'unknown'
      throw new WalletError('chain_unavailable', { cause: error })
    }
    // A node that cannot be reached for a moment ends nothing, because the transaction goes on without us.
    return null
  }
}

const toReceipt = (
  transactionHash: string,
  status: TransactionReceipt['status'],
  blockNumber: unknown,
  reason: unknown,
): TransactionReceipt => ({
  transactionHash,
  status,
  ...(typeof blockNumber === 'number' && { blockNumber }),
  ...(status === 'reverted' && typeof reason === 'string' && { revertReason: reason }),
})
