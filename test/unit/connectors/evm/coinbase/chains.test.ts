import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../../../../../src/client/config.js'
import { orderChains } from '../../../../../src/connectors/evm/coinbase/chains.js'
import { chooseNodes } from '../../../../../src/connectors/evm/coinbase/choose-nodes.js'

const order = (chains: string, optionalChains = '') => orderChains(resolveConfig({ chains, optionalChains }))

describe('the chains for the coinbase-style wallet', () => {
  it('begin with Base and Base Sepolia, then the others in their own order (J14)', () => {
    expect(order('eip155:1 eip155:84532 eip155:10 eip155:8453')).toEqual([8453, 84532, 1, 10])
    expect(order('eip155:84532 eip155:1')).toEqual([84532, 1])
    expect(order('eip155:1', 'eip155:8453')).toEqual([8453, 1])
  })

  it('WP08: begin with a test network where the page’s own first chain is one', () => {
    expect(order('eip155:84532 eip155:8453')).toEqual([84532, 8453])
    expect(order('eip155:84532 eip155:1 eip155:8453')).toEqual([84532, 8453, 1])
    expect(order('eip155:11155111 eip155:8453 eip155:84532')).toEqual([84532, 8453, 11155111])
    expect(order('eip155:11155111 eip155:8453')).toEqual([11155111, 8453])
    expect(order('eip155:421614 eip155:11155111', 'eip155:8453')).toEqual([421614, 8453, 11155111])
    expect(order('eip155:11155111 eip155:80002')).toEqual([11155111, 80002])
  })

  it('are only the page’s EVM chains, each once, without the excluded chain (J14)', () => {
    expect(order('eip155:10 eip155:1')).toEqual([10, 1])
    expect(order('eip155:1 eip155:0x1 starknet:SN_MAIN 1', 'eip155:1')).toEqual([1])
    expect(order('eip155:11297108109 eip155:1')).toEqual([1])
  })

  it('fail with the specified text when the page names none (J14)', () => {
    for (const [chains, optional] of [
      ['', ''],
      ['eip155:11297108109', ''],
      ['nonsense!', ' '],
    ]) {
      expect(() => order(chains as string, optional)).toThrow(
        'No chains specified in either `chains` or `optionalChains`',
      )
    }
  })

  it('are all of the page’s chains and no others, in any order', () => {
    const id = fc.oneof(fc.constantFrom(8453, 84532, 1, 10), fc.integer({ min: 1, max: 1_000_000 }))
    fc.assert(
      fc.property(fc.array(id, { minLength: 1 }), (ids) => {
        const ordered = order(ids.map((one) => `eip155:${one}`).join(' '))
        expect([...ordered].sort()).toEqual([...new Set(ids)].sort())
        const rest = [...new Set(ids)].filter((one) => one !== 8453 && one !== 84532)
        expect(ordered.slice(ordered.length - rest.length)).toEqual(rest)
      }),
    )
  })
})

describe('the nodes that answer for the coinbase-style wallet', () => {
  const config = resolveConfig({
    chains: 'eip155:8453',
    networks: [{ chainId: 'eip155:8453', name: 'Base', rpcUrls: ['https://own.example'] }],
  })
  const rpcUrl = 'https://wallets.example'

  it.each([
    ['its wallet’s chain is the page’s', { id: 8453, rpcUrl }, 'eth_call', ['https://own.example']],
    ['only the wallet knows the chain', { id: 777, rpcUrl }, 'eth_call', [rpcUrl]],
    ['nobody knows the chain', { id: 777 }, 'eth_call', []],
    ['the wallet must answer', { id: 8453, rpcUrl }, 'personal_sign', null],
    ['the app on a phone answers', undefined, 'eth_call', null],
  ])('when %s', (_, chain, method, nodes) => {
    const signer = { request: async () => null, ...(chain && { chain }) }
    expect(chooseNodes(signer, method, config)).toEqual(nodes)
  })
})
