import { describe, expect, it } from 'vitest'
import { shortenAmount, spellAmount } from '../../../../src/view/account/amount.js'

const amount = (value: bigint, decimals = 18) => ({ value, decimals, symbol: 'ETH', formatted: '' })
const ETHER = 10n ** 18n

describe('a balance in the button (U09)', () => {
  it.each([
    ['0', 0n, '0'],
    ['a small one', 1_234_567_890_000_000n, '0.0012345'],
    ['one and a bit', 1_234_567_890_000_000_000n, '1.2345'],
    ['never rounded up', 1_999_999_999_999_999_999n, '1.9999'],
    ['thousands in groups', 12_345n * ETHER, '12,345'],
    ['all whole digits', 123_456_789n * (ETHER / 1_000n), '123,456'],
    ['all whole digits in short, too', 123_456_789n * 10n ** 12n * ETHER, '123,456,789T'],
    ['in short from a million on', 1_000_000n * ETHER, '1M'],
    ['five digits that count in short, too', 98_765_432_109n * ETHER, '98.765B'],
    ['next to nothing', 1n, '<0.000001'],
  ])('is shown right: %s', (_, value, text) => {
    expect(shortenAmount(amount(value), 'en')).toBe(text)
  })

  it('is shown right for a token without decimals', () => {
    expect(shortenAmount(amount(1_200n, 0), 'en')).toBe('1,200')
    expect(spellAmount(amount(1_200n, 0), 'en')).toBe('1,200')
  })

  it('has the digits and groups of its language, and those of English for an unknown tag', () => {
    expect(shortenAmount(amount(12_345n * ETHER), 'de')).toBe('12.345')
    expect(shortenAmount(amount(1_500_000n * ETHER), 'ja')).toBe('150万')
    expect(shortenAmount(amount(12_345n * ETHER), 'not a tag')).toBe('12,345')
  })

  it('has six decimals in the menu, cut and never rounded up (SP11)', () => {
    expect(spellAmount(amount(1_234_567_890_123_456_789n), 'en')).toBe('1.234567')
    expect(spellAmount(amount(12_345_678_999_999_999_999n), 'de')).toBe('12,345678')
    expect(spellAmount(amount(1_500_000_000_000_000_000n), 'en')).toBe('1.5')
    expect(spellAmount(amount(98_765_432_109n * ETHER + 10n), 'en')).toBe('98,765,432,109')
    expect([spellAmount(amount(0n), 'en'), spellAmount(amount(10n), 'en')]).toEqual(['0', '<0.000001'])
  })
})
