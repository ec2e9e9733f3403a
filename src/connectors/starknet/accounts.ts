import { readStarknetAddress } from '../../protocol/starknet-address.js'
import { MAX_ACCOUNTS } from '../limits.js'

/**
 * Reads accounts as wallets return them: a list, a single address, or nothing at all. Keplr's `[""]` means nothing too.
 *
 * @returns `0x` and 64 hex digits each, without duplicates, at most 100; an empty list for nothing; null for anything
 * else
 */
export function readStarknetAccounts(value: unknown): string[] | null {
  const list =
    value === undefined || value === null || value === '' ? [] : typeof value === 'string' ? [value] : value
  if (!Array.isArray(list)) return null
  const entries = list
    .slice(0, MAX_ACCOUNTS)
    .filter((entry) => entry !== undefined && entry !== null && entry !== '')
  const accounts = new Set<string>()
  for (const entry of entries) {
    const address = readStarknetAddress(entry)
    if (address) accounts.add(address)
  }
  return accounts.size === 0 && entries.length > 0 ? null : [...accounts]
}
