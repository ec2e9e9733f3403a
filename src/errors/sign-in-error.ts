import { SIGN_IN_CATALOGUE, type SignInErrorCode } from './sign-in-catalogue.js'
import { WalletError, type WalletErrorOptions } from './wallet-error.js'

/**
 * Creates an error of the sign-in catalogue.
 *
 * @param detail what exactly is wrong; it is added to the catalogue's text
 */
export function createSignInError(
  code: SignInErrorCode,
  detail = '',
  options: WalletErrorOptions = {},
): WalletError {
  const text = SIGN_IN_CATALOGUE[code]
  return new WalletError(code, { message: detail ? `${text} (${detail})` : text, ...options })
}
