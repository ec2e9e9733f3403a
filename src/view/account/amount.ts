import type { Balance } from '../../connectors/connector.js'
import { formatUnits } from '../../protocol/units.js'

/** Larger numbers are written in short form: 1.5M. */
const COMPACT = 1_000_000

/** The smallest amount that is shown as a number. */
const SMALLEST_SHOWN = 0.000001

/** How many decimals the menu shows. */
const SHOWN_PLACES = 6

/** A browser may ignore options that it does not know: it then rounds the number instead of cutting it. */
const write = (value: number | string, lang: string, options: object): string => {
  try {
    return new Intl.NumberFormat(lang, options).format(value as number)
  } catch {
    return new Intl.NumberFormat('en', options).format(value as number)
  }
}

/** Writes an amount without trailing zeros: 12.345678901234567891. @param places where it is cut */
const toDecimal = ({ value, decimals }: Balance, places: number): string => {
  const text = formatUnits(value, decimals, places)
  return places ? text.replace(/\.?0+$/, '') : text
}

/**
 * Writes an amount for the button: grouped, at most five significant digits but all whole ones, cut and never rounded
 * up, in short form from a million on.
 *
 * @param lang BCP 47; it decides on digits and grouping
 */
export function shortenAmount(balance: Balance, lang: string): string {
  const decimal = toDecimal(balance, balance.decimals)
  const amount = Number(decimal)
  const isTiny = amount > 0 && amount < SMALLEST_SHOWN
  const text = write(isTiny ? SMALLEST_SHOWN : decimal, lang, {
    maximumSignificantDigits: 5,
    // Whole digits are never cut: of the two limits the one that shows more counts.
    maximumFractionDigits: 0,
    roundingPriority: 'morePrecision',
    roundingMode: 'trunc',
    ...(amount >= COMPACT && { notation: 'compact' }),
  })
  return isTiny ? `<${text}` : text
}

/**
 * Writes an amount for the menu: grouped, at most six decimals (specification, section 9), cut and never rounded up.
 */
export function spellAmount(balance: Balance, lang: string): string {
  // Format a text, because a number would lose digits.
  const decimal = toDecimal(balance, SHOWN_PLACES)
  const isTiny = balance.value > 0n && decimal === '0'
  const text = write(isTiny ? SMALLEST_SHOWN : decimal, lang, { maximumFractionDigits: SHOWN_PLACES })
  return isTiny ? `<${text}` : text
}
