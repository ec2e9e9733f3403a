import type { Balance } from '../../connectors/connector.js'
import { formatUnits } from '../../protocol/units.js'

/** Numbers from here on are written in short: 1.5M. */
const COMPACT = 1_000_000

/** The smallest amount that is written out. */
const SMALLEST_SHOWN = 0.000001

/** Options that a browser may lack are left to it: the number is then rounded, not cut. */
const write = (value: number | string, lang: string, options: object): string => {
  try {
    return new Intl.NumberFormat(lang, options).format(value as number)
  } catch {
    return new Intl.NumberFormat('en', options).format(value as number)
  }
}

/** An amount in all its digits, without zeros at the end: 12.345678901234567891. */
const toDecimal = ({ value, decimals }: Balance): string => {
  const text = formatUnits(value, decimals, decimals)
  return decimals ? text.replace(/\.?0+$/, '') : text
}

/**
 * An amount as it stands in the button: grouped, at most five digits that count, cut and never rounded up, in short from a
 * million on.
 *
 * @param lang BCP 47, which has a say in digits and grouping
 */
export function shortenAmount(balance: Balance, lang: string): string {
  const decimal = toDecimal(balance)
  const amount = Number(decimal)
  const isTiny = amount > 0 && amount < SMALLEST_SHOWN
  const text = write(isTiny ? SMALLEST_SHOWN : decimal, lang, {
    maximumSignificantDigits: 5,
    roundingMode: 'trunc',
    ...(amount >= COMPACT && { notation: 'compact' }),
  })
  return isTiny ? `<${text}` : text
}

/** An amount in all its digits, grouped. */
export const spellAmount = (balance: Balance, lang: string): string =>
  // Written out as text: a number would have lost digits.
  write(toDecimal(balance), lang, { maximumFractionDigits: 20 })
