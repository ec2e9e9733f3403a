import { describe, expect, it } from 'vitest'
import { createMessageTypedData, parseIssuedNonce } from '../../../src/protocol/starknet-message.js'
import { parseTypedData, type StarknetTypedData } from '../../../src/protocol/starknet-typed-data.js'
import { ALL_1, CASES, MAIL_0, NESTED_1, TREE_0 } from '../testing/typed-data-cases.js'

const MAIN = 'starknet:SN_MAIN'
type Loose = Record<string, any>

const broken = (typedData: StarknetTypedData, change: (copy: Loose) => void): Loose => {
  const copy = structuredClone(typedData) as Loose
  change(copy)
  return copy
}
/** A copy with another value at a path, such as `types.Mail[0].type`. */
const replaced = (typedData: StarknetTypedData, path: string, value: unknown): Loose =>
  broken(typedData, (copy) => {
    const keys = path.match(/[^.[\]]+/g) ?? []
    keys.slice(0, -1).reduce((at, key) => at[key], copy)[keys.at(-1) ?? ''] = value
  })
const fault = (typedData: unknown, chainId = MAIN): string => {
  try {
    parseTypedData(typedData, chainId)
  } catch (error) {
    expect(error).toMatchObject({ name: 'WalletError' })
    return (error as Error).message
  }
  return 'accepted'
}

