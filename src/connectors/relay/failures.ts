import { readErrorCode, readErrorMessage, readField } from '../../errors/normalise.js'
import { INTERNAL_ERROR } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'

/** Why a session ends, in the relay's protocol. It also answers every open request when the wallet ends the session. */
export const USER_DISCONNECTED = { code: 6_000, message: 'User disconnected.' }

/**
 * Turns an error into what an EIP-1193 provider rejects with: an Error with the wallet's numeric code
 * (ProviderRpcError).
 */
function toProviderError(error: unknown): Error {
  const message = readErrorMessage(error)
  const data = readField(error, 'data')
  return Object.assign(new Error(message, { cause: error }), {
    code: readErrorCode(error) ?? INTERNAL_ERROR,
    ...(data !== undefined && { data }),
  })
}

/** Texts of the relay's client (2.21), which throws Errors without codes, and the code of ours that each means. */
const BY_TEXT: readonly (readonly [RegExp, ConstructorParameters<typeof WalletError>[0]])[] = [
  [/request expired|proposal expired/i, 'request_expired'],
  [/request\(\) method/i, 'not_implemented'],
  [/request\(\) chainid/i, 'chain_unavailable'],
  [/no matching key|recently deleted|session topic|expired\./i, 'session_ended'],
  [/internet connection|socket|failed to publish|subscribing to|connection/i, 'relay_unreachable'],
]

/**
 * Turns the error of a request over the relay into our own. Errors of the wallet keep their code; errors of the client
 * have only a text and become WalletErrors.
 */
export function toRequestError(error: unknown): Error {
  if (error instanceof WalletError) return error
  const code = readErrorCode(error)
  if (code === USER_DISCONNECTED.code) return new WalletError('session_ended', { cause: error })
  if (code !== undefined) return toProviderError(error)
  const message = readErrorMessage(error)
  const known = BY_TEXT.find(([pattern]) => pattern.test(message))
  return known ? new WalletError(known[1], { cause: error }) : toProviderError(error)
}

/** Codes that a failed pairing keeps: what the page must change, and what is wrong with a wallet's answer. */
const KEPT: readonly string[] = [
  'config_invalid',
  'connection_rejected',
  'message_invalid',
  'message_too_long',
  'session_incompatible',
  'signature_invalid',
]

/**
 * The error of a pairing, the same for a failure and a refusal (specification, section 4); `cause` has the
 * difference. When the relay refuses this page, the error says what to change.
 */
export function toPairingError(error: unknown): WalletError {
  if (error instanceof WalletError && KEPT.includes(error.code)) return error
  return new WalletError('connection_rejected', { cause: error })
}

/**
 * What to change when the relay closes a socket as unauthorised (3000, 4010): the device's clock, which dates the
 * token, or the project id.
 */
export function toRefusal(reason: string): WalletError {
  const isClock = /jwt|token|expir|\biat\b|\bexp\b|issued|clock/i.test(reason)
  return new WalletError('config_invalid', {
    message: isClock
      ? 'The relay refused this device’s token. Check that its clock is right, then try again.'
      : 'The relay refused the project id. Set project-id to a valid one, and allow this site’s address for it.',
    cause: new Error(reason),
  })
}
