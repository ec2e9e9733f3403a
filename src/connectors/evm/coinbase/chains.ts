import { isTestChain } from '../../../chains/test-chains.js'
import { allChains, type ConnectorConfig } from '../../config.js'

/** Base and Base Sepolia, which come first (specification, section 9). */
const FIRST = [8453, 84532]

/**
 * The numbers of a configuration's EVM chains in the order that the wallet gets: Base, Base Sepolia, then the others in
 * their own order. No chain is added.
 *
 * The wallet begins on the first chain. A page whose own first chain is a test network is being tried out, so a test network stays first:
 * Base Sepolia where the page has it, else the page's own first.
 */
export function orderChains(config: Pick<ConnectorConfig, 'chains' | 'optionalChains'>): number[] {
  const ids = allChains(config)
    .filter((chainId) => chainId.startsWith('eip155:'))
    .map((chainId) => Number(chainId.slice(7)))
  const bases = FIRST.filter((id) => ids.includes(id))
  const [first] = ids
  if (first === undefined || !isTestChain(first)) return [...new Set([...bases, ...ids])]
  bases.reverse()
  return [...new Set(isTestChain(bases[0] ?? first) ? [...bases, ...ids] : [first, ...bases, ...ids])]
}