describe('typed data of either revision', () => {
  it.each(Object.entries(CASES))('is accepted unchanged: %s', (_name, typedData) => {
    const chainId = typedData === NESTED_1 ? 'starknet:SN_SEPOLIA' : MAIN
    expect(parseTypedData(typedData, chainId)).toEqual(typedData)
  })

  const rows: [string, unknown, string][] = [
    ['missing types', broken(MAIL_0, (d) => delete d.types), 'types is missing'],
    ['missing primaryType', broken(MAIL_0, (d) => delete d.primaryType), 'primaryType'],
    ['an unknown primaryType', replaced(MAIL_0, 'primaryType', 'constructor'), 'primaryType'],
    ['missing domain', broken(MAIL_0, (d) => delete d.domain), 'domain is missing'],
    ['missing message', broken(MAIL_0, (d) => delete d.message), 'message is missing'],
    [
      'an unknown type',
      replaced(MAIL_0, 'types.Mail[0].type', 'Human'),
      'types.Mail[0].type is not a known type',
    ],
    ['a type of Object.prototype', replaced(MAIL_0, 'types.Mail[0].type', 'toString'), 'types.Mail[0].type'],
    ['a list of lists', replaced(TREE_0, 'types.Post[1].type', 'felt**'), 'types.Post[1].type'],
    [
      'a recursive type',
      broken(MAIL_0, (d) => void d.types.Person.push({ name: 'boss', type: 'Person' })),
      'types.Person is recursive',
    ],
    [
      'types that contain each other',
      broken(MAIL_0, (d) => void d.types.Person.push({ name: 'mail', type: 'Mail*' })),
      'is recursive',
    ],
    [
      'a merkle tree without contains',
      broken(TREE_0, (d) => void delete d.types.Post[4].contains),
      'types.Post[4].contains',
    ],
    [
      'a merkle tree of lists',
      replaced(TREE_0, 'types.Post[4].contains', 'Policy*'),
      'types.Post[4].contains',
    ],
    ['an empty merkle tree', replaced(TREE_0, 'message.root', []), 'message.root is empty'],
    [
      'a missing field',
      broken(MAIL_0, (d) => delete d.message.from.wallet),
      'message.from.wallet is missing',
    ],
    ['a field that is null', replaced(MAIL_0, 'message.contents', null), 'message.contents is missing'],
    ['a struct that is a text', replaced(MAIL_0, 'message.to', 'Bob'), 'message.to is not an object'],
    [
      'a text too long for a felt',
      replaced(MAIL_0, 'message.contents', 'a'.repeat(32)),
      'message.contents is not a felt',
    ],
    [
      'a number above the prime',
      replaced(MAIL_0, 'message.contents', `0x${'f'.repeat(64)}`),
      'message.contents',
    ],
    ['a list that is none', replaced(TREE_0, 'message.tags', '1'), 'message.tags is not a list'],
    ['a wrong item of a list', replaced(TREE_0, 'message.tags[2]', {}), 'message.tags[2] is not a felt'],
    [
      'a user type with a built-in name',
      replaced(ALL_1, 'types.u256', []),
      'types.u256 has the name of a built-in type',
    ],
    [
      'a type name with a comma',
      broken(ALL_1, (d) => {
        d.types['A,B'] = []
      }),
      'is not a name of a type',
    ],
    [
      'two fields of one name',
      broken(MAIL_0, (d) => void d.types.Person.push({ name: 'name', type: 'felt' })),
      'is there twice',
    ],
    ['a u128 out of range', replaced(ALL_1, 'message.amount', 2n ** 128n), 'message.amount is not a u128'],
    [
      'an i128 out of range',
      replaced(ALL_1, 'message.delta', -(2n ** 127n) - 1n),
      'message.delta is not a i128',
    ],
    ['a bool that is a text', replaced(ALL_1, 'message.flag', 'true'), 'message.flag is not a bool'],
    ['an unknown variant', replaced(ALL_1, 'message.some', { Other: [] }), 'message.some is not one variant'],
    ['two variants', replaced(ALL_1, 'message.some.None', []), 'message.some is not one variant'],
    [
      'a variant with too few values',
      replaced(ALL_1, 'message.some.Some', ['5']),
      'message.some.Some is not a list of 2',
    ],
    ['a wrong value in a variant', replaced(ALL_1, 'message.some.Some[1][1]', {}), 'message.some.Some[1][1]'],
    [
      'a part of a preset that is missing',
      broken(ALL_1, (d) => delete d.message.token.amount.high),
      'message.token.amount.high is missing',
    ],
    ['revision 2', replaced(ALL_1, 'domain.revision', '2'), 'domain.revision'],
    [
      'the domain type of the other revision',
      broken(ALL_1, (d) => delete d.domain.revision),
      'domain.revision',
    ],
    ['an empty text', replaced(MAIL_0, 'message.contents', ''), 'accepted'],
    ['nothing at all', undefined, 'typed data'],
    ['a text', '{}', 'typed data is not an object'],
  ]
  it.each(rows)('J07: is refused for %s', (_name, typedData, expected) => {
    expect(fault(typedData)).toContain(expected)
  })

  it('J07: is refused when it is hostile, and never loops', () => {
    const circular: Loose = broken(MAIL_0, () => {})
    circular.message.self = circular
    expect(fault(circular)).toContain('is too large')
    expect(
      fault({
        ...MAIL_0,
        get message() {
          throw new Error('no')
        },
      }),
    ).toContain('cannot be read')
    expect(fault({ ...MAIL_0, message: { contents: () => 1 } })).toContain(
      'message.contents is not plain data',
    )
    expect(
      fault(JSON.parse('{"types":{"__proto__":[]},"domain":{},"message":{},"primaryType":"x"}')),
    ).toContain('__proto__')
  })

  it('must name the connected chain', () => {
    expect(fault(broken(MAIL_0, (d) => delete d.domain.chainId))).toContain('domain.chainId is missing')
    expect(fault(broken(MAIL_0, (d) => void d.types.StarkNetDomain.pop()))).toContain(
      'types.StarkNetDomain lacks chainId',
    )
    expect(() => parseTypedData(MAIL_0, 'starknet:SN_SEPOLIA')).toThrow(
      expect.objectContaining({ code: 'chain_mismatch' }),
    )
    // Spelled so that it would have another hash.
    expect(() => parseTypedData(replaced(MAIL_0, 'domain.chainId', 'sn_main'), MAIN)).toThrow(
      expect.objectContaining({ code: 'chain_mismatch' }),
    )
    expect(fault(replaced(MAIL_0, 'domain.chainId', '0x534e5f4d41494e'))).toBe('accepted')
    expect(fault(replaced(MAIL_0, 'domain.chainId', 0x534e5f4d41494en))).toBe('accepted')
    expect(fault(replaced(MAIL_0, 'domain.chainId', '0x1234'), 'starknet:0x1234')).toBe('accepted')
  })

  it('has each value read once, so that we send what we have checked', () => {
    let reads = 0
    const message = {
      ...MAIL_0.message,
      get contents() {
        return reads++ === 0 ? 'Hello, Bob!' : 'Pay Mallory'
      },
    }
    expect(parseTypedData({ ...MAIL_0, message }, MAIN).message.contents).toBe('Hello, Bob!')
  })

  it('carries bigints as text, because some wallets send JSON', () => {
    const typedData = broken(ALL_1, (d) => Object.assign(d.message, { amount: 7n, delta: -7n }))
    expect(JSON.parse(JSON.stringify(parseTypedData(typedData, MAIN))).message).toMatchObject({
      amount: '0x7',
      delta: '-7',
    })
  })
})

