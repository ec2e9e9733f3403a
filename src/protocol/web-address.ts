import { MAX_ICON_BYTES } from '../constants.js'
import { isLoopback } from './loopback.js'

/** Longest address that is taken, in characters. A picture may stand in the address itself. */
const LONGEST = 2_048

/**
 * No blanks, control characters or backslashes: a URL parser drops or turns them, so that a wallet could read another
 * address than the one that was checked.
 */
const PLAIN = /^[^\s\\\p{Cc}]+$/u

/** What an address says, or null where it is none, is over long, or has a user or a password in it. */
function readAddress(value: unknown, base?: string): URL | null {
  if (typeof value !== 'string' || value.length > LONGEST || !PLAIN.test(value)) return null
  if (!URL.canParse(value, base)) return null
  const url = new URL(value, base)
  return url.username || url.password ? null : url
}

/** Whether something is a whole address that may be handed to a wallet: https, or http on this machine. */
export function isWebAddress(value: unknown): value is string {
  const url = /^https?:\/\//i.test(String(value)) ? readAddress(value) : null
  return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname))
}

/** Whether something is an address of a picture: as {@link isWebAddress}, or a `data:image/…` of at most 128 Ki characters. */
export const isImageAddress = (value: unknown): value is string =>
  isWebAddress(value) ||
  (typeof value === 'string' && value.length <= MAX_ICON_BYTES && /^data:image\/[\w.+-]+[;,]/i.test(value))

/**
 * Whether the page itself may read from an address: http or https, on any host, a path of the page's own too. Whether plain
 * http is safe there is the browser's to say, which holds mixed content back.
 */
export function isNodeAddress(value: unknown): value is string {
  const url = readAddress(value, 'https://page.invalid/')
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

/** A copy of a list of addresses, so that what was checked is what is sent; null where one of them does not fit. */
export function copyAddresses(
  value: unknown,
  fits: (address: unknown) => address is string = isWebAddress,
): string[] | null {
  if (!Array.isArray(value)) return null
  const copy: unknown[] = Array.from(value)
  return copy.every(fits) ? copy : null
}
