import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { toEvmTypedData } from '../../../src/protocol/evm-typed-data.js'

const data = () => ({
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'amounts', type: 'uint256[]' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Shop',
    version: '1',
    chainId: 1n,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Alice', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    amounts: [1n, 2n ** 200n],
  },
})

describe('EIP-712 data', () => {
  test('is completed without changing its hash', () => {
    const completed = toEvmTypedData(data())
    expect(JSON.parse(JSON.stringify(completed))).toEqual(completed)
    expect(completed.types.EIP712Domain?.map(({ name }) => name)).toEqual([
      'name',
      'version',
      'chainId',
      'verifyingContract',
    ])
    expect(hashTypedData(completed as never)).toBe(hashTypedData(data() as never))
  })

  test('keeps a domain type that the page gives', () => {
    const EIP712Domain = [{ name: 'name', type: 'string' }]
    expect(
      toEvmTypedData({ ...data(), types: { ...data().types, EIP712Domain } }).types.EIP712Domain,
    ).toEqual(EIP712Domain)
  })

  test('may be JSON, and the page’s own object is not changed', () => {
    const message = { ...data().message, amounts: [] }
    const input = { ...data(), domain: { name: 'Shop' }, message }
    const before = structuredClone(input)
    expect(toEvmTypedData(JSON.stringify(input))).toEqual(toEvmTypedData(input))
    expect(input).toEqual(before)
  })

  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic

  test.each([
    [null, 'the whole'],
    ['not json', 'not JSON'],
    ['[]', 'the whole'],
    [{ ...data(), types: undefined }, 'types'],
    [{ ...data(), types: [] }, 'types'],
    [{ ...data(), types: { Mail: 'x' } }, 'types.Mail'],
    [{ ...data(), types: { Mail: [null] } }, 'types.Mail[0]'],
    [{ ...data(), types: { Mail: [{ name: 'x' }] } }, 'types.Mail[0]'],
    [{ ...data(), domain: null }, 'domain'],
    [{ ...data(), message: 'x' }, 'message'],
    [{ ...data(), primaryType: undefined }, 'primaryType'],
    [{ ...data(), primaryType: 'Nobody' }, 'primaryType'],
    [{ ...data(), primaryType: 'constructor' }, 'primaryType'],
    [{ ...data(), message: cyclic }, 'the nesting'],
  ])('with a missing part is refused with its path (case %#)', (input, path) => {
    expect(() => toEvmTypedData(input)).toThrow(
      expect.objectContaining({ code: 'request_invalid', message: expect.stringContaining(path) }),
    )
  })

  test('with a __proto__ key pollutes nothing', () => {
    toEvmTypedData(
      `{"types":{"Mail":[]},"primaryType":"Mail","domain":{},"message":{"__proto__":{"polluted":1}}}`,
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})
