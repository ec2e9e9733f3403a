import { allChains, type ConnectorConfig } from '../../config.js'

/** Base and Base Sepolia, which come first (specification, section 9). */
const FIRST = [8453, 84532]

/**
 * The numbers of a configuration's EVM chains in the order that the wallet gets: Base, Base Sepolia, then the others in
 * their own order. No chain is added. The wallet begins on the first chain.
 */
export function orderChains(config: Pick<ConnectorConfig, 'chains' | 'optionalChains'>): number[] {
  const ids = allChains(config)
    .filter((chainId) => chainId.startsWith('eip155:'))
    .map((chainId) => Number(chainId.slice(7)))
  return [...new Set([...FIRST.filter((id) => ids.includes(id)), ...ids])]
}
