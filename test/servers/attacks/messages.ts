import { secp256k1 } from '@noble/curves/secp256k1.js'
import { createVisitor } from '../../unit/server/visitor.js'
import { type Attack, bad } from './attack.js'

const MINUTE = 60_000
const from = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
const NONCE = 'nonceNonceNonceNonce'

const nonces: Attack[] = [
  bad('nonce', 'nobody issued', 'nonce_unknown', { nonce: `n${'0'.repeat(30)}` }),
  bad('nonce', 'in the older form, nobody issued', 'nonce_unknown', { nonce: NONCE }),
  bad('nonce', 'is a name of every object', 'nonce_unknown', { nonce: 'constructor' }),
  bad('nonce', 'is empty', 'message_invalid', { text: (text) => text.replace(/Nonce: .*/, 'Nonce: ') }),
  bad('nonce', 'has one letter changed', 'nonce_unknown', {
    text: (text) =>
      text.replace(/Nonce: (.*)(.)$/m, (_, begin, end) => `Nonce: ${begin}${end === 'A' ? 'B' : 'A'}`),
  }),
  bad('nonce', 'is 3,000 letters', 'nonce_unknown', { nonce: 'n'.repeat(3_000) }),
]

const domains: Attack[] = [
  ['another site', { domain: 'evil.example', uri: 'https://evil.example/' }],
  ['a part of the site', { domain: 'login.shop.example', uri: 'https://login.shop.example/' }],
  ['what the site is a part of', { domain: 'example', uri: 'https://example/' }],
  ['the site as somebody’s name', { domain: 'shop.example@evil.example' }],
  ['another port', { domain: 'shop.example:8443', uri: 'https://shop.example:8443/' }],
  ['the site with a dot at its end', { domain: 'shop.example.' }],
  ['the site in capitals', { domain: 'SHOP.example' }],
  ['a look-alike', { domain: 'xn--shp-tna.example', uri: 'https://xn--shp-tna.example/' }],
  ['a page of another site', { uri: 'https://evil.example/?https://shop.example/' }],
  ['a page without https', { uri: 'http://shop.example/' }],
  ['a page with somebody’s name before it', { uri: 'https://shop.example@evil.example/' }],
  ['a page with a password', { uri: 'https://user:word@shop.example/' }],
  ['no page', { uri: 'data:text/html,shop.example' }],
  ['another scheme', { scheme: 'http' }],
].map(([name, fields]) => bad('domain', name as string, 'domain_mismatch', { fields: fields as object }))

const chains: Attack[] = [
  bad('chain', 'is not offered', 'chain_mismatch', { fields: { chainId: 5 } }),
  bad('chain', 'is another one in the message', 'chain_mismatch', { fields: { chainId: 5 } }, (proof) => ({
    ...proof,
    chainId: 'eip155:1',
  })),
  bad('chain', 'is of no family', 'request_invalid', {}, (proof) => ({
    ...proof,
    chainId: 'solana:1',
    namespace: 'solana',
  })),
  bad('chain', 'is of Starknet, the message of EVM', 'request_invalid', {}, (proof) => ({
    ...proof,
    chainId: 'starknet:SN_MAIN',
    namespace: 'eip155',
    address: '0x0',
  })),
  bad('chain', 'is beyond all numbers', 'request_invalid', {}, (proof) => ({
    ...proof,
    chainId: `eip155:${'9'.repeat(400)}`,
  })),
  bad('chain', 'has a leading zero in the message', 'message_invalid', {
    text: (text) => text.replace('Chain ID: 1', 'Chain ID: 01'),
  }),
  bad('chain', 'is Starknet’s, with the typed data of another site', 'domain_mismatch', {}, () =>
    starknet('evil.example'),
  ),
  bad('chain', 'is Starknet’s, with the typed data of another chain', 'chain_mismatch', {}, () =>
    starknet('shop.example', 'SN_SEPOLIA'),
  ),
  bad('chain', 'is Starknet’s, with a nonce that is a number', 'message_invalid', {}, () =>
    starknet('shop.example', 'SN_MAIN', '0x1f'),
  ),
]

