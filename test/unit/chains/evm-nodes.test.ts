import { describe, expect, it } from 'vitest'
import { getEvmNodes, toDefaultEvmNode } from '../../../src/chains/evm-nodes.js'

describe('the nodes of an EVM chain', () => {
  it('are the default node when the page names none, with chain and project id in the query', () => {
    expect(toDefaultEvmNode('eip155:137', 'abc')).toBe(
      'https://rpc.walletconnect.org/v1/?chainId=eip155:137&projectId=abc',
    )
    expect(getEvmNodes('eip155:137', [], 'abc')).toEqual([toDefaultEvmNode('eip155:137', 'abc')])
    expect(getEvmNodes('eip155:137', [])).toEqual([])
  })

  it('cannot be redirected by a project id', () => {
    const url = new URL(toDefaultEvmNode('eip155:1', 'a&chainId=eip155:2#'))
    expect([url.searchParams.getAll('chainId'), url.hash]).toEqual([['eip155:1'], ''])
  })

  it.each([1, '1', '0x1', 'eip155:1'])(
    'are the page’s own for the spelling %s, private nodes first',
    (chainId) => {
      const network = {
        chainId,
        rpcUrls: ['https://public.example', 'https://private.example'],
        privateCustomerRpcUrls: ['https://private.example'],
      }
      expect(getEvmNodes('eip155:1', [network], 'abc')).toEqual([
        'https://private.example',
        'https://public.example',
      ])
      expect(getEvmNodes('eip155:2', [network])).toEqual([])
    },
  )
})