describe('the sign-in message of the specification', () => {
  const input = { message: 'nonce4f1c0ffee', domain: 'shop.example', chainId: MAIN }

  it('J08: is typed data of revision 0 with version 0.0.1', () => {
    const typedData = createMessageTypedData(input)
    expect(typedData.domain).toEqual({ name: 'shop.example', chainId: 'SN_MAIN', version: '0.0.1' })
    expect(typedData.message).toEqual({ message: 'nonce4f1c0ffee' })
    expect(fault(typedData)).toBe('accepted')
  })

  it.each(['message', 'domain'])(
    'H19, J08: may have a %s of 31 characters, and is refused with 32, never cut',
    (field) => {
      const long = 'n'.repeat(31)
      const made = createMessageTypedData({ ...input, [field]: long })
      expect([made.message.message, made.domain.name]).toContain(long)
      expect(() => createMessageTypedData({ ...input, [field]: `${long}n` })).toThrow(
        /cannot exceed 31 characters/,
      )
    },
  )

  it('is cut to 31 characters when a server expects the cut', () => {
    const made = createMessageTypedData({
      ...input,
      message: 'm'.repeat(40),
      domain: 'd'.repeat(40),
      truncate: true,
    })
    expect([made.message.message, made.domain.name]).toEqual(['m'.repeat(31), 'd'.repeat(31)])
  })

  it.each(['', '12', '0x0c', '012', '1e3', '-1', ' 12 ', 'tab\there', 'ümlaut', '\n'])(
    'H16: is refused with %j, because the visitor would read something else than is signed',
    (message) => {
      expect(() => createMessageTypedData({ ...input, message })).toThrow(
        expect.objectContaining({ code: 'request_invalid' }),
      )
    },
  )

  it('H18: gets nonce and domain from an object, from its JSON, or from a bare nonce', () => {
    const both = { nonce: 'abc', domain: 'shop.example' }
    expect(parseIssuedNonce(both)).toEqual(both)
    expect(parseIssuedNonce(JSON.stringify({ ...both, __proto__x: 1 }))).toEqual(both)
    expect(parseIssuedNonce('abc')).toEqual({ nonce: 'abc', domain: 'domain' })
    expect(parseIssuedNonce({ nonce: 'abc' })).toEqual({ nonce: 'abc', domain: 'domain' })
    for (const bad of [
      '{"nonce":"a',
      '',
      [],
      ['abc'],
      5,
      null,
      {},
      { nonce: 5 },
      { nonce: 'a', domain: 5 },
    ]) {
      expect(() => parseIssuedNonce(bad)).toThrow(expect.objectContaining({ code: 'request_invalid' }))
    }
  })
})