/** Creates a proof of a Starknet account. */
function starknet(domain: string, chainId = 'SN_MAIN', nonce = NONCE) {
  const field = (name: string) => ({ name, type: 'felt' })
  return {
    namespace: 'starknet',
    chainId: 'starknet:SN_MAIN',
    address: `0x${'12'.padStart(64, '0')}`,
    message: {
      types: { StarkNetDomain: ['name', 'chainId', 'version'].map(field), Message: [field('message')] },
      primaryType: 'Message',
      domain: { name: domain, chainId, version: '0.0.1' },
      message: { message: nonce },
    },
    signature: ['0x1', '0x2'],
  }
}

const other = createVisitor()
const accounts: Attack[] = [
  bad('account', 'is another one than the message’s', 'account_mismatch', {}, (proof) => ({
    ...proof,
    address: other.address,
  })),
  bad(
    'account',
    'of the message has not signed',
    'signature_invalid',
    {
      text: (text) => text.replace(/^0x.*$/m, other.address),
    },
    (proof) => ({ ...proof, address: other.address }),
  ),
  bad('account', 'has a wrong checksum', 'message_invalid', {
    text: (text) => text.replace(/^0x.*$/m, `0x${'aB'.repeat(20)}`),
  }),
  bad(
    'account',
    'is nobody',
    'signature_invalid',
    {
      text: (text) => text.replace(/^0x.*$/m, `0x${'0'.repeat(40)}`),
    },
    (proof) => ({ ...proof, address: `0x${'0'.repeat(40)}` }),
  ),
  bad('account', 'is no address', 'request_invalid', {}, (proof) => ({ ...proof, address: 'vitalik.eth' })),
]

const times: Attack[] = [
  bad('expired', 'is over', 'message_expired', () => ({ fields: { expirationTime: from(-1) } })),
  bad('expired', 'was issued 11 minutes ago', 'message_expired', () => ({ fields: { issuedAt: from(-11) } })),
  bad('expired', 'has an end that is no date', 'message_invalid', {
    text: (text) => `${text}\nExpiration Time: 2099-02-30T00:00:00Z`,
  }),
  bad('expired', 'has two ends', 'message_invalid', {
    text: (text) => `${text}\nExpiration Time: 2099-01-01T00:00:00Z\nExpiration Time: 2020-01-01T00:00:00Z`,
  }),
  bad('future', 'was issued in 6 minutes', 'message_expired', () => ({ fields: { issuedAt: from(6) } })),
  bad('future', 'is valid in a minute', 'message_expired', () => ({ fields: { notBefore: from(1) } })),
  bad('future', 'was issued in the year 9999', 'message_expired', {
    fields: { issuedAt: '9999-12-31T23:59:59Z' },
  }),
]

/** Values of r or s outside the curve, invalid recovery ids, and the like. */
const n = secp256k1.Point.Fn.ORDER.toString(16)
const signatures: Attack[] = [
  ['is empty', '0x'],
  ['is all zeros', `0x${'00'.repeat(65)}`],
  ['has an s as large as the order', `0x${'11'.repeat(32)}${n}1b`],
  ['has an r as large as the order', `0x${n}${'11'.repeat(32)}1b`],
  ['has a recovery id of 99', `0x${'11'.repeat(64)}63`],
  ['is 40,000 bytes', `0x${'11'.repeat(20_000)}`],
  ['is no hex', 'signature'],
  ['is a contract’s, with no node to ask', `0x${'11'.repeat(32)}`],
  ['says that it is wrapped', `0x${'ff'.repeat(96)}${'6492'.repeat(16)}`],
].map(([name, signature]) =>
  bad('malformed', `signature ${name}`, 'signature_invalid', {}, (proof) => ({ ...proof, signature })),
)

/** Attacks with a fault in a message or a signature. */
export const MESSAGES: readonly Attack[] = [
  ...nonces,
  ...domains,
  ...chains,
  ...accounts,
  ...times,
  ...signatures,
]
