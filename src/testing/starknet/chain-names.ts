import { readStarknetChainId } from '../../protocol/caip2.js'
import { toFelt, toHex } from './hash.js'
import type { StarknetProfile } from './profiles.js'

const ALPHA: Readonly<Record<string, string>> = { SN_MAIN: 'mainnet-alpha', SN_SEPOLIA: 'sepolia-alpha' }

/** The short name of a chain in any spelling, or the text itself. */
export const toShortName = (chainId: unknown): string =>
  readStarknetChainId(chainId)?.slice('starknet:'.length) ?? String(chainId)

/** Decodes a chain id as Argent X does: hex becomes its text, and any other text stays. */
export function decodeName(chainId: unknown): string {
  const text = String(chainId)
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(text)) return text
  return (text.slice(2).match(/../g) ?? []).map((byte) => String.fromCharCode(Number(`0x${byte}`))).join('')
}

/** The wallet's name of a chain for pages. */
export function nameChain({ network }: StarknetProfile, name: string): string {
  if (network === 'short') return name
  return (network === 'alpha' && ALPHA[name]) || toHex(toFelt(name))
}
