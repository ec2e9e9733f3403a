/** The prime of Starknet's field, 2^251 + 17·2^192 + 1: every felt is below it. */
export const FELT_PRIME = 0x800000000000011000000000000000000000000000000000000000000000001n

/** The hex form that nodes and wallets take: no leading zeros, lower case (Starknet JSON-RPC, FELT). */
export const toFeltHex = (felt: bigint): string => `0x${felt.toString(16)}`

/**
 * Reads a felt: a bigint, a safe integer, hex of at most 64 digits, or a decimal text.
 *
 * @returns the felt; null for negative numbers, numbers not below the prime, and anything else
 */
export function readFelt(value: unknown): bigint | null {
  let felt: bigint
  if (typeof value === 'bigint') felt = value
  else if (typeof value === 'number' && Number.isSafeInteger(value)) felt = BigInt(value)
  else if (typeof value === 'string' && /^(?:0x[0-9a-f]{1,64}|[0-9]{1,78})$/i.test(value))
    felt = BigInt(value)
  else return null
  return felt >= 0n && felt < FELT_PRIME ? felt : null
}
