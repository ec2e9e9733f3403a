import { owner, stranger } from './evm-base.js'
import { judge } from './judge.js'
import { drawRecap } from './random-recap.js'
import { NONCE, SITE, type Vector } from './vector.js'

/** Draws numbers from 0 to 1, the same for the same seed (mulberry32). */
function createDraw(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const TIMES = [
  ...[
    '2026-01-01T11:59:00Z',
    '2026-01-01T12:04:59.999Z',
    '2026-01-01t13:58:00.5+02:00',
    '2026-01-01T12:00:00.0019Z',
  ],
  ...['2026-01-01T11:50:00Z', '2026-01-01T11:49:59.999Z', '2026-01-01T12:05:00.001Z', '2025-12-31T23:59:60Z'],
  ...[
    '2026-01-01T12:00:00z',
    '2026-01-01T12:00:00',
    '2026-01-01 12:00:00Z',
    '2026-1-1T12:00:00Z',
    '2026-01-01T24:00:00Z',
  ],
  ...[
    '0000-02-29T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0069-06-30T23:59:60Z',
    '2024-02-29T00:00:00Z',
    '2026-02-29T00:00:00Z',
  ],
  ...[
    '1969-12-31T23:59:59.5Z',
    '9999-12-31T23:59:59Z',
    '2016-12-31T23:59:60Z',
    '2016-12-31T22:59:60Z',
    '2017-01-01T00:59:60+01:00',
  ],
  ...[
    '2026-01-01T12:00:00.Z',
    '2026-01-01T12:00:00+24:00',
    '2026-13-01T12:00:00Z',
    '2026-01-01T12:00:61Z',
    '+02026-01-01T12:00:00Z',
  ],
]
const HOSTS = [
  ...[
    'shop.example',
    'SHOP.example',
    'shop.example:443',
    'shop.example:',
    'shop.example:0443',
    'shop.example:80',
    'shop.example.',
  ],
  ...[
    'shop%2Eexample',
    'a@shop.example',
    '@shop.example',
    ':@shop.example',
    'shop.example@evil.example',
    'evil.example',
    '',
    ':443',
  ],
  ...[
    '[::1]',
    '[1::2:3]',
    '[::ffff:1.2.3.4]',
    '[1:2:3:4:5:6:7:8]',
    '[::1%25a]',
    '[v1.a:b]',
    '[v1.]',
    '[x]',
    '[1::2::3]',
    '[12345::]',
  ],
  ...[
    '[1:2:3:4:5:6:7::]',
    '[::2:3:4:5:6:7:8]',
    '[1:2:3:4:5:6:7:8::]',
    '[::01.2.3.4]',
    '[::1.2.3.256]',
    '[1.2.3.4]',
    '[:1]',
    '[1:]',
  ],
  ...[
    'shop.example:port',
    'shop example',
    'shöp.example',
    'shop.example\\',
    'a%zzb',
    "sub-._~!$&'()*+,;=delims",
    'a:b:c@d:1',
    '[::1]x',
  ],
]
const ENDS = [
  '',
  '/',
  '/login',
  '?a=b',
  '#x',
  '/[x]',
  '?[x]',
  '#a#b',
  '/%',
  '/%2f',
  '/a b',
  '//',
  '/a//b',
  '/ä',
  '?a?b/c',
  '/"',
  '/|',
  '/^',
]
const URIS = [
  ...[
    'blob:https://shop.example/0',
    'https:shop.example',
    'https:/shop.example',
    'https:///shop.example',
    'mailto:a@b',
    'urn:a:b',
  ],
  ...[
    'https:',
    '1a://b',
    'a+b.c-d:/x',
    'a:',
    'a://',
    'a:///',
    'a:?',
    'a:#',
    ':',
    '//shop.example',
    'ipfs://bafy/x#y',
    'a:b:c',
    'a:/:',
    'a:[b]',
  ],
]
const PIECES = [
  '',
  ' ',
  '\n',
  '\r',
  '\t',
  '\0',
  'a',
  '0',
  '%',
  '%41',
  '[',
  ']',
  '#',
  '?',
  '@',
  ':',
  '/',
  '\\',
  'é',
  '😀',
  '\u2028',
  '- ',
  'URI: ',
  '"',
]

/**
 * Makes messages of EVM keys with a seed, most with a fault or an unusual spelling in some line, each with the verdict of
 * this package's verifier.
 *
 * @param count how many
 */
export async function makeRandomVectors(seed: number, count: number): Promise<Vector[]> {
  const draw = createDraw(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T
  /** The usual value, except for one message in `rare`. */
  const mostly = <T>(usual: T, rare: number, other: () => T): T => (draw() * rare < 1 ? other() : usual)
  const uri = () =>
    draw() < 0.3
      ? pick(URIS)
      : `${pick(['https', 'HTTPS', 'http', 'ftp', 'a1'])}://${pick(HOSTS)}${pick(ENDS)}`
  const optional = (label: string, value: () => string) => (draw() < 0.2 ? [`${label}: ${value()}`] : [])

  function write(): string {
    const scheme = mostly('', 10, () => pick(['https://', 'HTTPS://', 'http://', '1a://', '://', 'a b://']))
    const domain = mostly('shop.example', 8, () => pick(HOSTS))
    const address = mostly<string>(owner.address, 12, () =>
      pick([
        owner.address.toLowerCase(),
        `0x${owner.address.slice(2).toUpperCase()}`,
        `0x${'aB'.repeat(20)}`,
        stranger.address,
        '0X1',
        '',
      ]),
    )
    const statement = mostly<string[]>([], 4, () => [
      pick(['', 'Hello', 'URI: x', 'a "quote"', 'Grüße', "[yes](really)? a-z._~:/?#@!$&'()*+,;="]),
    ])
    const recap = mostly<ReturnType<typeof drawRecap> | undefined>(undefined, 4, () =>
      drawRecap(pick, mostly),
    )
    const lines = [
      `${scheme}${domain} wants you to sign in with your Ethereum account:`,
      ...[address, '', ...(recap ? [recap.statement] : statement), ''],
      `URI: ${mostly('https://shop.example/login', 3, uri)}`,
      `Version: ${mostly('1', 40, () => pick(['2', '01', '']))}`,
      `Chain ID: ${mostly('1', 15, () => pick(['0', '01', '5', '9007199254740991', '9007199254740992', '9999999999999999', '0x1', '31337']))}`,
      `Nonce: ${mostly(NONCE, 15, () => pick(['nOtherNonce1234567890abc', 'n123456', 'n'.repeat(300), 'n-12345678', '']))}`,
      `Issued At: ${mostly('2026-01-01T11:59:00Z', 4, () => pick(TIMES))}`,
      ...optional('Expiration Time', () => mostly('2026-01-01T12:05:00Z', 2, () => pick(TIMES))),
      ...optional('Not Before', () => mostly('2026-01-01T11:00:00Z', 2, () => pick(TIMES))),
      ...optional('Request ID', () => pick(['7', '', 'a/b', 'a%41', 'a%4', "a:@!$&'()*+,;=~", 'a b'])),
      ...(recap ? ['Resources:', ...recap.resources.map((resource) => `- ${resource}`)] : []),
      ...mostly<string[]>([], recap ? 40 : 5, () => [
        'Resources:',
        ...Array.from({ length: pick([0, 1, 2, 10, 11]) }, () => `- ${mostly('ipfs://a', 3, uri)}`),
      ]),
    ]
    if (draw() < 0.04) lines.splice(Math.floor(draw() * lines.length), 1)
    if (draw() < 0.04) lines.splice(Math.floor(draw() * lines.length), 0, pick(lines))
    const text = lines.join('\n')
    if (draw() < 0.03)
      return text.replace(
        '\n\n',
        `\n\n${pick(['a', 'é', '😀'])}`.padEnd(4_090 - text.length + Math.floor(draw() * 10), 'a'),
      )
    if (draw() < 0.85) return text
    const at = Math.floor(draw() * text.length)
    return text.slice(0, at) + pick(PIECES) + text.slice(at + Math.floor(draw() * 3))
  }

  const vectors: Vector[] = []
  for (let n = 0; n < count; n++) {
    const message = write()
    const good = await mostly(owner, 20, () => stranger).signMessage({ message })
    const proof = {
      namespace: 'eip155' as const,
      chainId: mostly('eip155:1', 15, () =>
        pick([
          'eip155:01',
          'eip155:0x1',
          'eip155:5',
          'eip155:0',
          '1',
          'eip155:9999999999999999',
          'eip155:',
          'solana:1',
        ]),
      ),
      address: mostly<string>(owner.address, 15, () =>
        pick([owner.address.toLowerCase(), owner.address.toUpperCase(), stranger.address, '0x', '']),
      ),
      message,
      signature: mostly<string>(good, 15, () =>
        pick([
          good.slice(2),
          `${good}00`,
          `${good.slice(0, -2)}02`,
          good.slice(0, -2),
          '0x',
          good.toUpperCase(),
        ]),
      ),
    }
    const nonces = { unused: [NONCE], used: [] }
    const expected = await judge({ proof, nonces }, SITE, {})
    vectors.push({ id: `random-${n}`, kind: 'eip155-key', note: '', proof, nonces, expected })
  }
  return vectors
}
