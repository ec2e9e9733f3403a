import type { Hex } from 'viem'
import type { SignInMessage } from '../../../src/protocol/siwe/message.js'
import { ORDER, owner, stranger } from './evm-base.js'
import { SITE } from './vector.js'

/** A key's message and signature, valid or with a fault. */
export interface KeyCase {
  id: string
  note: string
  reason?: string
  fields?: Partial<SignInMessage>
  /** Changes the text before it is signed. */
  text?: (text: string) => string
  /** Changes the text after it was signed. */
  after?: (text: string) => string
  signature?: (signature: Hex) => string
  signer?: typeof owner
  address?: string
  chainId?: string
  used?: boolean
}

const line = (from: RegExp | string, to: string) => (text: string) => text.replace(from, to)
const end = (more: string) => (text: string) => text + more

const good: KeyCase[] = [
  { id: 'plain', note: 'The fewest fields.' },
  {
    id: 'all-fields',
    note: 'Every field that there is.',
    fields: {
      scheme: 'https',
      statement: 'Sign in to Shop. It costs nothing: [yes](really)?',
      expirationTime: '2026-01-01T12:05:00Z',
      notBefore: '2026-01-01T11:00:00Z',
      requestId: 'request-7',
      resources: ['https://shop.example/terms', 'ipfs://bafy/x#y'],
    },
  },
  {
    id: 'empty-statement',
    note: 'A statement that is there and empty: three line breaks.',
    fields: { statement: '' },
  },
  {
    id: 'offset-time',
    note: 'A time with an offset and parts of a second.',
    fields: { issuedAt: '2026-01-01t14:00:00.123456+02:00' },
  },
  {
    id: 'posted-lowercase',
    note: 'The address is posted without its checksum.',
    address: owner.address.toLowerCase(),
  },
  {
    id: 'message-lowercase',
    note: 'The address stands in the message without its checksum, which EIP-55 allows.',
    text: line(owner.address, owner.address.toLowerCase()),
  },
  {
    id: 'recovery-id-0',
    note: 'v is 0 or 1 instead of 27 or 28.',
    signature: (text) => text.slice(0, -2) + (text.endsWith('1b') ? '00' : '01'),
  },
  {
    id: 'compact',
    note: 'A signature of 64 bytes (EIP-2098).',
    signature: (text) => {
      const high = Number.parseInt(text.slice(66, 68), 16) + (text.endsWith('1c') ? 128 : 0)
      return `${text.slice(0, 66)}${high.toString(16).padStart(2, '0')}${text.slice(68, 130)}`
    },
  },
  {
    id: 'high-s',
    note: 'The other form of a signature. It is taken: a nonce signs in once, so it is worth nothing.',
    signature: (text) => {
      const s = (ORDER - BigInt(`0x${text.slice(66, 130)}`)).toString(16).padStart(64, '0')
      return `${text.slice(0, 66)}${s}${text.endsWith('1b') ? '1c' : '1b'}`
    },
  },
  {
    id: 'four-minutes-ahead',
    note: 'The visitor’s clock is ahead, by less than the tolerance.',
    fields: { issuedAt: '2026-01-01T12:04:00Z' },
  },
]

