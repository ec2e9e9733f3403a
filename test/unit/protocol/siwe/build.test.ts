import { describe, expect, it } from 'vitest'
import { createEvmSignIn } from '../../../../src/protocol/siwe/build.js'
import { parseSignInMessage } from '../../../../src/protocol/siwe/message.js'
import { ADDRESS } from './cases.js'

const INPUT = {
  origin: 'https://shop.example',
  address: ADDRESS,
  chainId: 'eip155:1',
  nonce: 'nonceNonceNonceNonce',
  issuedAt: Date.parse('2026-11-21T10:00:00Z'),
}
const codeOf = (change: object): string => {
  try {
    createEvmSignIn({ ...INPUT, ...change })
    return 'made'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the EIP-4361 message of a page', () => {
  it('is for its own host and origin, and valid for ten minutes', () => {
    expect(parseSignInMessage(createEvmSignIn({ ...INPUT, statement: 'Hello' }))).toEqual({
      domain: 'shop.example',
      address: ADDRESS,
      statement: 'Hello',
      uri: 'https://shop.example',
      version: '1',
      chainId: 1,
      nonce: INPUT.nonce,
      issuedAt: '2026-11-21T10:00:00.000Z',
      expirationTime: '2026-11-21T10:10:00.000Z',
    })
  })

  it.each([
    ['https://shop.example:8443', 'shop.example:8443'],
    ['http://localhost:3000', 'localhost:3000'],
    ['http://[::1]:3000', '[::1]:3000'],
    ['https://Bücher.example', 'xn--bcher-kva.example'],
    ['https://пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['https://my_shop.example', 'my_shop.example'],
  ])('H22: of a page at %s names %s', (origin, domain) => {
    const fields = parseSignInMessage(createEvmSignIn({ ...INPUT, origin }))
    expect([fields.domain, new URL(fields.uri).host]).toEqual([domain, domain])
  })

  it('H08: has a checksummed address, even when the wallet’s has none', () => {
    expect(createEvmSignIn({ ...INPUT, address: ADDRESS.toLowerCase() })).toBe(createEvmSignIn(INPUT))
  })

  it.each([1, '0x1', '1', 'eip155:1'])('accepts the chain id %j', (chainId) => {
    expect(createEvmSignIn({ ...INPUT, chainId })).toBe(createEvmSignIn(INPUT))
  })

  it.each(['abcdefgh', '12345678901234567', 'deadbeef'.repeat(12)])('accepts the nonce %s (W03)', (nonce) => {
    expect(parseSignInMessage(createEvmSignIn({ ...INPUT, nonce })).nonce).toBe(nonce)
  })

  it.each([
    ['a page without an origin', { origin: 'null' }, 'message_invalid'],
    ['a page from a file', { origin: 'file:///a.html' }, 'message_invalid'],
    ['H23: somebody before the host', { origin: 'https://good@evil.example' }, 'message_invalid'],
    ['no address', { address: '0x1' }, 'message_invalid'],
    ['a Starknet chain', { chainId: 'starknet:SN_MAIN' }, 'request_invalid'],
    ['a nonce of 7 characters', { nonce: 'abcdefg' }, 'message_invalid'],
    ['a nonce with a hyphen', { nonce: 'nonce-nonce-nonce' }, 'message_invalid'],
    ['a nonce of 257 characters', { nonce: 'a'.repeat(257) }, 'message_invalid'],
    ['H21: two lines', { statement: 'a\nb' }, 'message_invalid'],
    ['H20: a statement of 100 kB', { statement: 'a'.repeat(100_000) }, 'message_too_long'],
    ['H20: 10,000 resources', { resources: Array(10_000).fill('a:b') }, 'message_too_long'],
  ])('is not created for %s', (_, change, expected) => {
    expect(codeOf(change)).toBe(expected)
  })
})
