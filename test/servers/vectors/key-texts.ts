import { ORDER, stranger } from './evm-base.js'
import type { KeyCase } from './key-cases.js'
import { NONCE } from './vector.js'

const line = (from: RegExp | string, to: string) => (text: string) => text.replace(from, to)
const end = (more: string) => (text: string) => text + more

const texts: KeyCase[] = [
  {
    id: 'line-break-at-end',
    reason: 'message_invalid',
    note: 'Nothing follows the last line.',
    text: end('\n'),
  },
  {
    id: 'crlf',
    reason: 'message_invalid',
    note: 'Lines end with LF. (A form sends CRLF: undo that first.)',
    text: line(/\n/g, '\r\n'),
  },
  {
    id: 'forged-line',
    reason: 'message_invalid',
    note: 'A statement has one line: a second URI is none.',
    text: line('\n\nURI:', '\n\nHello\nURI: https://shop.example/\n\nURI:'),
  },
  {
    id: 'order',
    reason: 'message_invalid',
    note: 'Lines stand in one order.',
    text: line(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1'),
  },
  {
    id: 'leading-zero',
    reason: 'message_invalid',
    note: 'A chain id has no leading zero.',
    text: line('Chain ID: 1', 'Chain ID: 01'),
  },
  {
    id: 'version',
    reason: 'message_invalid',
    note: 'There is one version.',
    text: line('Version: 1', 'Version: 2'),
  },
  {
    id: 'short-nonce',
    reason: 'message_invalid',
    note: 'A nonce has eight letters and digits or more.',
    text: line(NONCE, 'n123456'),
  },
  {
    id: 'checksum',
    reason: 'message_invalid',
    note: 'An address in both cases has a checksum, and this one is wrong.',
    text: line(/^0x.*$/m, `0x${'aB'.repeat(20)}`),
  },
  {
    id: 'message-capital-x',
    reason: 'message_invalid',
    note: 'The address begins with 0x, not with 0X.',
    text: line(/^0x.*$/m, `0X${'AB'.repeat(20)}`),
  },
  {
    id: 'no-uri',
    reason: 'message_invalid',
    note: 'The URI has a scheme.',
    text: line(/URI: .*/, 'URI: shop.example'),
  },
  {
    id: 'statement',
    reason: 'message_invalid',
    note: 'A statement has no letters outside ASCII.',
    text: line('\n\nURI:', '\n\nGrüße\n\nURI:'),
  },
  {
    id: 'too-long',
    reason: 'message_too_long',
    note: 'More than 4,096 characters.',
    fields: {},
    text: line('\n\nURI:', `\n\n${'a'.repeat(4_000)}\n\nURI:`),
  },
]

const signatures: KeyCase[] = [
  { id: 'other-key', reason: 'signature_invalid', note: 'Somebody else has signed.', signer: stranger },
  {
    id: 'changed',
    reason: 'signature_invalid',
    note: 'One letter was changed after it was signed.',
    after: line('/login', '/logon'),
  },
  {
    id: 'recovery-id-2',
    reason: 'signature_invalid',
    note: 'v is 0, 1, 27 or 28.',
    signature: (text) => `${text.slice(0, -2)}1d`,
  },
  {
    id: 'zeros',
    reason: 'signature_invalid',
    note: 'r and s are not 0.',
    signature: () => `0x${'00'.repeat(64)}1b`,
  },
  {
    id: 'order-s',
    reason: 'signature_invalid',
    note: 's is smaller than the curve’s order.',
    signature: (text) => `${text.slice(0, 66)}${ORDER.toString(16)}1b`,
  },
  { id: 'empty', reason: 'signature_invalid', note: 'No bytes at all.', signature: () => '0x' },
  { id: 'no-hex', reason: 'signature_invalid', note: 'Not hex.', signature: () => 'signature' },
  {
    id: 'no-prefix',
    reason: 'signature_invalid',
    note: 'Hex begins with 0x.',
    signature: (text) => text.slice(2),
  },
  {
    id: 'capital-x',
    reason: 'signature_invalid',
    note: 'Hex begins with 0x, not with 0X.',
    signature: (text) => text.replace('0x', '0X'),
  },
]

/** Cases about the spelling of messages and signatures. */
export const TEXTS: readonly KeyCase[] = [...texts, ...signatures]
