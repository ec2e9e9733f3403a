import { WalletError } from '../errors/wallet-error.js'
import { readFelt, toFeltHex } from './felt.js'

/**
 * Reads a Starknet address in any spelling that wallets use: short or padded, any case, with or without `0x`, a bigint.
 *
 * @returns `0x` and 64 hex digits, so that equal addresses are equal texts; null for zero, for a number not below the
 * field
 * prime, and for anything else
 */
export function readStarknetAddress(value: unknown): `0x${string}` | null {
  const prefixed = typeof value === 'string' && /^[0-9a-f]+$/i.test(value) ? `0x${value}` : value
  const isHex = typeof prefixed === 'bigint' || (typeof prefixed === 'string' && /^0x/i.test(prefixed))
  const felt = isHex ? readFelt(prefixed) : null
  return felt ? `0x${felt.toString(16).padStart(64, '0')}` : null
}

/** The form of an address that nodes and wallets take, without leading zeros. */
export const toRpcAddress = (address: string): string => toFeltHex(BigInt(address))

/**
 * Reads an address that a page passed in.
 *
 * @param field the name of the field in the error
 * @throws WalletError `request_invalid` naming the field
 */
export function parseStarknetAddress(value: unknown, field: string): `0x${string}` {
  const address = readStarknetAddress(value)
  if (address) return address
  throw new WalletError('request_invalid', { message: `${field} is not a Starknet address` })
}
