import { MAX_ICON_BYTES } from '../constants.js'
import { isLoopback } from './loopback.js'

/** The longest accepted address, in characters; a picture may be a data URI. */
const LONGEST = 2_048

/** Parses an address; null when it is invalid, too long, or contains a user or a password. */
function readAddress(value: unknown, base?: string): URL | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null
  // A URL parser drops or converts blanks, control characters and backslashes, so a wallet could read another address than
  // we have checked.
  if (!/^[^\s\\\p{Cc}]+$/u.test(value)) return null
  if (!URL.canParse(value, base)) return null
  const url = new URL(value, base)
  return url.username || url.password ? null : url
}

/** Whether a value is a whole address that a wallet may get: https, or http on this machine. */
export function isWebAddress(value: unknown): value is string {
  const url = /^https?:\/\//i.test(String(value)) ? readAddress(value) : null
  return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname))
}

/**
 * Whether a value is the address of a picture: as {@link isWebAddress}, or a `data:image/…` of at most 128 Ki
 * characters.
 */
export const isImageAddress = (value: unknown): value is string =>
  isWebAddress(value) ||
  (typeof value === 'string' && value.length <= MAX_ICON_BYTES && /^data:image\/[\w.+-]+[;,]/i.test(value))

/**
 * Whether the page itself may read from an address: http or https on any host, or a path of the page. The browser
 * decides whether plain http is safe there, because it blocks mixed content.
 */
export function isNodeAddress(value: unknown): value is string {
  const url = readAddress(value, 'https://page.invalid/')
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
