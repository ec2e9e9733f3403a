import { type ChainId, readChainId } from '../protocol/caip2.js'

/** What we know about a network: names and addresses for people and wallets. */
export interface Network {
  chainId: ChainId
  name: string
  rpcUrls?: readonly string[]
  nativeCurrency?: { name: string; symbol: string; decimals: number }
  blockExplorerUrls?: readonly string[]
  iconUrls?: readonly string[]
}

/** A network as a page writes it. */
export interface NetworkInput extends Omit<Partial<Network>, 'chainId'> {
  chainId: string | number
  privateCustomerRpcUrls?: readonly string[]
}

/** Common chains: id, name, and the symbol of the native currency unless it is ETH. */
const COMMON: readonly (readonly [id: string, name: string, symbol?: string])[] = [
  ['eip155:1', 'Ethereum'],
  ['eip155:10', 'OP Mainnet'],
  ['eip155:56', 'BNB Smart Chain', 'BNB'],
  ['eip155:100', 'Gnosis', 'xDAI'],
  ['eip155:137', 'Polygon', 'POL'],
  ['eip155:324', 'ZKsync Era'],
  ['eip155:8453', 'Base'],
  ['eip155:42161', 'Arbitrum One'],
  ['eip155:42220', 'Celo', 'CELO'],
  ['eip155:43114', 'Avalanche', 'AVAX'],
  ['eip155:59144', 'Linea'],
  ['eip155:534352', 'Scroll'],
  ['eip155:7777777', 'Zora'],
  ['eip155:11155111', 'Sepolia'],
  ['eip155:84532', 'Base Sepolia'],
  ['eip155:31337', 'Local node'],
  ['starknet:SN_MAIN', 'Starknet', 'STRK'],
  ['starknet:SN_SEPOLIA', 'Starknet Sepolia', 'STRK'],
]

/** The name of a chain for people; an unknown chain is named by its number. */
export function nameChain(chainId: string, networks: readonly NetworkInput[] = []): string {
  return findNetwork(chainId, networks)?.name ?? `Chain ${chainId.slice(chainId.indexOf(':') + 1)}`
}

/** Finds a network by its id, in the page's own networks first, then in the common networks. */
export function findNetwork(chainId: string, networks: readonly NetworkInput[]): Network | null {
  const common = COMMON.find(([id]) => id === chainId)
  const own = networks.find((network) => readChainId(network.chainId) === chainId)
  if (!common && !own) return null
  const symbol = common?.[2] ?? 'ETH'
  const { privateCustomerRpcUrls: _, ...rest } = own ?? {}
  return {
    nativeCurrency: { name: symbol === 'ETH' ? 'Ether' : symbol, symbol, decimals: 18 },
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    chainId: chainId as ChainId,
    name: own?.name ?? common?.[1] ?? `Chain ${chainId.slice(chainId.indexOf(':') + 1)}`,
  }
}
