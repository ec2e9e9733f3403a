import { MAX_ACCOUNTS } from '../../constants.js'
import { isEvmAddress, toChecksumAddress } from '../../protocol/evm-address.js'

/**
 * Reads a list of accounts as a wallet gives it.
 *
 * @returns checksummed, without duplicates, at most 100; an empty list for an empty list; null for anything else
 */
export function readAccounts(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  const list = value.slice(0, 1_000)
  if (!list.every(isEvmAddress)) return null
  return [...new Set(list.map(toChecksumAddress))].slice(0, MAX_ACCOUNTS)
}
