import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digest } from '../../../src/protocol/digest.js'
import { FELT_PRIME } from '../../../src/protocol/felt.js'
import { readStarknetAddress, toRpcAddress } from '../../../src/protocol/starknet-address.js'
import {
  parseStarknetSignature,
  parseUint256,
  readTransactionHash,
} from '../../../src/protocol/starknet-answers.js'
import { parseStarknetEvent } from '../../../src/protocol/starknet-events.js'
import { formatUnits } from '../../../src/protocol/units.js'

const ONE = `0x${'1'.padStart(64, '0')}`

describe('a Starknet address', () => {
  it.each(['0x1', `0x${'1'.padStart(64, '0')}`, '0X1', '1', '01', 1n])(
    'B19: in the spelling %s is the same account',
    (value) => {
      expect(readStarknetAddress(value)).toBe(ONE)
    },
  )

  it('B19: is the same account in upper and lower case', () => {
    expect(readStarknetAddress('0xABCDEF')).toBe(readStarknetAddress('0xabcdef'))
  })

  it.each([
    '0x0',
    '0',
    0n,
    FELT_PRIME,
    `0x${FELT_PRIME.toString(16)}`,
    `0x${'f'.repeat(64)}`,
    '0x',
    '',
    'xyz',
    1,
    null,
    undefined,
    {},
    ['0x1'],
  ])('B19: is refused as %s', (value) => {
    expect(readStarknetAddress(value)).toBe(null)
  })

  it('has one text for each felt, and reading it twice changes nothing (P8)', () => {
    const felt = fc.oneof(fc.bigInt(1n, FELT_PRIME - 1n), fc.constantFrom(1n, 2n ** 128n, FELT_PRIME - 1n))
    fc.assert(
      fc.property(felt, felt, fc.nat(5), (a, b, zeros) => {
        const spelled = `0x${'0'.repeat(Math.min(zeros, 64 - a.toString(16).length))}${a.toString(16).toUpperCase()}`
        const read = readStarknetAddress(spelled)
        expect(read).toBe(readStarknetAddress(a))
        expect(readStarknetAddress(read)).toBe(read)
        expect(toRpcAddress(read as string)).toBe(`0x${a.toString(16)}`)
        expect(readStarknetAddress(a) === readStarknetAddress(b)).toBe(a === b)
      }),
      { numRuns: 300 },
    )
  })
})

describe('a wallet’s signature', () => {
  const felts = (count: number) =>
    Array.from({ length: count }, (_, index) => `0x${(index + 1).toString(16)}`)

  it.each([
    [felts(2), felts(2)],
    [felts(5), felts(5)],
    [felts(9), felts(9)],
    [felts(64), felts(64)],
    [{ signature: felts(2) }, felts(2)],
    [
      [1n, 2n],
      ['0x1', '0x2'],
    ],
    [
      ['1', '255'],
      ['0x1', '0xff'],
    ],
    [{ r: 1n, s: 2n, recovery: 0 }, ['0x1', '0x2']],
    ['0x00ff', ['0xff']],
  ])('B16: becomes a list of felts in case %#', (answer, list) => {
    expect(parseStarknetSignature(answer)).toEqual(list)
  })

  it.each([
    [[]],
    [felts(65)],
    [felts(200)],
    [undefined],
    [null],
    [{}],
    [''],
    [true],
    [['0x1', 'zz']],
    [[null]],
    [[FELT_PRIME]],
    [{ signature: [] }],
    [{ r: '0x1' }],
  ])('B16: is refused in case %#', (answer) => {
    expect(() => parseStarknetSignature(answer)).toThrow(
      expect.objectContaining({ code: 'signature_invalid' }),
    )
  })
})

describe('a wallet’s transaction hash', () => {
  it.each([[{ transaction_hash: '0x00Ab' }], [{ transactionHash: '0xab' }], ['0xAB']])(
    'B17: is read from %s',
    (answer) => {
      expect(readTransactionHash(answer)).toBe('0xab')
    },
  )

  it.each([
    [undefined],
    [null],
    [{}],
    [''],
    ['0x'],
    ['0x0'],
    ['ab'],
    [171],
    [{ transaction_hash: null }],
    [[]],
  ])('B17: is missing in %s', (answer) => {
    expect(readTransactionHash(answer)).toBe(null)
  })
})

describe('a balance', () => {
  const MAX = 2n ** 128n - 1n

  it.each([
    [['0x0', '0x0'], 0n, '0.000000'],
    [['0x1', '0x0'], 1n, '0.000000'],
    [['0xde0b6b3a7640000', '0x0'], 10n ** 18n, '1.000000'],
    [['0x11f9add9640000', '0x0'], 5059599675949056n, '0.005059'],
    [[`0x${MAX.toString(16)}`, '0x0'], MAX, '340282366920938463463.374607'],
    [['0x0', '0x1'], 2n ** 128n, '340282366920938463463.374607'],
    [['0x5', '0x2'], 2n ** 129n + 5n, '680564733841876926926.749214'],
  ])('J20: from %s is %s, shown as %s', (felts, value, shown) => {
    expect(parseUint256(felts)).toBe(value)
    expect(formatUnits(value, 18)).toBe(shown)
  })

  it.each([
    [['0x1']],
    [[]],
    [['-1', '0x0']],
    [[-1, 0]],
    [['0x1', '-0x1']],
    [undefined],
    ['0x1'],
    [[`0x${(MAX + 1n).toString(16)}`, '0x0']],
  ])('J20: fails with “Something went wrong” for %s', (felts) => {
    expect(() => parseUint256(felts)).toThrow('Something went wrong')
  })

  it('is the sum of its halves, cut to six decimals without floating point (P19)', () => {
    const u128 = fc.bigInt(0n, MAX)
    fc.assert(
      fc.property(u128, u128, fc.constantFrom(0, 2, 6, 18, 36), (low, high, decimals) => {
        const value = parseUint256([`0x${low.toString(16)}`, String(high)])
        expect(value).toBe(low + high * 2n ** 128n)
        const [whole = '', fraction = ''] = formatUnits(value, decimals).split('.')
        expect(fraction).toHaveLength(6)
        const unit = 10n ** BigInt(decimals)
        expect(BigInt(whole)).toBe(value / unit)
        expect(BigInt(fraction)).toBe(((value % unit) * 10n ** 6n) / unit)
      }),
      { numRuns: 400 },
    )
  })
})

describe('the name of a Starknet event', () => {
  it.each(['accountsChanged', 'networkChanged'])('J10: may be %s', (name) => {
    expect(parseStarknetEvent(name)).toBe(name)
  })

  it.each([
    'accountschanged',
    'AccountsChanged',
    'chainChanged',
    '',
    Symbol('accountsChanged'),
    undefined,
    null,
    {},
  ])('J10: fails with “Unknwown event” for %s', (name) => {
    expect(() => parseStarknetEvent(name)).toThrow(
      expect.objectContaining({ code: 'unsupported_event', message: 'Unknwown event' }),
    )
  })
})

describe('the digest', () => {
  it('J15: is the SHA-256 of the bytes, in hex', () => {
    const expected = createHash('sha256').update('grüß dich').digest('hex')
    expect(digest('sha256', 'grüß dich')).toBe(expected)
    expect(digest('sha256', new TextEncoder().encode('grüß dich'))).toBe(expected)
  })

  it.each(['sha1', 'SHA-256', 'sha512', ''])(
    'J15: fails with “Digest method not supported” for %s',
    (method) => {
      expect(() => digest(method, 'x')).toThrow(
        expect.objectContaining({ code: 'digest', message: 'Digest method not supported' }),
      )
    },
  )
})
