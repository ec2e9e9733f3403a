/** Decimal places of a shown balance (specification). */
const BALANCE_DECIMALS = 6

/**
 * Writes an amount of smallest units as a decimal number, cut (never rounded up) to `places`.
 *
 * @param value smallest units, not negative
 * @param decimals how many of its digits stand after the decimal point
 */
export function formatUnits(value: bigint, decimals: number, places = BALANCE_DECIMALS): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).padEnd(places, '0').slice(0, places)
  return `${digits.slice(0, point)}${places ? '.' : ''}${fraction}`
}
