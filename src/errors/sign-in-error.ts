import { SIGN_IN_CATALOGUE, type SignInErrorCode } from './sign-in-catalogue.js'
import { WalletError, type WalletErrorOptions } from './wallet-error.js'

/**
 * An error of the sign-in catalogue.
 *
 * @param detail what exactly is wrong, added to the catalogue's sentence
 */
export function createSignInError(
  code: SignInErrorCode,
  detail = '',
  options: WalletErrorOptions = {},
): WalletError {
  const text = SIGN_IN_CATALOGUE[code]
  return new WalletError(code, { message: detail ? `${text} (${detail})` : text, ...options })
}
