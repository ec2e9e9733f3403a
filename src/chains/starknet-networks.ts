import { type ChainId, readStarknetChainId, STARKNET_CHAINS } from '../protocol/caip2.js'
import { isLoopback } from '../protocol/loopback.js'
import { encodeShortString } from '../protocol/short-string.js'

/** Starknet networks as the specification names them. We read Goerli and never offer it, because it was shut down. */
export type StarknetNetwork = 'mainnet' | 'sepolia' | 'goerli'

/** The chain of each network. */
export const CHAINS: Record<StarknetNetwork, ChainId> = {
  mainnet: 'starknet:SN_MAIN',
  sepolia: 'starknet:SN_SEPOLIA',
  goerli: 'starknet:SN_GOERLI',
}

/** The hex form of a chain id that wallets take: the felt of the chain's name. */
export function toStarknetHex(chainId: ChainId): string {
  const name = chainId.slice('starknet:'.length)
  if (name.startsWith('0x')) return name
  return STARKNET_CHAINS[name as keyof typeof STARKNET_CHAINS] ?? `0x${encodeShortString(name).toString(16)}`
}

/** Whether two ids mean the same Starknet chain: each chain has a name and the hex of that name. */
export const isSameStarknetChain = (one: ChainId, other: ChainId): boolean =>
  one.startsWith('starknet:') && other.startsWith('starknet:') && toStarknetHex(one) === toStarknetHex(other)

/**
 * Reads a chain id that a wallet gives, in any spelling.
 *
 * @param named the chains that the page has named
 * @returns the chain in the page's spelling when the page names it
 */
export function readNamedChain(value: unknown, named: readonly ChainId[]): ChainId | null {
  const chainId = readStarknetChainId(value)
  if (chainId) return named.find((one) => isSameStarknetChain(one, chainId)) ?? chainId
  // Some wallets say the bare name of the page's own network.
  return named.find((one) => one === `starknet:${value}`) ?? null
}

/** The network of a chain id in any spelling; logs `Unknown chainId` and gives null for any other chain. */
export function toStarknetNetwork(chainId: unknown): StarknetNetwork | null {
  const wanted = readStarknetChainId(chainId)
  for (const name of Object.keys(CHAINS) as StarknetNetwork[]) if (CHAINS[name] === wanted) return name
  console.warn('Unknown chainId', chainId)
  return null
}

/**
 * The chain that an event names: any of the three networks in any spelling, or a chain that the page has named itself.
 * Null for any other value, which the page gets as an empty change (specification, section 4).
 */
export function readEventChain(value: unknown, allowed: readonly ChainId[] = []): ChainId | null {
  const chainId = readNamedChain(value, allowed)
  return chainId && (Object.values(CHAINS).includes(chainId) || allowed.includes(chainId)) ? chainId : null
}

let warned = false

/**
 * The network that the host of a web wallet belongs to (specification, section 5). Only the host counts. Sepolia hosts
 * are checked first, because `sepolia-web.argent.xyz` contains the provider's domain too.
 *
 * @returns mainnet, with one warning on the console, when the URL cannot be read
 */
export function chooseStarknetNetwork(targetUrl: string): 'mainnet' | 'sepolia' {
  let host = ''
  try {
    host = new URL(targetUrl).hostname
  } catch {
    if (!warned)
      console.warn(`wallet-connect-button: “${String(targetUrl).slice(0, 80)}” is not a URL; using mainnet`)
    warned = true
  }
  return /sepolia|localhost|127\.0\.0\.1|hydrogen/.test(host) || isLoopback(host) ? 'sepolia' : 'mainnet'
}
