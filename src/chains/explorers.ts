import type { ChainId } from '../protocol/caip2.js'

/** Block explorers of the common EVM chains, for a wallet that lacks such a chain. */
export const EXPLORERS: Partial<Record<ChainId, string>> = {
  'eip155:1': 'https://etherscan.io',
  'eip155:10': 'https://optimistic.etherscan.io',
  'eip155:56': 'https://bscscan.com',
  'eip155:100': 'https://gnosisscan.io',
  'eip155:137': 'https://polygonscan.com',
  'eip155:324': 'https://explorer.zksync.io',
  'eip155:8453': 'https://basescan.org',
  'eip155:42161': 'https://arbiscan.io',
  'eip155:42220': 'https://celoscan.io',
  'eip155:43114': 'https://snowtrace.io',
  'eip155:59144': 'https://lineascan.build',
  'eip155:534352': 'https://scrollscan.com',
  'eip155:7777777': 'https://explorer.zora.energy',
  'eip155:11155111': 'https://sepolia.etherscan.io',
  'eip155:84532': 'https://sepolia.basescan.org',
}
