import type { WalletErrorCode } from '../../../errors/catalogue.js'
import { toWalletError } from '../../../errors/normalise.js'
import { INTERNAL_ERROR } from '../../../errors/rpc-codes.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import type { WireError } from './wire.js'

/** trpc-browser's answer when the wallet's code threw an error of its own, or the procedure does not exist. */
const NO_MESSAGE = 'Internal server error'

/** tRPC codes that say more than that the call failed. */
const BY_CODE: Partial<Record<string, WalletErrorCode>> = {
  UNAUTHORIZED: 'wallet_unauthorized',
  FORBIDDEN: 'wallet_unauthorized',
  BAD_REQUEST: 'request_invalid',
  PARSE_ERROR: 'request_invalid',
  TIMEOUT: 'wallet_timeout',
  NOT_IMPLEMENTED: 'not_implemented',
}

const isWireError = (error: unknown): error is WireError => !(error instanceof Error)

/** tRPC's own words for a procedure that its router does not have, in version 10 and in version 11. */
const NO_PROCEDURE = /^no .*procedure.* on path/i

/**
 * Whether a page does not know the procedure: trpc-browser 1.3.2 then sends an internal error without a message of the
 * wallet, and other adapters send tRPC's own NOT_FOUND.
 */
export function isUnknownProcedure(error: unknown): boolean {
  if (!isWireError(error)) return false
  const { code, message, data } = error
  if (data.webwalletErrorCode || data.webwalletErrorMessage) return false
  return (
    (code === INTERNAL_ERROR && message === NO_MESSAGE) ||
    (data.code === 'NOT_FOUND' && NO_PROCEDURE.test(message))
  )
}

/** Whether the visitor has logged out of the wallet, which ends the session. */
export const isLoggedOut = (error: unknown): boolean =>
  isWireError(error) && error.data.webwalletErrorCode === 'USER_LOGGED_OUT'

/**
 * Turns an error of the wallet's page into a {@link WalletError}. It passes on the page's own message.
 *
 * @param fallback the code when the error says nothing that we know
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
