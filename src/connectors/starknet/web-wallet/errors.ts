import type { WalletErrorCode } from '../../../errors/catalogue.js'
import { toWalletError } from '../../../errors/normalise.js'
import { INTERNAL_ERROR } from '../../../errors/rpc-codes.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import type { WireError } from './wire.js'

/** What trpc-browser answers where the wallet's code threw something of its own, or the procedure does not exist. */
const NO_MESSAGE = 'Internal server error'

/** tRPC's codes that say more than that it failed. */
const BY_CODE: Partial<Record<string, WalletErrorCode>> = {
  UNAUTHORIZED: 'wallet_unauthorized',
  FORBIDDEN: 'wallet_unauthorized',
  BAD_REQUEST: 'request_invalid',
  PARSE_ERROR: 'request_invalid',
  TIMEOUT: 'wallet_timeout',
  NOT_IMPLEMENTED: 'not_implemented',
}

const isWireError = (error: unknown): error is WireError => !(error instanceof Error)

/**
 * Whether this is the answer of a page that does not know the procedure: trpc-browser 1.3.2 sends an internal error without
 * a word of the wallet's own, not NOT_FOUND.
 */
export function isUnknownProcedure(error: unknown): boolean {
  if (!isWireError(error)) return false
  const { code, message, data } = error
  return (
    code === INTERNAL_ERROR &&
    message === NO_MESSAGE &&
    !data.webwalletErrorCode &&
    !data.webwalletErrorMessage
  )
}

/** Whether the visitor has logged out of the wallet, so that the session is over. */
export const isLoggedOut = (error: unknown): boolean =>
  isWireError(error) && error.data.webwalletErrorCode === 'USER_LOGGED_OUT'

/**
 * Turns what the wallet's page failed with into a {@link WalletError}. Its own words are passed on where it sent some.
 *
 * @param fallback the code where it says nothing that is known
 */
export function toWebWalletError(error: unknown, fallback: WalletErrorCode): WalletError {
  if (!isWireError(error)) return toWalletError(error, fallback)
  const { data } = error
  if (isLoggedOut(error)) return new WalletError('session_ended', { cause: error })
  if (data.webwalletErrorCode === 'USER_REJECTED') return new UserRejectedRequestError(error)
  const message = data.webwalletErrorMessage ?? (error.message === NO_MESSAGE ? '' : error.message)
  const worded = toWalletError({ message, data }, fallback, true)
  const known = BY_CODE[data.code ?? '']
  return known && worded.code !== 'user_rejected' ? new WalletError(known, { cause: error }) : worded
}
