import { WalletError } from '../errors/wallet-error.js'
import { readBase } from '../platform/base-address.js'

/**
 * Reads the base URL of an API. A relative URL starts where the page's addresses do.
 *
 * @throws WalletError `config_invalid`
 */
export function readApiUrl(text: string): URL {
  try {
    const url = new URL(text, readBase())
    url.protocol = url.protocol.replace(/^ws/, 'http')
    if (/^https?:$/.test(url.protocol)) return url
  } catch {
    // An unreadable text is an invalid URL, see below.
  }
  throw new WalletError('config_invalid', { message: 'The URL of the API is not valid' })
}
