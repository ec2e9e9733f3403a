import * as fc from 'fast-check'
import { formatUnits as reference } from 'viem'
import { expect, test } from 'vitest'
import { formatUnits } from '../../../src/protocol/units.js'

test.each([
  [0n, 18, '0.000000'],
  [1n, 18, '0.000000'],
  [999_999_999_999n, 18, '0.000000'],
  [10n ** 12n, 18, '0.000001'],
  [2n ** 128n - 1n, 18, '340282366920938463463.374607'],
  [1_999_999n, 6, '1.999999'],
  [5n, 0, '5.000000'],
  [15n, 1, '1.500000'],
])('the amount %s with %i decimals is shown as %s (J20)', (value, decimals, expected) => {
  expect(formatUnits(value, decimals)).toBe(expected)
})

test('an amount is exact, and cut after six decimal places', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat({ max: 77 }), (value, decimals) => {
      const [whole, fraction = ''] = reference(value, decimals).split('.')
      expect(formatUnits(value, decimals)).toBe(`${whole}.${fraction.slice(0, 6).padEnd(6, '0')}`)
    }),
    { numRuns: 300 },
  )
  expect(formatUnits(123n, 2, 0)).toBe('1')
})
