import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  formatSignInMessage,
  MAX_MESSAGE,
  parseSignInMessage,
  type SignInMessage,
} from '../../../../src/protocol/siwe/message.js'
import { signInMessage } from './arbitrary.js'
import { ACCEPTED, ADDRESS, compose, REFUSED } from './cases.js'

const codeOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'accepted'
}

describe('a message of the grammar is read and printed again byte for byte', () => {
  it.each(ACCEPTED)('with %s', (_, parts) => {
    const text = compose(parts)
    expect(formatSignInMessage(parseSignInMessage(text))).toBe(text)
  })

  it('P11: with anything that the grammar can create', () => {
    fc.assert(
      fc.property(signInMessage, (fields) => {
        const text = formatSignInMessage(fields)
        const parsed = parseSignInMessage(text)
        expect(parsed).toEqual(fields)
        expect(formatSignInMessage(parsed)).toBe(text)
      }),
      { numRuns: 400 },
    )
  })
})

describe('H21: a message outside the grammar is refused', () => {
  it.each(REFUSED)('for %s', (_, text) => {
    expect(codeOf(() => parseSignInMessage(text))).toBe('message_invalid')
  })

  it.each([undefined, null, 1, {}, [], ['a'], new String(compose())])('when it is no text: %s', (value) => {
    expect(codeOf(() => parseSignInMessage(value))).toBe('message_invalid')
  })

  it('P11: or read as something else when one character changes', () => {
    fc.assert(
      fc.property(
        signInMessage,
        fc.nat(),
        fc.constantFrom('insert', 'delete', 'replace'),
        fc.oneof(
          fc.constantFrom('\n', ' ', '\r', '"', '%', '-', ':', '0', 'a', 'ä', '\0'),
          fc.string({ minLength: 1, maxLength: 1 }),
        ),
        (fields, at, change, character) => {
          const text = formatSignInMessage(fields)
          const index = at % text.length
          const changed =
            text.slice(0, index) +
            (change === 'delete' ? '' : character) +
            text.slice(change === 'insert' ? index : index + 1)
          fc.pre(changed !== text)
          let read: SignInMessage
          try {
            read = parseSignInMessage(changed)
          } catch (error) {
            expect((error as { code: string }).code).toMatch(/^message_(?:invalid|too_long)$/)
            return
          }
          expect(read).not.toEqual(fields)
          expect(formatSignInMessage(read)).toBe(changed)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('P11: when a part has a forbidden character', () => {
    const broken = fc.constantFrom(
      '\n',
      '\r',
      '\t',
      '\0',
      '"',
      '<',
      '>',
      '\\',
      '^',
      '`',
      '{',
      '|',
      '}',
      'é',
      '\u2028',
      '\u202e',
    )
    const field = fc.constantFrom(
      'scheme',
      'domain',
      'address',
      'statement',
      'uri',
      'nonce',
      'issuedAt',
      'expirationTime',
      'notBefore',
      'requestId',
    )
    fc.assert(
      fc.property(signInMessage, field, broken, fc.nat(), (fields, name, character, at) => {
        const value = String((fields as unknown as Record<string, unknown>)[name] ?? '')
        const index = at % (value.length + 1)
        const changed = { ...fields, [name]: value.slice(0, index) + character + value.slice(index) }
        expect(codeOf(() => formatSignInMessage(changed as SignInMessage))).toBe('message_invalid')
      }),
      { numRuns: 300 },
    )
  })
})

describe('an address in one case, which EIP-4361 allows (W11)', () => {
  it.each([
    ['small letters', ADDRESS.toLowerCase()],
    ['capitals', `0x${ADDRESS.slice(2).toUpperCase()}`],
  ])('is read unchanged and printed again: %s', (_, address) => {
    const text = compose({ address })
    expect(parseSignInMessage(text).address).toBe(address)
    expect(formatSignInMessage(parseSignInMessage(text))).toBe(text)
  })
})

describe('fields that cannot become a message', () => {
  const fields = parseSignInMessage(compose())

  it.each(['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'] as const)(
    'are refused without %s',
    (name) => {
      const { [name]: _, ...rest } = fields
      expect(codeOf(() => formatSignInMessage(rest as SignInMessage))).toBe('message_invalid')
    },
  )

  it.each([
    ['a request id that forges resources', { requestId: 'r\nResources:\n- https://evil.example' }],
    ['a statement that forges the rest', { statement: `hello\n\nURI: https://evil.example\nVersion: 1` }],
    ['a nonce that forges the date', { nonce: 'abcdefgh\nIssued At: 2026-11-20T10:00:00Z' }],
    ['a resource that forges another', { resources: ['a:b\n- c:d'] }],
    ['an expiration that forges a request id', { expirationTime: '2026-11-20T11:00:00Z\nRequest ID: r' }],
    ['a domain that brings a scheme', { domain: 'https://shop.example' }],
    ['a scheme that brings the domain', { scheme: 'https://shop.example', domain: 'evil.example' }],
    [
      'a domain that brings the introduction',
      { domain: 'shop.example wants you to sign in with your Ethereum account:\n0x' },
    ],
    ['a chain id as text', { chainId: '1' }],
    ['a chain id that is no number', { chainId: Number.NaN }],
    ['a chain id past the safe integers', { chainId: 2 ** 53 }],
    ['a version as number', { version: 1 }],
    ['a date object', { issuedAt: new Date() }],
    ['resources as text', { resources: 'https://shop.example' }],
    ['resources with a hole', { resources: ['a:b', undefined] }],
    ['an address whose letters have the wrong case', { address: ADDRESS.replace('aaA', 'AaA') }],
  ])('are refused with %s', (_, change) => {
    expect(codeOf(() => formatSignInMessage({ ...fields, ...change } as unknown as SignInMessage))).toBe(
      'message_invalid',
    )
  })

  it('count as missing when they are null', () => {
    const text = compose({ middle: '\n\n\n' })
    expect(
      formatSignInMessage({ ...parseSignInMessage(text), statement: null } as unknown as SignInMessage),
    ).toBe(text)
    expect(codeOf(() => formatSignInMessage(null as unknown as SignInMessage))).toBe('message_invalid')
  })
})

describe('H20: a message that is too long is refused before it is read', () => {
  const fields = parseSignInMessage(compose())

  it('but the longest allowed message passes', () => {
    const room = MAX_MESSAGE - compose({ middle: '\n\n\n\n' }).length
    expect(parseSignInMessage(compose({ middle: `\n\n${'a'.repeat(room)}\n\n` })).statement).toHaveLength(
      room,
    )
    expect(codeOf(() => parseSignInMessage(compose({ middle: `\n\n${'a'.repeat(room + 1)}\n\n` })))).toBe(
      'message_too_long',
    )
  })

  it.each([
    ['a statement of 100 kB', { statement: 'a'.repeat(100_000) }],
    ['10,000 resources', { resources: Array.from({ length: 10_000 }, () => 'a:b') }],
    ['eleven resources', { resources: Array.from({ length: 11 }, () => 'a:b') }],
  ])('with %s', (_, change) => {
    expect(codeOf(() => formatSignInMessage({ ...fields, ...change }))).toBe('message_too_long')
  })

  it('a text of 1 MB, before any line of it is read', () => {
    const text = 'a\n'.repeat(500_000)
    const split = vi.spyOn(String.prototype, 'split')
    const code = codeOf(() => parseSignInMessage(text))
    const reads = split.mock.contexts.filter((read) => String(read) === text).length
    split.mockRestore()
    expect([code, reads]).toEqual(['message_too_long', 0])
  })
})
