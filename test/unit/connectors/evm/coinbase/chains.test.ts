import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveConfig } from '../../../../../src/client/config.js'
import { orderChains } from '../../../../../src/connectors/evm/coinbase/chains.js'

const order = (chains: string, optionalChains = '') => orderChains(resolveConfig({ chains, optionalChains }))

describe('the chains for the coinbase-style wallet', () => {
  it('begin with Base and Base Sepolia, then the others in their own order (J14)', () => {
    expect(order('eip155:1 eip155:84532 eip155:10 eip155:8453')).toEqual([8453, 84532, 1, 10])
    expect(order('eip155:84532 eip155:1')).toEqual([84532, 1])
    expect(order('eip155:1', 'eip155:8453')).toEqual([8453, 1])
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
