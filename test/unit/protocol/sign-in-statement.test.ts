import fc from 'fast-check'
import { typedData as oracle } from 'starknet'
import { describe, expect, it } from 'vitest'
import { createStarknetSignInRevision1, parseStarknetSignIn } from '../../../src/protocol/sign-in-starknet.js'
import { checkStatement, isSignInStatement } from '../../../src/protocol/sign-in-statement.js'
import { isStatement } from '../../../src/protocol/siwe/grammar.js'
import { parseIssuedNonce } from '../../../src/protocol/starknet-message.js'
import { parseTypedData } from '../../../src/protocol/starknet-typed-data.js'
import { createScriptedAccount } from '../../../src/testing/starknet/account.js'
import { toHex } from '../../../src/testing/starknet/hash.js'
import { hashTypedData } from '../../../src/testing/starknet/typed-data-hash.js'

const TERMS = 'I accept the Terms of Service: https://shop.example/terms (v2, 2026-01)'

describe('a statement (EW50)', () => {
  it.each([TERMS, 'a', ' ', 'a'.repeat(500)])('can be %j', (statement) => {
    expect(isSignInStatement(statement)).toBe(true)
    expect(() => checkStatement(statement)).not.toThrow()
  })

  it.each([
    'two\nlines',
    'two\r\nlines',
    'two\rlines',
    'at the end\n',
    'a\ttab',
    'a\u2028separator',
    'a\0NUL',
    'Grüße',
    '\u212aelvin',
    '“quoted”',
    'a'.repeat(501),
    '100%',
    'say "yes"',
  ])('cannot be %j', (statement) => {
    expect(isSignInStatement(statement)).toBe(false)
    expect(() => checkStatement(statement)).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })

  it('may be absent or empty, which is none', () => {
    for (const none of [undefined, '']) expect(() => checkStatement(none)).not.toThrow()
    for (const none of [undefined, null, '', 5, ['a']]) expect(isSignInStatement(none)).toBe(false)
  })

  it('has the characters that EIP-4361 allows, each of them and no other', () => {
    const all = Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code))
    expect(all.filter(isSignInStatement)).toEqual(all.filter(isStatement))
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }), (text) => {
        expect(isSignInStatement(text)).toBe(isStatement(text))
      }),
    )
  })
})

describe('the answer to the request for a nonce', () => {
  const issued = { nonce: 'nServerNonce1234567890ab', domain: 'shop.example' }

  it('may have a statement', () => {
    expect(parseIssuedNonce({ ...issued, statement: TERMS })).toEqual({ ...issued, statement: TERMS })
    expect(parseIssuedNonce(JSON.stringify({ ...issued, statement: TERMS })).statement).toBe(TERMS)
  })

  it('has none where it is empty, and is refused where it is no text', () => {
    expect(parseIssuedNonce({ ...issued, statement: '' })).toEqual(issued)
    for (const statement of [5, null, [TERMS]])
      expect(() => parseIssuedNonce({ ...issued, statement })).toThrow(
        expect.objectContaining({ code: 'request_invalid' }),
      )
  })
})

describe('the long message of Starknet with a statement (EW50)', () => {
  const account = createScriptedAccount('0x1a2b3c4d5e6f7081')
  const fields = {
    host: 'shop.example',
    address: account.address,
    nonce: 'nServerNonce1234567890ab',
    chainId: 'starknet:SN_MAIN',
    issuedAt: 1_800_000_000,
    expiresAt: 1_800_000_600,
  }
  const names = (data: { types: Readonly<Record<string, readonly { name: string }[]>> }) =>
    data.types.SignIn?.map(({ name }) => name)
  const codeOf = (call: () => unknown) => {
    try {
      call()
    } catch (error) {
      return (error as { code: string }).code
    }
    return 'none'
  }

  it('has a member for it only when there is one', () => {
    const [without, with_] = [
      createStarknetSignInRevision1(fields),
      createStarknetSignInRevision1({ ...fields, statement: TERMS }),
    ]
    expect(names(without)).toEqual(['host', 'address', 'nonce', 'issuedAt', 'expiresAt'])
    expect(Object.keys(without.message)).toEqual(names(without))
    expect(names(with_)).toEqual(['host', 'address', 'statement', 'nonce', 'issuedAt', 'expiresAt'])
    expect(with_.types.SignIn?.[2]).toEqual({ name: 'statement', type: 'string' })
    expect(with_.message).toEqual({ ...without.message, statement: TERMS })
    expect(parseStarknetSignIn(without)).not.toHaveProperty('statement')
    expect(parseStarknetSignIn(with_)).toEqual({ ...parseStarknetSignIn(without), statement: TERMS })
  })

  it.each([TERMS, 'a', 'a'.repeat(31), 'a'.repeat(62), 'a'.repeat(500), '12345'])(
    'is hashed by our wallets as by starknet.js: %j',
    (statement) => {
      const data = createStarknetSignInRevision1({ ...fields, statement })
      const hash = hashTypedData(parseTypedData(data, fields.chainId), account.address)
      expect(toHex(hash)).toBe(oracle.getMessageHash(data as never, account.address))
    },
  )

  it.each(['', 'two\nlines', 'Grüße', 'a'.repeat(501)])('refuses the statement %j', (statement) => {
    expect(codeOf(() => createStarknetSignInRevision1({ ...fields, statement }))).toBe('message_invalid')
    const data = structuredClone(createStarknetSignInRevision1({ ...fields, statement: TERMS }))
    data.message.statement = statement
    expect(codeOf(() => parseStarknetSignIn(data))).toBe('message_invalid')
  })

  it('is refused where types and message do not agree on it, or it is no text', () => {
    const data = createStarknetSignInRevision1({ ...fields, statement: TERMS })
    const { types } = createStarknetSignInRevision1(fields)
    const { statement: _, ...silent } = data.message
    for (const wrong of [
      { ...data, types },
      { ...data, message: silent },
      { ...data, message: { ...data.message, statement: 5 } },
      { ...data, message: { ...data.message, statement: [TERMS] } },
    ])
      expect(codeOf(() => parseStarknetSignIn(wrong))).toBe('message_invalid')
  })
})
