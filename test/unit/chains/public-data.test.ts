import * as viem from 'viem/chains'
import { expect, test } from 'vitest'
import { EXPLORERS } from '../../../src/chains/explorers.js'
import { findNetwork } from '../../../src/chains/networks.js'
import { isTestChain } from '../../../src/chains/test-chains.js'

const all: viem.Chain[] = Object.values(viem)
const find = (id: number) => all.filter((chain) => chain.id === id)

test('PR07: what a wallet is told about a public network is what others say about it', () => {
  for (const [chainId, explorer] of Object.entries(EXPLORERS)) {
    const [known] = find(Number(chainId.slice(7)))
    const network = findNetwork(chainId, [])
    expect(known?.blockExplorers?.default.url.replace(/\/$/, '')).toBe(explorer)
    expect(network?.nativeCurrency).toMatchObject({ decimals: known?.nativeCurrency.decimals })
    expect(network?.nativeCurrency?.symbol.toUpperCase()).toBe(known?.nativeCurrency.symbol.toUpperCase())
  }
})

test('WP08: the test networks are test networks, and those of the common chains are among them', () => {
  const numbers = Array.from({ length: 12_000_000 }, (_, id) => id).filter(isTestChain)
  expect(numbers.length).toBeGreaterThan(15)
  for (const id of numbers.filter((one) => one !== 31337))
    expect(find(id).every(({ testnet }) => testnet)).toBe(true)
  for (const chainId of Object.keys(EXPLORERS)) {
    const id = Number(chainId.slice(7))
    expect(isTestChain(id)).toBe(find(id).some(({ testnet }) => testnet))
  }
})
