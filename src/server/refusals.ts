import type { ApiCode } from '../errors/api-catalogue.js'
import { isSignInErrorCode, type SignInErrorCode } from '../errors/sign-in-catalogue.js'
import { WalletError } from '../errors/wallet-error.js'

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

/** The API's code for a refusal: what the visitor's request is not to blame for is the server's own fault. */
export function toApiCode({ code }: WalletError): ApiCode {
  if (isSignInErrorCode(code)) return API_CODE_OF[code]
  return code === 'request_invalid' ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR'
}

/** Writes a fault of the server's own to its console, because the visitor who hears of it cannot mend it. */
export function reportFault(error: unknown): void {
  if (!(error instanceof WalletError) || toApiCode(error) === 'INTERNAL_SERVER_ERROR') console.error(error)
}
