import fc from 'fast-check'
import { toChecksumAddress } from '../../../../src/protocol/evm-address.js'
import type { SignInMessage } from '../../../../src/protocol/siwe/message.js'

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
const SUB_DELIMS = "!$&'()*+,;="
const HEX = '0123456789abcdefABCDEF'

const from = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })

const encoded = from(HEX, 2, 2).map((digits) => `%${digits}`)
const join = (list: fc.Arbitrary<string>[]) => fc.tuple(...list).map((parts) => parts.join(''))

const pchars = (minLength: number) =>
  fc
    .array(fc.oneof({ weight: 9, arbitrary: from(`${UNRESERVED}${SUB_DELIMS}:@`, 1, 4) }, encoded), {
      minLength,
      maxLength: 4,
    })
    .map((parts) => parts.join(''))

const scheme = join([from('ABCXYZabcxyz', 1, 1), from('abcXYZ019+-.', 0, 6)])
const label = from('abcdefghijklmnopqrstuvwxyz0123456789-_', 1, 8)
const regName = fc.oneof(
  fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
  from(`${UNRESERVED}${SUB_DELIMS}`, 1, 12),
  join([label, encoded, label]),
)
const h16 = from(HEX, 1, 4)
const ipv4 = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)).map((parts) => parts.join('.'))
const ipv6 = fc.oneof(
  fc.array(h16, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  fc
    .tuple(fc.array(h16, { maxLength: 4 }), fc.array(h16, { maxLength: 3 }))
    .map(([before, after]) => `${before.join(':')}::${after.join(':')}`),
  fc.tuple(fc.array(h16, { maxLength: 3 }), ipv4).map(([before, last]) => `${before.join(':')}::${last}`),
)
const host = fc.oneof(
  { weight: 4, arbitrary: regName },
  ipv4,
  ipv6.map((text) => `[${text}]`),
)
const port = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  fc.nat(65_535).map((number) => `:${number}`),
)
const userinfo = fc.oneof(
  { weight: 5, arbitrary: fc.constant('') },
  from(`${UNRESERVED}${SUB_DELIMS}:`, 0, 6).map((text) => `${text}@`),
)
const authority = join([userinfo, host, port])

const segments = fc.array(pchars(0), { maxLength: 3 }).map((list) => list.map((part) => `/${part}`).join(''))
const hierPart = fc.oneof(
  { weight: 4, arbitrary: join([fc.constant('//'), authority, segments]) },
  join([fc.constant('/'), pchars(1), segments]),
  join([pchars(1), segments]),
  fc.constant(''),
)
const tail = (mark: string) =>
  fc.oneof(
    fc.constant(''),
    pchars(0).map((text) => `${mark}${text}/?`),
    pchars(0).map((text) => mark + text),
  )
const uri = join([scheme, fc.constant(':'), hierPart, tail('?'), tail('#')])

const two = (min: number, max: number) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(2, '0'))
const dateTime = fc
  .tuple(
    fc.integer({ min: 0, max: 9_999 }),
    two(1, 12),
    two(1, 28),
    two(0, 23),
    two(0, 59),
    two(0, 59),
    fc.oneof(
      fc.constant(''),
      from('0123456789', 1, 9).map((digits) => `.${digits}`),
    ),
    fc.oneof(
      fc.constantFrom('Z', 'z'),
      fc
        .tuple(fc.constantFrom('+', '-'), two(0, 23), two(0, 59))
        .map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
    ),
    fc.constantFrom('T', 't'),
  )
  .map(
    ([year, month, day, hour, minute, second, fraction, offset, mark]) =>
      `${String(year).padStart(4, '0')}-${month}-${day}${mark}${hour}:${minute}:${second}${fraction}${offset}`,
  )

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** Creates fields of a message by the grammar's own rules. */
export const signInMessage: fc.Arbitrary<SignInMessage> = fc
  .record({
    scheme: optional(scheme),
    domain: authority,
    address: from('0123456789abcdef', 40, 40).map((digits) => toChecksumAddress(`0x${digits}`)),
    statement: optional(from(`${UNRESERVED}${SUB_DELIMS}:/?#[]@ `, 0, 40)),
    uri,
    version: fc.constant('1' as const),
    chainId: fc.oneof(fc.maxSafeNat(), fc.nat(100_000)),
    nonce: from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 8, 40),
    issuedAt: dateTime,
    expirationTime: optional(dateTime),
    notBefore: optional(dateTime),
    requestId: optional(pchars(0)),
    resources: optional(fc.array(uri, { maxLength: 4 })),
  })
  .map(
    (fields) =>
      Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      ) as unknown as SignInMessage,
  )
