import { TypedDataEncoder } from 'ethers'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { toEvmTypedData } from '../../../src/protocol/evm-typed-data.js'
import { hashEvmTypedData } from '../../../src/protocol/evm-typed-data-hash.js'

const field = (name: string, type: string) => ({ name, type })

/** Typed data of one struct; a case changes only `message`. */
const mail = (types: Record<string, unknown>, message: unknown, domain: unknown = { name: 'Shop' }) => ({
  types,
  primaryType: 'Mail',
  domain,
  message,
})

const refused = (path: string) =>
  expect.objectContaining({
    code: 'request_invalid',
    message: `Typed data: ${path} is missing or not valid`,
  })

describe('EIP-712 data that wallets would sign as something else is refused (Y03)', () => {
  test.each([
    'Person',
    'float',
    'uint7',
    'uint264',
    'int0',
    'bytes33',
    'bytes0',
    'bytes01',
    'uint08',
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    'constructor[]',
    'Person[2][]',
    'string[',
    'string[-1]',
    'string[x]',
    '[]',
    '',
    ' string',
    'string ',
    'Mail,string',
  ])('for the unknown type “%s”', (type) => {
    const types = { Mail: [field('a', 'string'), field('x', type)] }
    expect(() => toEvmTypedData(mail(types, { a: 'a', x: {} }))).toThrow(refused('types.Mail[1].type'))
  })

  test('for an unknown type that nothing refers to, and in the domain', () => {
    const Mail = [field('a', 'string')]
    const unused = { Mail, Unused: [field('x', 'toString')] }
    expect(() => toEvmTypedData(mail(unused, { a: '' }))).toThrow(refused('types.Unused[0].type'))
    const domain = { Mail, EIP712Domain: [field('name', 'String')] }
    expect(() => toEvmTypedData(mail(domain, { a: '' }))).toThrow(refused('types.EIP712Domain[0].type'))
  })

  test('for a field that occurs twice', () => {
    const twice = [field('a', 'string'), field('b', 'bool'), field('a', 'address')]
    expect(() => toEvmTypedData(mail({ Mail: twice }, { a: '', b: true }))).toThrow(
      refused('types.Mail[2].name'),
    )
    const domain = { Mail: [], EIP712Domain: [field('name', 'string'), field('name', 'string')] }
    expect(() => toEvmTypedData(mail(domain, {}))).toThrow(refused('types.EIP712Domain[1].name'))
  })

  test.each([
    'uint256',
    'string',
    'bytes32',
    'bool',
    'address',
    '__proto__',
    '',
    'Mail[]',
    'A(',
    'A,B',
    'A B',
  ])('for a struct called “%s”', (name) => {
    const types = JSON.parse(JSON.stringify({ Mail: [] }).replace('}', `,${JSON.stringify(name)}:[]}`))
    expect(() => toEvmTypedData(mail(types, {}))).toThrow(refused(`types.${name}`))
  })

  test.each(['', 'a,address b', 'a)', 'a('])('for a field called “%s”', (name) => {
    expect(() => toEvmTypedData(mail({ Mail: [field(name, 'string')] }, { [name]: 'a' }))).toThrow(
      refused('types.Mail[0].name'),
    )
  })

  const person = { Person: [field('name', 'string'), field('toString', 'address')] }
  const types = {
    Mail: [field('from', 'Person'), field('all', 'Person[]'), field('constructor', 'bool')],
    ...person,
  }
  const one = { name: 'A', toString: `0x${'11'.repeat(20)}` }
  const whole = { from: one, all: [one], constructor: true }

  test('for a missing field, at any depth, even when every object inherits such a field', () => {
    const { from: _, ...without } = whole
    expect(() => toEvmTypedData(mail(types, without))).toThrow(refused('message.from'))
    expect(() => toEvmTypedData(mail(types, { ...whole, from: null }))).toThrow(refused('message.from'))
    expect(() => toEvmTypedData(mail(types, { from: one, all: [] }))).toThrow(refused('message.constructor'))
    expect(() => toEvmTypedData(mail(types, { ...whole, from: { name: 'A' } }))).toThrow(
      refused('message.from.toString'),
    )
    expect(() => toEvmTypedData(mail(types, { ...whole, all: [one, { toString: one.toString }] }))).toThrow(
      refused('message.all[1].name'),
    )
    const EIP712Domain = [field('name', 'string'), field('salt', 'bytes32')]
    expect(() => toEvmTypedData(mail({ ...types, EIP712Domain }, whole))).toThrow(refused('domain.salt'))
  })

  test.each([
    ['uint8', 256],
    ['uint256', 2 ** 60],
    ['uint256', '1e3'],
    ['int8', -129],
    ['bytes4', '0x0102'],
    ['bytes', 'hello'],
    ['address', '0x12'],
    ['bool', 'true'],
    ['string', 7],
    ['string[2]', ['a']],
    ['string[]', { length: 0 }],
    ['Mail', []],
    ['Mail', 'text'],
  ])('for a value that is no %s: %j', (type, x) => {
    expect(() => toEvmTypedData(mail({ Mail: [field('x', type)] }, { x }))).toThrow(refused('message.x'))
  })

  test('for a domain with values that do not fit their types', () => {
    for (const [name, value] of Object.entries({
      name: 1,
      chainId: 'eip155:1',
      verifyingContract: '0x',
      salt: '0x00',
    }))
      expect(() => toEvmTypedData(mail({ Mail: [] }, {}, { [name]: value }))).toThrow(
        refused(`domain.${name}`),
      )
  })

  test('for more values than can be signed, however they arise', () => {
    let many: unknown = 1
    for (let depth = 0; depth < 40; depth++) many = [many, many]
    expect(() => toEvmTypedData(mail({ Mail: [] }, { many }))).toThrow(refused('the number of values'))
  })

  test('for a function that JSON would call instead of the checked value', () => {
    const message = { ...whole, toJSON: () => ({ ...whole, constructor: false }) }
    expect(JSON.parse(JSON.stringify(toEvmTypedData(mail(types, message)))).message).toEqual(whole)
  })

  test('but not for structs with names that every object has, which are hashed as ethers hashes them', () => {
    const odd = {
      constructor: [field('valueOf', 'uint8')],
      toString: [field('constructor', 'constructor'), field('hasOwnProperty', 'constructor[]')],
      Mail: [field('x', 'toString')],
    }
    const message = { x: { constructor: { valueOf: 1 }, hasOwnProperty: [{ valueOf: 2 }] } }
    const hash = hashEvmTypedData(toEvmTypedData(mail(odd, message)))
    expect(hash).toBe(TypedDataEncoder.hash({ name: 'Shop' }, odd, message))
  })

  test('but not for what is in use: a colon in a name, a type that contains itself', () => {
    const named = {
      types: { 'Desk:Send': [field('desk name', 'string'), field('amount', 'uint')] },
      primaryType: 'Desk:Send',
      domain: { name: 'Shop', chainId: '0x1' },
      message: { 'desk name': 'a', amount: '0xff', more: 'is left to the wallet' },
    }
    expect(toEvmTypedData(named).message).toEqual(named.message)
    const chain = { Mail: [field('next', 'Link')], Link: [field('other', 'Link[]'), field('mail', 'Mail')] }
    for (const next of [null, undefined, { other: [null], mail: { next: null } }])
      expect(hashEvmTypedData(toEvmTypedData(mail(chain, { next })))).toMatch(/^0x/)
    const plain = mail(types, whole)
    expect(hashEvmTypedData(toEvmTypedData(plain))).toBe(hashTypedData(plain as never))
  })
})
