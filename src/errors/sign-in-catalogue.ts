/**
 * What can be wrong with a sign-in message or its proof, each with its text.
 *
 * A separate file, so that a page without sign-in does not load it.
 */
export const SIGN_IN_CATALOGUE = {
  message_invalid: 'The sign-in message is not well formed.',
  message_too_long: 'The sign-in message, or a part of it, is too long.',
  message_expired: 'The sign-in message is out of date. Sign in again.',
  nonce_used: 'This sign-in was used already. Sign in again.',
  nonce_unknown: 'This sign-in was not begun here, or too long ago. Sign in again.',
  domain_mismatch: 'The sign-in message is for another site.',
  chain_mismatch: 'The sign-in message is for another network.',
  account_mismatch: 'The sign-in message is for another account.',
  signature_invalid: 'The signature is not valid',
  account_not_deployed:
    'This account is not on the chain yet, so its signature cannot be checked. Make a first transaction with it, then sign in again.',
  rpc_failed: 'The node of this network did not answer. Try again later.',
  store_failed: 'The server could not keep this sign-in. Try again later.',
  origin_refused: 'Requests from another site are not answered.',
} as const

/** A code of the sign-in catalogue. */
export type SignInErrorCode = keyof typeof SIGN_IN_CATALOGUE

/** Whether a code is in the sign-in catalogue. */
export const isSignInErrorCode = (code: unknown): code is SignInErrorCode =>
  typeof code === 'string' && Object.hasOwn(SIGN_IN_CATALOGUE, code)
