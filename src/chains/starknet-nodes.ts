import type { ChainId } from '../protocol/caip2.js'
import { hasNode } from './network-config.js'
import type { NetworkInput } from './networks.js'
import { readNamedChain } from './starknet-networks.js'

/** Public nodes that need no key: two providers, each with one URL per network. */
const PUBLIC: readonly Partial<Record<ChainId, string>>[] = [
  {
    'starknet:SN_MAIN': 'https://rpc.starknet.lava.build',
    'starknet:SN_SEPOLIA': 'https://rpc.starknet-sepolia.lava.build',
  },
  {
    'starknet:SN_MAIN': 'https://api.cartridge.gg/x/starknet/mainnet',
    'starknet:SN_SEPOLIA': 'https://api.cartridge.gg/x/starknet/sepolia',
  },
]

/** The page's own nodes of a Starknet chain, private addresses first. */
export function getOwnStarknetNodes(chainId: ChainId, networks: readonly NetworkInput[]): string[] {
  // Every Starknet chain has a hex id, so a bare hex id means a Starknet chain here.
  const own = networks.find(
    (network) => readNamedChain(network.chainId, [chainId]) === chainId && hasNode(network),
  )
  return [...new Set([...(own?.privateCustomerRpcUrls ?? []), ...(own?.rpcUrls ?? [])])]
}

/**
 * The nodes that a Starknet chain is read from, in the order to try them: the page's own nodes (private addresses
 * first), else the public nodes, starting with a random provider. When a page names nodes, we read through no others.
 *
 * @param networks the page's network configs
 * @param random a number in [0, 1)
 */
export function getStarknetNodes(
  chainId: ChainId,
  networks: readonly NetworkInput[],
  random: () => number = Math.random,
): string[] {
  const urls = getOwnStarknetNodes(chainId, networks)
  if (urls.length > 0) return urls
  const known = PUBLIC.map((provider) => provider[chainId]).filter((url) => url !== undefined)
  const first = Math.floor(random() * known.length)
  return [...known.slice(first), ...known.slice(0, first)]
}
