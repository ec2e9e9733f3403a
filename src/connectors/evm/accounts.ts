import { isEvmAddress, toChecksumAddress } from '../../protocol/evm-address.js'
import { MAX_ACCOUNTS } from '../limits.js'

/** Most entries of a wallet's list that are read at all. */
const MAX_ENTRIES = 1_000

/**
 * Reads a list of accounts that a wallet returns.
 *
 * @returns checksummed addresses without duplicates, at most 100; an empty list for an empty list; null for anything
 * else
 */
export function readAccounts(value: unknown): string[] | null {
  try {
    if (!Array.isArray(value)) return null
    const list = value.slice(0, MAX_ENTRIES)
    if (!list.every(isEvmAddress)) return null
    const distinct = new Set(list.map((account) => account.toLowerCase()))
    return [...distinct].slice(0, MAX_ACCOUNTS).map(toChecksumAddress)
  } catch {
    // A Proxy may refuse to be read.
    return null
  }
}
