import { allChains, type ConnectorConfig } from '../../config.js'

/** Base and Base Sepolia, which come first (specification, section 9). */
const FIRST = [8453, 84532]

/**
 * The numbers of a configuration's EVM chains as the wallet gets them: Base first, then Base Sepolia, then the others in
 * their own order. No chain is added. The first is the chain that the wallet begins on.
 */
export function orderChains(config: Pick<ConnectorConfig, 'chains' | 'optionalChains'>): number[] {
  const ids = allChains(config)
    .filter((chainId) => chainId.startsWith('eip155:'))
    .map((chainId) => Number(chainId.slice(7)))
  return [...new Set([...FIRST.filter((id) => ids.includes(id)), ...ids])]
}
