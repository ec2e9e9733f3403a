import type { ApiCode } from '../errors/api-catalogue.js'
import { isSignInErrorCode, type SignInErrorCode } from '../errors/sign-in-catalogue.js'
import type { WalletError } from '../errors/wallet-error.js'

/** The API's code for each refused sign-in. */
export const API_CODE_OF: Readonly<Record<SignInErrorCode, ApiCode>> = {
  message_invalid: 'BAD_REQUEST',
  message_too_long: 'PAYLOAD_TOO_LARGE',
  message_expired: 'PRECONDITION_FAILED',
  nonce_used: 'CONFLICT',
  nonce_unknown: 'PRECONDITION_FAILED',
  domain_mismatch: 'FORBIDDEN',
  chain_mismatch: 'UNPROCESSABLE_CONTENT',
  account_mismatch: 'UNPROCESSABLE_CONTENT',
  // UNAUTHORIZED would mean that a session has ended, and would sign the visitor out.
  signature_invalid: 'FORBIDDEN',
  account_not_deployed: 'UNPROCESSABLE_CONTENT',
  rpc_failed: 'INTERNAL_SERVER_ERROR',
  store_failed: 'INTERNAL_SERVER_ERROR',
  origin_refused: 'FORBIDDEN',
}

/** The API's code for a refusal; `BAD_REQUEST` for a code that is not the sign-in's, such as `request_invalid`. */
export const toApiCode = ({ code }: WalletError): ApiCode =>
  isSignInErrorCode(code) ? API_CODE_OF[code] : 'BAD_REQUEST'