const site: KeyCase[] = [
  {
    id: 'other-domain',
    reason: 'domain_mismatch',
    note: 'A message for another site.',
    fields: { domain: 'evil.example', uri: 'https://evil.example/' },
  },
  {
    id: 'other-port',
    reason: 'domain_mismatch',
    note: 'A port is part of the domain.',
    fields: { domain: 'shop.example:8443' },
  },
  {
    id: 'userinfo',
    reason: 'domain_mismatch',
    note: 'What stands before an @ is no host.',
    fields: { domain: 'shop.example@evil.example' },
  },
  {
    id: 'capitals',
    reason: 'domain_mismatch',
    note: 'Browsers write hosts in lowercase letters.',
    fields: { domain: 'SHOP.example' },
  },
  {
    id: 'other-uri',
    reason: 'domain_mismatch',
    note: 'The URI is a page of another site.',
    fields: { uri: 'https://evil.example/?https://shop.example' },
  },
  {
    id: 'http-uri',
    reason: 'domain_mismatch',
    note: 'The URI is a page without https.',
    fields: { uri: 'http://shop.example/login' },
  },
  ...(
    [
      ['blob-uri', 'blob:https://shop.example/0', 'The URI is an object of a page, and no page.'],
      ['uri-without-slashes', 'https:shop.example', 'The URI has two slashes before its host.'],
      ['uri-with-three-slashes', 'https:///shop.example', 'The URI has a host.'],
      ['uri-empty-user', 'https://:@shop.example/', 'The URI has nothing before an @, and no @.'],
      ['uri-escaped-host', 'https://shop%2Eexample/', 'The URI’s host has no escapes.'],
    ] as const
  ).map(([id, uri, note]) => ({ id, reason: 'domain_mismatch', note, fields: { uri } })),
  {
    id: 'other-scheme',
    reason: 'domain_mismatch',
    note: 'The scheme before the domain is not the URI’s.',
    fields: { scheme: 'http' },
  },
  {
    id: 'other-chain',
    reason: 'chain_mismatch',
    note: 'A chain that the site does not offer.',
    fields: { chainId: 5 },
    chainId: 'eip155:5',
  },
  {
    id: 'posted-chain',
    reason: 'chain_mismatch',
    note: 'The chain that is posted is not the message’s.',
    chainId: 'eip155:31337',
  },
  {
    id: 'posted-account',
    reason: 'account_mismatch',
    note: 'The account that is posted is not the message’s.',
    address: stranger.address,
  },
  {
    id: 'no-chain',
    reason: 'request_invalid',
    note: 'A chain of a family that is not known.',
    chainId: 'solana:1',
  },
  ...(
    [
      ['chain-hex', 'eip155:0x1', 'A chain of EVM is a decimal number.'],
      ['chain-zero', 'eip155:01', 'A chain has no zeros before it.'],
      ['chain-bare', '1', 'A chain has its namespace before it.'],
    ] as const
  ).map(([id, chainId, note]) => ({ id, reason: 'request_invalid', note, chainId })),
  {
    id: 'address-capital-x',
    reason: 'request_invalid',
    note: 'The posted address begins with 0x, not with 0X.',
    address: owner.address.toUpperCase(),
  },
  { id: 'no-address', reason: 'request_invalid', note: 'The posted address is none.', address: 'owner.eth' },
]

const times: KeyCase[] = [
  {
    id: 'expired',
    reason: 'message_expired',
    note: 'Its end has come, to the millisecond.',
    fields: { expirationTime: SITE.now },
  },
  {
    id: 'not-yet',
    reason: 'message_expired',
    note: 'It is not valid yet.',
    fields: { notBefore: '2026-01-01T12:00:01Z' },
  },
  {
    id: 'old',
    reason: 'message_expired',
    note: 'It was issued more than ten minutes ago.',
    fields: { issuedAt: '2026-01-01T11:49:59Z' },
  },
  {
    id: 'ahead',
    reason: 'message_expired',
    note: 'It was issued further ahead than clocks may be.',
    fields: { issuedAt: '2026-01-01T12:05:01Z' },
  },
  {
    id: 'issued-in-year-26',
    reason: 'message_expired',
    note: 'A year of two digits is not one of this century.',
    fields: { issuedAt: '0026-01-01T12:00:00Z' },
  },
  {
    id: 'expired-in-year-27',
    reason: 'message_expired',
    note: 'It ended two thousand years ago.',
    fields: { expirationTime: '0027-01-01T12:00:00Z' },
  },
  {
    id: 'no-date',
    reason: 'message_invalid',
    note: 'February has no 30th.',
    text: end('\nExpiration Time: 2099-02-30T00:00:00Z'),
  },
]

const nonces: KeyCase[] = [
  {
    id: 'unknown-nonce',
    reason: 'nonce_unknown',
    note: 'A nonce that this site has not issued.',
    fields: { nonce: 'nOtherNonce1234567890abc' },
  },
  { id: 'used-nonce', reason: 'nonce_used', note: 'A nonce that has signed somebody in.', used: true },
]

/** Cases about the site, the time and the nonce of a message. */
export const CLAIMS: readonly KeyCase[] = [...good, ...site, ...times, ...nonces]
