import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  namespaceOf,
  parseChainId,
  readChainId,
  readEvmChainId,
  readStarknetChainId,
} from '../../../src/protocol/caip2.js'
import { toEvmHex } from '../../../src/protocol/evm-hex.js'

describe('the id of an EVM chain', () => {
  it.each([
    [1, 'eip155:1'],
    [1n, 'eip155:1'],
    ['1', 'eip155:1'],
    ['0x1', 'eip155:1'],
    ['0x01', 'eip155:1'],
    ['0X7A69', 'eip155:31337'],
    ['eip155:1', 'eip155:1'],
    ['eip155:0x1', 'eip155:1'],
    [Number.MAX_SAFE_INTEGER, `eip155:${Number.MAX_SAFE_INTEGER}`],
  ])('is read from %s (A15)', (value, chainId) => {
    expect(readEvmChainId(value)).toBe(chainId)
  })

  it.each([
    '0x',
    'zz',
    '',
    ' 1',
    '1 ',
    '1e3',
    '1.0',
    '-1',
    '+1',
    '0',
    '0x0',
    'eip155:',
    'starknet:SN_MAIN',
    '0xffffffffffffffffffff',
    0,
    -1,
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    2n ** 53n,
    -1n,
    null,
    undefined,
    {},
    [],
    [1],
    true,
    () => 1,
    { toString: () => '1' },
  ])('is not read from %s (A15, A17)', (value) => {
    expect(readEvmChainId(value)).toBe(null)
  })

  it('survives conversion to hex and back, without leading zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (number) => {
        const hex = toEvmHex(`eip155:${number}`)
        expect(hex).toMatch(/^0x[1-9a-f][0-9a-f]*$/)
        for (const spelling of [
          number,
          String(number),
          hex,
          hex.toUpperCase().replace('X', 'x'),
          `eip155:${number}`,
        ])
          expect(readEvmChainId(spelling)).toBe(`eip155:${number}`)
      }),
    )
  })

  it('is always null or a positive safe integer', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (value) => {
        const chainId = readEvmChainId(value)
        if (chainId !== null) expect(Number.isSafeInteger(Number(chainId.slice(7)))).toBe(true)
      }),
    )
  })
})

describe('the id of a chain in either namespace', () => {
  it('tells the namespaces apart', () => {
    expect(readChainId('0x1')).toBe('eip155:1')
    expect(readChainId('SN_MAIN')).toBe('starknet:SN_MAIN')
    // As starknet.js and Starknet wallets write it.
    expect(readChainId('0x534e5f4d41494e')).toBe('starknet:SN_MAIN')
    expect(readChainId(0x534e5f5345504f4c4941n)).toBe('starknet:SN_SEPOLIA')
    expect(readChainId('0x534e5f4d41494f')).toBe(null)
    expect(readChainId('starknet:0x534e5f4d41494e')).toBe('starknet:SN_MAIN')
    expect(readStarknetChainId('0x534e5f4d41494e')).toBe('starknet:SN_MAIN')
    expect(namespaceOf('starknet:SN_MAIN')).toBe('starknet')
    expect(namespaceOf('eip155:1')).toBe('eip155')
  })

  it('is refused in the error’s words when it is invalid', () => {
    expect(() => parseChainId('nowhere!')).toThrow('Not a chain id: nowhere!')
    expect(() => parseChainId(undefined)).toThrow('Not a chain id: undefined')
  })
})
