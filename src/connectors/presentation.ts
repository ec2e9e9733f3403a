import { MAX_ICON_BYTES, MAX_WALLET_NAME } from '../constants.js'

const ICON = /^data:image\/(?:png|jpe?g|gif|webp|svg\+xml)[;,]/i

/** A foreign name as plain text: no control, bidi or zero-width characters, at most 64 code points. */
export function cleanName(value: unknown): string {
  if (typeof value !== 'string') return ''
  const text = value.slice(0, 4_096).replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()
  return [...text].slice(0, MAX_WALLET_NAME).join('')
}

/** A foreign icon if it is an image as a data URI of at most 128 KiB, else an empty string. */
export function cleanIcon(value: unknown): string {
  return typeof value === 'string' && value.length < MAX_ICON_BYTES * 1.4 && ICON.test(value) ? value : ''
}

/** The key a wallet's stored values go by: its name in lower case, without other than word characters. */
export function toWalletKey(name: string, id: string): string {
  return name.replace(/\W/g, '').toLowerCase() || id.replace(/\W/g, '').toLowerCase() || 'wallet'
}
