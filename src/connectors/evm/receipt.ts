import { RECEIPT_INTERVAL } from '../../constants.js'
import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { wait } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { TransactionReceipt } from '../connector.js'
import { readChain } from './read-chain.js'
import type { EvmSessionContext } from './session-context.js'

/** Whether a value is a transaction's hash: 32 bytes in hex. */
export const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)

/** Reads the receipt of a transaction; null before the transaction is in a block. @throws the wallet's error */
export async function readReceipt(
  context: EvmSessionContext,
  chainId: ChainId,
  hash: string,
): Promise<TransactionReceipt | null> {
  const receipt = await readChain(context, chainId, 'eth_getTransactionReceipt', [hash])
  // Some nodes already give a receipt while the transaction waits, with null for its block.
  return receipt && typeof receipt === 'object' && readField(receipt, 'blockNumber') !== null
    ? toReceipt(hash, receipt)
    : null
}

/** Nodes behind one address are not equally far: the nonce counts as used when so many reads in a row say so. */
const READS_OF_NONCE = 3

/** Creates the question whether another transaction with the nonce of this one is in a block, so that this one never is. */
function watchNonce(context: EvmSessionContext, chainId: ChainId, hash: string): () => Promise<boolean> {
  let own: { from: string; nonce: number } | undefined
  let reads = 0
  return async () => {
    if (!own) {
      const found = await readChain(context, chainId, 'eth_getTransactionByHash', [hash])
      const nonce = Number(readField(found, 'nonce') ?? Number.NaN)
      if (!Number.isSafeInteger(nonce)) return false
      own = { from: `${readField(found, 'from')}`, nonce }
    }
    const used = Number(await readChain(context, chainId, 'eth_getTransactionCount', [own.from, 'latest']))
    reads = used > own.nonce ? reads + 1 : 0
    return reads === READS_OF_NONCE
  }
}

/**
 * Waits until a transaction is in a block.
 *
 * @throws WalletError `session_ended` when the connection ends first; `execute_failed` when another transaction has taken its
 * nonce: the visitor has sped it up or cancelled it in the wallet
 */
export async function waitForReceipt(
  context: EvmSessionContext,
  chainId: ChainId,
  hash: string,
  signal: AbortSignal,
): Promise<TransactionReceipt> {
  const isReplaced = watchNonce(context, chainId, hash)
  for (;;) {
    if (signal.aborted) throw new WalletError('session_ended')
    const receipt = await readReceipt(context, chainId, hash).catch(() => null)
    if (receipt) return receipt
    if (await isReplaced().catch(() => false))
      throw new WalletError('execute_failed', { message: 'Another transaction has taken its nonce.' })
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
