import { WalletError } from '../errors/wallet-error.js'
import { readFelt, toFeltHex } from './felt.js'
import { encodeShortString, findShortStringFault } from './short-string.js'

const UNSUPPORTED = 'Only hex, integers and bigint are supported in calldata'

/**
 * Reads one item of calldata as a felt: hex, an integer, a bigint, or a short string.
 *
 * A text that only a lenient parser reads as a number (` 12`, `1e3`, `-1`, `1.5`) is refused, because it would silently
 * become a short string.
 *
 * @returns the felt as hex
 * @throws WalletError `request_invalid` with the specification's text
 */
export function parseCalldataItem(item: unknown): string {
  const felt = readFelt(item)
  if (felt !== null) return toFeltHex(felt)
  let fault: string | null = UNSUPPORTED
  const isWord = (text: string) => text === '' || /^[+-]?Infinity$/.test(text) || Number.isNaN(Number(text))
  if (typeof item === 'string' && !/^0x/i.test(item) && isWord(item)) {
    fault = findShortStringFault(item)
    if (!fault) return toFeltHex(encodeShortString(item))
    if (fault.includes('ASCII')) fault = UNSUPPORTED
  }
  throw new WalletError('request_invalid', { message: fault })
}
