import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  chooseStarknetNetwork,
  readEventChain,
  toStarknetNetwork,
} from '../../../src/chains/starknet-networks.js'
import { getStarknetNodes } from '../../../src/chains/starknet-nodes.js'
import { readStarknetChainId, STARKNET_CHAINS } from '../../../src/protocol/caip2.js'

afterEach(() => vi.restoreAllMocks())
const silence = () => vi.spyOn(console, 'warn').mockImplementation(() => {})

describe('the networks of Starknet', () => {
  it.each([
    ['SN_MAIN', 'starknet:SN_MAIN'],
    ['mainnet-alpha', 'starknet:SN_MAIN'],
    ['SN_GOERLI', 'starknet:SN_GOERLI'],
    ['goerli-alpha', 'starknet:SN_GOERLI'],
    ['0x534e5f4d41494e', 'starknet:SN_MAIN'],
    ['0x534E5F4D41494E', 'starknet:SN_MAIN'],
    ['sn_main', 'starknet:SN_MAIN'],
    ['SN_SEPOLIA', 'starknet:SN_SEPOLIA'],
    ['sepolia-alpha', 'starknet:SN_SEPOLIA'],
    ['0x534e5f5345504f4c4941', 'starknet:SN_SEPOLIA'],
    ['SN_OTHER', null],
    ['0x1234', null],
    ['eip155:1', null],
    ['garbage', null],
    [{}, null],
    [1, null],
  ])('B10: an event with %s means %s', (value, chainId) => {
    expect(readEventChain(value)).toBe(chainId)
  })

  it('B10: an event with a chain that the page has named counts too', () => {
    expect(readEventChain('0x1234', ['starknet:0x1234'])).toBe('starknet:0x1234')
  })

  it('are read in every form in which we write them (P7)', () => {
    const known = fc.constantFrom(...(Object.keys(STARKNET_CHAINS) as (keyof typeof STARKNET_CHAINS)[]))
    fc.assert(
      fc.property(known, fc.bigInt(1n, 2n ** 248n - 1n), (name, felt) => {
        for (const form of [
          name,
          STARKNET_CHAINS[name],
          `starknet:${name}`,
          `starknet:${name.replace('_', '')}`,
        ]) {
          expect(readStarknetChainId(form)).toBe(`starknet:${name}`)
        }
        const chainId = readStarknetChainId(felt)
        expect(chainId).toMatch(/^starknet:(?:SN_[A-Z]+|0x[1-9a-f][0-9a-f]*)$/)
        expect(readStarknetChainId(chainId)).toBe(chainId)
      }),
      { numRuns: 300 },
    )
  })

  it('log Unknown chainId for other values, and return null', () => {
    const warn = silence()
    expect(toStarknetNetwork('0x534e5f4d41494e')).toBe('mainnet')
    expect(warn).not.toHaveBeenCalled()
    expect(toStarknetNetwork('0x99')).toBe(null)
    expect(toStarknetNetwork('constructor')).toBe(null)
    expect(warn.mock.calls.map(([text]) => text)).toEqual(['Unknown chainId', 'Unknown chainId'])
  })
})

describe('the network of a web wallet’s host', () => {
  it.each([
    ['http://localhost:3000', 'sepolia'],
    ['http://127.0.0.1:8080', 'sepolia'],
    ['http://[::1]:8080', 'sepolia'],
    ['http://0.0.0.0:8080', 'sepolia'],
    ['https://web.hydrogen.argent47.net', 'sepolia'],
    ['https://staging-web.argent.xyz', 'mainnet'],
    ['https://web.argent.xyz', 'mainnet'],
    ['https://web.ready.co', 'mainnet'],
    ['https://sepolia-web.argent.xyz', 'sepolia'],
    ['https://sepolia-web.ready.co', 'sepolia'],
    ['https://shop.example', 'mainnet'],
    ['https://shop.example/localhost/?host=hydrogen#sepolia', 'mainnet'],
    ['https://localhost@shop.example/', 'mainnet'],
  ])('J16: %s is on %s', (url, network) => {
    expect(chooseStarknetNetwork(url)).toBe(network)
  })

  it('J16: is mainnet when the URL cannot be read, with one warning', async () => {
    // Another file of tests may have had the warning of the module that is loaded.
    vi.resetModules()
    const { chooseStarknetNetwork: choose } = await import('../../../src/chains/starknet-networks.js')
    const warn = silence()
    expect([choose('not a url'), choose('')]).toEqual(['mainnet', 'mainnet'])
    expect(warn).toHaveBeenCalledTimes(1)
  })
})

describe('the nodes of a Starknet chain', () => {
  it('are two public nodes, and each provider comes first for half of the visitors', () => {
    for (const chainId of ['starknet:SN_MAIN', 'starknet:SN_SEPOLIA'] as const) {
      const [first, second] = [
        getStarknetNodes(chainId, [], () => 0),
        getStarknetNodes(chainId, [], () => 0.99),
      ]
      expect(first).toHaveLength(2)
      expect(second).toEqual([...first].reverse())
      for (const url of first) expect(url).toMatch(/^https:/)
    }
    expect(getStarknetNodes('starknet:SN_MAIN', [])).not.toEqual(getStarknetNodes('starknet:SN_SEPOLIA', []))
  })

  it('are none for Goerli, which was shut down', () => {
    expect(getStarknetNodes('starknet:SN_GOERLI', [])).toEqual([])
  })

  it('are only the page’s own if it names any, private nodes first', () => {
    const networks = [
      {
        chainId: '0x534e5f4d41494e',
        rpcUrls: ['https://public.example'],
        privateCustomerRpcUrls: ['https://private.example'],
      },
      { chainId: 'starknet:SN_SEPOLIA', rpcUrls: [] },
    ]
    expect(getStarknetNodes('starknet:SN_MAIN', networks)).toEqual([
      'https://private.example',
      'https://public.example',
    ])
    expect(getStarknetNodes('starknet:SN_SEPOLIA', networks)).toHaveLength(2)
  })
})
