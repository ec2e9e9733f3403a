import { WalletError } from '../errors/wallet-error.js'

/**
 * Reads an option that is a time in ms, rounded to whole ms: `DAY / 7` has a fraction, and stores and messages have none.
 *
 * @throws WalletError `config_invalid` for anything but a finite number from 0 on: with NaN or a text, no proof would ever
 * count as used or as too old
 */
export function readTime<Name extends string>(
  options: { [name in Name]?: number | undefined },
  name: Name,
  byDefault: number,
): number {
  const time = options[name] ?? byDefault
  if (Number.isFinite(time) && time >= 0) return Math.round(time)
  throw new WalletError('config_invalid', { message: `${name} must be a number of milliseconds` })
}
