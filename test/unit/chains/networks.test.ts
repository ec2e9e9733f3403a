import { describe, expect, it } from 'vitest'
import { findNetwork, nameChain } from '../../../src/chains/networks.js'

describe('a network', () => {
  it.each([
    ['eip155:1', 'Ethereum'],
    ['eip155:8453', 'Base'],
    ['eip155:84532', 'Base Sepolia'],
    ['eip155:137', 'Polygon'],
    ['starknet:SN_MAIN', 'Starknet'],
    ['starknet:SN_SEPOLIA', 'Starknet Sepolia'],
    ['eip155:123456789', 'Chain 123456789'],
    ['starknet:0x1234', 'Chain 0x1234'],
  ])('with the id %s is called %s (U29)', (chainId, name) => {
    expect(nameChain(chainId)).toBe(name)
  })

  it('has the page’s own name first, however the page spells the chain', () => {
    const networks = [{ chainId: '0x1', name: 'Mainnet', rpcUrls: ['https://node.example'] }]
    expect(nameChain('eip155:1', networks)).toBe('Mainnet')
    expect(findNetwork('eip155:1', networks)).toEqual({
      chainId: 'eip155:1',
      name: 'Mainnet',
      rpcUrls: ['https://node.example'],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    })
  })

  it('has the currency of its chain, and the page’s own currency first', () => {
    expect(findNetwork('eip155:137', [])?.nativeCurrency?.symbol).toBe('POL')
    const tea = { name: 'Tea', symbol: 'TEA', decimals: 6 }
    expect(findNetwork('eip155:137', [{ chainId: 137, nativeCurrency: tea }])?.nativeCurrency).toEqual(tea)
    expect(findNetwork('eip155:5555', [])).toBe(null)
    expect(findNetwork('eip155:5555', [{ chainId: 5555 }])).toMatchObject({ name: 'Chain 5555' })
  })

  it('gives private node addresses to nobody', () => {
    const networks = [{ chainId: 1, privateCustomerRpcUrls: ['https://secret.example'] }]
    expect(JSON.stringify(findNetwork('eip155:1', networks))).not.toContain('secret')
  })
})
