import { keccak_256 } from '@noble/hashes/sha3.js'

/** Whether a value is a 20-byte address: `0x` and 40 hex digits in any case. */
export const isEvmAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/**
 * Writes an address with its checksum (EIP-55).
 *
 * @param address `0x` and 40 hex digits in any case
 */
export function toChecksumAddress(address: string): string {
  const lower = address.slice(2).toLowerCase()
  const hash = keccak_256(new TextEncoder().encode(lower))
  let result = '0x'
  for (let i = 0; i < lower.length; i++) {
    const nibble = ((hash[i >> 1] as number) >> (i % 2 ? 0 : 4)) & 15
    result += nibble > 7 ? (lower[i] as string).toUpperCase() : lower[i]
  }
  return result
}

/**
 * Reads an address in lower case, in upper case, or with a correct checksum. Any other mixture is a typing error
 * (EIP-55).
 *
 * @returns the address with its checksum; null for anything else
 */
export function readEvmAddress(value: unknown): string | null {
  if (!isEvmAddress(value)) return null
  const address = toChecksumAddress(value)
  const digits = value.slice(2)
  return value === address || digits === digits.toLowerCase() || digits === digits.toUpperCase()
    ? address
    : null
}
