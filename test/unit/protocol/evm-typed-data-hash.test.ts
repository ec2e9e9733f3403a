import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { toEvmTypedData } from '../../../src/protocol/evm-typed-data.js'
import { hashEvmTypedData } from '../../../src/protocol/evm-typed-data-hash.js'
import type { EvmTypedData } from '../../../src/protocol/evm-typed-data-shape.js'

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((all) => `0x${Buffer.from(all).toString('hex')}`)

/** A type that is neither struct nor list, with a value. */
const atom: fc.Arbitrary<[string, unknown]> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((value): [string, unknown] => ['string', value]),
  fc
    .uint8Array({ maxLength: 70 })
    .map((all): [string, unknown] => ['bytes', `0x${Buffer.from(all).toString('hex')}`]),
  fc.boolean().map((value): [string, unknown] => ['bool', value]),
  hex(20).map((value): [string, unknown] => ['address', value]),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => hex(size).map((value): [string, unknown] => [`bytes${size}`, value])),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) =>
      fc
        .bigInt({ min: 0n, max: 2n ** BigInt(size * 8) - 1n })
        .map((value): [string, unknown] => [`uint${size * 8}`, value]),
    ),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) =>
      fc
        .bigInt({ min: -(2n ** BigInt(size * 8 - 1)), max: 2n ** BigInt(size * 8 - 1) - 1n })
        .map((value): [string, unknown] => [`int${size * 8}`, value]),
    ),
)

/** Data with a struct in a list in a struct. */
const data = fc
  .record({
    leaf: fc.array(atom, { minLength: 1, maxLength: 4 }),
    top: fc.array(atom, { maxLength: 3 }),
    count: fc.nat(3),
    fixed: fc.boolean(),
    chainId: fc.nat(),
  })
  .map(({ leaf, top, count, fixed, chainId }) => {
    const fieldsOf = (list: [string, unknown][]) => list.map(([type], index) => ({ name: `f${index}`, type }))
    const readValue = (list: [string, unknown][]) =>
      Object.fromEntries(list.map(([, value], index) => [`f${index}`, value]))
    return {
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Zebra: fieldsOf(leaf),
        Ant: [
          { name: 'zebras', type: fixed ? `Zebra[${count}]` : 'Zebra[]' },
          { name: 'grid', type: 'uint8[][2]' },
        ],
        Top: [...fieldsOf(top), { name: 'ant', type: 'Ant' }],
      },
      primaryType: 'Top',
      domain: { name: 'Shop', chainId },
      message: {
        ...readValue(top),
        ant: { zebras: Array.from({ length: count }, () => readValue(leaf)), grid: [[1, 2n], ['0x3']] },
      },
    }
  })

describe('the hash of EIP-712 data', () => {
  it('equals the hash of viem and ethers, for data of every shape', () => {
    fc.assert(
      fc.property(data, (one) => {
        const hash = hashEvmTypedData(toEvmTypedData(one))
        const { EIP712Domain: _, ...types } = one.types
        expect(hash).toBe(hashTypedData(one as never))
        expect(hash).toBe(TypedDataEncoder.hash(one.domain, types, one.message))
      }),
      { numRuns: 100 },
    )
  })

  it('accepts what a page leaves out: the domain’s type, and the end of a type that contains itself', () => {
    const list = {
      types: {
        Link: [
          { name: 'value', type: 'uint256' },
          { name: 'next', type: 'Link' },
        ],
      },
      primaryType: 'Link',
      domain: { name: 'Shop' },
      message: { value: 1, next: { value: 2, next: null } },
    }
    expect(hashEvmTypedData(toEvmTypedData(list))).toMatch(/^0x[0-9a-f]{64}$/)
    expect(hashEvmTypedData(toEvmTypedData(list))).not.toBe(
      hashEvmTypedData(toEvmTypedData({ ...list, message: { value: 1, next: null } })),
    )
  })

  it.each([
    ['uint8', 256, 'message.x'],
    ['uint8', -1, 'message.x'],
    ['int8', 128, 'message.x'],
    ['uint256', 1.5, 'message.x'],
    ['uint256', '1e3', 'message.x'],
    ['uint256', ' 12', 'message.x'],
    ['uint7', 1, 'the type uint7'],
    ['uint264', 1, 'the type uint264'],
    ['float', 1, 'the type float'],
    ['bytes33', '0x', 'the type bytes33'],
    ['bytes4', '0x0102', 'message.x'],
    ['bytes', '0x012', 'message.x'],
    ['bytes', 'hello', 'message.x'],
    ['address', '0x12', 'message.x'],
    ['bool', 'true', 'message.x'],
    ['string', 7, 'message.x'],
    ['string[2]', ['a'], 'message.x'],
    ['string[]', 'a', 'message.x'],
    ['string[]', ['a', 2], 'message.x[1]'],
    ['Shop', 'tea', 'message.x'],
  ])('is refused for %s %j, with the path', (type, x, path) => {
    const types = { EIP712Domain: [], Top: [{ name: 'x', type }], Shop: [] }
    const one: EvmTypedData = { types, primaryType: 'Top', domain: {}, message: { x } }
    expect(() => hashEvmTypedData(one)).toThrow(
      expect.objectContaining({
        code: 'request_invalid',
        message: `Typed data: ${path} is missing or not valid`,
      }),
    )
  })
})
