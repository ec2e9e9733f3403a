import { readField } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { readFelt, toFeltHex } from './felt.js'

/** The longest signature that a wallet may answer with, in felts; multisig accounts with guardians need a few dozen. */
const MAX_SIGNATURE_FELTS = 64

/**
 * Reads a wallet's signature as a list of felts in hex: a list, one felt, `{ signature }`, or `{ r, s }` of older SDKs.
 * Only the account contract knows what the felts mean (SNIP-6).
 *
 * @param most how many felts it may have
 * @throws WalletError `signature_invalid` unless it has 1 to `most` felts
 */
export function parseStarknetSignature(answer: unknown, most: number = MAX_SIGNATURE_FELTS): string[] {
  const inner = readField(answer, 'signature') ?? answer
  const pair = [readField(inner, 'r'), readField(inner, 's')]
  const list = Array.isArray(inner)
    ? [...inner.slice(0, most + 1)]
    : pair.includes(undefined)
      ? [inner]
      : pair
  const felts = list.length <= most ? list.map(readFelt) : []
  if (felts.length === 0 || felts.includes(null)) throw new WalletError('signature_invalid')
  return felts.map((felt) => toFeltHex(felt as bigint))
}

/**
 * Reads the transaction hash of a wallet's answer, as hex without leading zeros; null when the answer has none.
 *
 * Wallets answer with `{ transaction_hash }`, some with `{ transactionHash }` or the bare text.
 */
export function readTransactionHash(answer: unknown): string | null {
  const hash = readField(answer, 'transaction_hash') ?? readField(answer, 'transactionHash') ?? answer
  const felt = typeof hash === 'string' && /^0x/i.test(hash) ? readFelt(hash) : null
  return felt ? toFeltHex(felt) : null
}

/**
 * Reads a u256 as a contract returns it: the low and the high 128 bits.
 *
 * @throws WalletError `balance_failed` when a part is missing or out of range
 */
export function parseUint256(felts: unknown): bigint {
  const [low, high] = Array.isArray(felts) ? felts.map(readFelt) : []
  const limit = 1n << 128n
  if (
    low === undefined ||
    low === null ||
    high === undefined ||
    high === null ||
    low >= limit ||
    high >= limit
  ) {
    throw new WalletError('balance_failed')
  }
  return low + (high << 128n)
}
