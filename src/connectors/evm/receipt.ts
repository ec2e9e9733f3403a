import { RECEIPT_INTERVAL } from '../../constants.js'
import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { wait } from '../../platform/time.js'
import type { TransactionReceipt } from '../connector.js'
import { readChain } from './read-chain.js'
import type { EvmSessionContext } from './session-context.js'

/** Whether a value is a transaction's hash: 32 bytes in hex. */
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/** Reads the receipt of a transaction; null before the transaction is in a block. @throws the wallet's error */
export async function readReceipt(
  context: EvmSessionContext,
  hash: string,
): Promise<TransactionReceipt | null> {
  const receipt = await readChain(context, 'eth_getTransactionReceipt', [hash])
  // Some nodes already give a receipt while the transaction waits, with null for its block.
  return receipt && typeof receipt === 'object' && readField(receipt, 'blockNumber') !== null
    ? toReceipt(hash, receipt)
    : null
}

/**
 * Waits until a transaction is in a block.
 *
 * @throws WalletError `session_ended` when the connection ends first
 */
export async function waitForReceipt(
  context: EvmSessionContext,
  hash: string,
  signal: AbortSignal,
): Promise<TransactionReceipt> {
  for (;;) {
    if (signal.aborted) throw new WalletError('session_ended')
    const receipt = await readReceipt(context, hash).catch(() => null)
    if (receipt) return receipt
    await wait(RECEIPT_INTERVAL, signal)
  }
}

/** Reads a receipt of a node or a wallet. A node before the Byzantium fork gives no status. */
export function toReceipt(hash: string, receipt: object): TransactionReceipt {
  const blockNumber = Number(readField(receipt, 'blockNumber') ?? Number.NaN)
  return {
    transactionHash: hash,
    status: Number(readField(receipt, 'status') ?? 1) === 0 ? 'reverted' : 'accepted',
    ...(Number.isSafeInteger(blockNumber) && { blockNumber }),
  }
}
