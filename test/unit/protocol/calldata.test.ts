import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCalldataItem } from '../../../src/protocol/calldata.js'
import { FELT_PRIME, readFelt } from '../../../src/protocol/felt.js'
import {
  decodeShortString,
  encodeShortString,
  findShortStringFault,
} from '../../../src/protocol/short-string.js'
import {
  MAX_CALLS,
  MAX_FELTS,
  parseCalls,
  parseExecuteOptions,
} from '../../../src/protocol/starknet-transaction.js'
import { anyText } from '../../counterparts/any-text.js'

const refusal = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    expect(error).toMatchObject({ name: 'WalletError', code: 'request_invalid' })
    return (error as Error).message
  }
  return 'accepted'
}
const UNSUPPORTED = 'Only hex, integers and bigint are supported in calldata'
const text = (length: number) => 'a'.repeat(length)

describe('a short string', () => {
  it.each([
    ['', 'The short string cannot be empty'],
    ['a', 'accepted'],
    [text(31), 'accepted'],
    [text(32), 'The short string cannot exceed 31 characters'],
  ])('J01: %s gives %s', (value, outcome) => {
    expect(findShortStringFault(value) ?? 'accepted').toBe(outcome)
  })

  it.each([
    ['0x1f', 'The short string should not be a hex string'],
    ['0X1F', 'The short string should not be a hex string'],
    ['0xzz', 'The short string should not be a hex string'],
    ['12', 'The short string should not be an integer string'],
    ['-1', 'The short string should not be an integer string'],
    ['00', 'The short string should not be an integer string'],
  ])('J02: %s is refused: %s', (value, outcome) => {
    expect(findShortStringFault(value)).toBe(outcome)
  })

  it.each(['ü', '🙂', '１２', 'a\u0000', 1, null, undefined])('J03: %s is refused', (value) => {
    expect(findShortStringFault(value)).not.toBeNull()
  })

  it('is accepted exactly when it is 1 to 31 ASCII characters, neither hex nor an integer, and can be decoded again (P9)', () => {
    const nearlyShort = fc.oneof(
      anyText({ maxLength: 33 }),
      fc.string({ unit: fc.constantFrom('\0', '0', 'a', 'x', '-', '\x7f', '\x80'), maxLength: 4 }),
      fc.string({ minLength: 29, maxLength: 33 }),
      fc.stringMatching(/^-?[0-9]{1,32}$/),
      fc.stringMatching(/^0[xX][0-9a-g]{0,31}$/),
    )
    fc.assert(
      fc.property(nearlyShort, (value) => {
        const rule = /^[\x01-\x7f]{1,31}$/.test(value) && !/^0x/i.test(value) && !/^-?[0-9]+$/.test(value)
        expect(findShortStringFault(value) === null).toBe(rule)
        if (rule) expect(decodeShortString(encodeShortString(value))).toBe(value)
      }),
      { numRuns: 400 },
    )
  })
})

describe('an item of calldata', () => {
  it.each([
    ['0x0', '0x0'],
    ['0xAb', '0xab'],
    ['0XAB', '0xab'],
    [`0x${text(62)}`, `0x${text(62)}`],
    [`0x0${text(62)}`, `0x${text(62)}`],
    [`0x${(FELT_PRIME - 1n).toString(16)}`, `0x${(FELT_PRIME - 1n).toString(16)}`],
    [FELT_PRIME - 1n, `0x${(FELT_PRIME - 1n).toString(16)}`],
    [String(FELT_PRIME - 1n), `0x${(FELT_PRIME - 1n).toString(16)}`],
    ['12', '0xc'],
    ['00', '0x0'],
    [7, '0x7'],
    [2 ** 53 - 1, '0x1fffffffffffff'],
    ['hello', '0x68656c6c6f'],
    [text(31), `0x${'61'.repeat(31)}`],
  ])('J04: %s becomes the felt %s', (item, felt) => {
    expect(parseCalldataItem(item)).toBe(felt)
  })

  it.each([
    '0x',
    `0x${text(65)}`,
    `0x00${text(63)}`,
    '0xzz',
    FELT_PRIME,
    `0x${FELT_PRIME.toString(16)}`,
    String(FELT_PRIME),
    -1,
    -1n,
    '-1',
    1.5,
    '1.5',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 53,
    '1e3',
    ' 12',
    ' ',
    '１２',
    'ü',
    true,
    null,
    undefined,
    {},
    ['1'],
    Symbol('x'),
  ])('J04: %s is refused, and never silently encoded differently', (item) => {
    expect(refusal(() => parseCalldataItem(item))).toBe(UNSUPPORTED)
  })

  it('J04: is too long with 32 characters, and may not be empty', () => {
    expect(refusal(() => parseCalldataItem(text(32)))).toBe('The short string cannot exceed 31 characters')
    expect(refusal(() => parseCalldataItem(''))).toBe('The short string cannot be empty')
  })

  it('becomes a felt below the prime or nothing, and the felt is read as itself (P10)', () => {
    const item = fc.oneof(
      fc.anything({ withBigInt: true }),
      fc.bigInt(),
      fc.string(),
      fc.bigInt().map(String),
    )
    fc.assert(
      fc.property(item, (value) => {
        let felt: string
        try {
          felt = parseCalldataItem(value)
        } catch (error) {
          expect(error).toMatchObject({ code: 'request_invalid' })
          return
        }
        expect(felt).toMatch(/^0x(?:0|[1-9a-f][0-9a-f]{0,62})$/)
        expect(BigInt(felt) < FELT_PRIME).toBe(true)
        expect(parseCalldataItem(felt)).toBe(felt)
        if (readFelt(value) !== null) expect(BigInt(felt)).toBe(readFelt(value))
        else expect(decodeShortString(BigInt(felt))).toBe(value)
      }),
      { numRuns: 1_500 },
    )
  })
})

describe('the calls of a transaction', () => {
  const call = { contractAddress: '0x49D', entrypoint: 'transfer', calldata: ['0x1', 2, 3n, 'four'] }

  it.each([
    [[], 'refused'],
    [null, 'refused'],
    [undefined, 'refused'],
    ['transfer', 'refused'],
    [Array.from({ length: MAX_CALLS + 1 }, () => call), 'refused'],
    [Array.from({ length: MAX_CALLS }, () => call), 'accepted'],
    [[call], 'accepted'],
    [call, 'accepted'],
  ])('J05: are accepted or refused in case %#', (calls, outcome) => {
    expect(refusal(() => parseCalls(calls)) === 'accepted').toBe(outcome === 'accepted')
  })

  it('J05: become a list from one call, in the form that wallets take', () => {
    expect(parseCalls(call)).toEqual([
      { contractAddress: '0x49d', entrypoint: 'transfer', calldata: ['0x1', '0x2', '0x3', '0x666f7572'] },
    ])
  })

  it('J05: may have at most 10,000 felts in all', () => {
    const many = (count: number) => ({ ...call, calldata: new Array(count).fill('0x1') })
    expect(refusal(() => parseCalls([many(MAX_FELTS - 1), many(1)]))).toBe('accepted')
    expect(refusal(() => parseCalls([many(MAX_FELTS), many(1)]))).toMatch('10000 felts')
  })

  it.each([
    [{ ...call, contractAddress: undefined }, 'calls[0].contractAddress'],
    [{ ...call, contractAddress: '0x0' }, 'calls[0].contractAddress'],
    [{ ...call, contractAddress: FELT_PRIME }, 'calls[0].contractAddress'],
    [{ ...call, entrypoint: '' }, 'calls[0].entrypoint'],
    [{ ...call, entrypoint: text(10_000) }, 'calls[0].entrypoint'],
    [{ ...call, entrypoint: 'trans fer' }, 'calls[0].entrypoint'],
    [{ ...call, calldata: '0x1' }, 'calls[0].calldata'],
    [{ ...call, calldata: { amount: 1 } }, 'calls[0].calldata'],
    [null, 'execute needs'],
  ])('J06: are refused by name in case %#: %s', (one, name) => {
    expect(refusal(() => parseCalls(one))).toMatch(name)
  })

  it('J06: are refused with the name of the wrong call in a list', () => {
    expect(refusal(() => parseCalls([call, { ...call, entrypoint: 5 }]))).toMatch('calls[1].entrypoint')
  })

  it('are copied, so that a later change reaches no wallet', () => {
    const own = { ...call, calldata: ['0x1'] }
    const [parsed] = parseCalls(own)
    own.calldata.push('0x2')
    expect(parsed?.calldata).toEqual(['0x1'])
  })
})

describe('the options of a transaction', () => {
  it('J21: become felts, without other fields', () => {
    expect(parseExecuteOptions({ nonce: 3, maxFee: '1000', version: '0x1', skipValidate: true })).toEqual({
      nonce: '0x3',
      maxFee: '0x3e8',
      version: '0x1',
    })
    expect(parseExecuteOptions(undefined)).toEqual({})
  })

  it.each([
    [{ nonce: -1 }, 'nonce'],
    [{ nonce: 'one' }, 'nonce'],
    [{ nonce: FELT_PRIME }, 'nonce'],
    [{ maxFee: 1.5 }, 'maxFee'],
    [{ maxFee: 2n ** 128n }, 'maxFee'],
    [{ version: {} }, 'version'],
    [{ version: null }, 'version'],
    ['fast', 'options'],
  ])('J21: %# are refused with the name of the field', (options, field) => {
    expect(refusal(() => parseExecuteOptions(options))).toMatch(field)
  })
})
