import type { WalletErrorCode } from '../../errors/catalogue.js'
import { readErrorCode, readErrorMessage, readField, toWalletError } from '../../errors/normalise.js'
import { METHOD_NOT_FOUND, UNSUPPORTED_METHOD } from '../../errors/rpc-codes.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'

/** The second text of `connect_failed`: the mobile and the web flow of Starknet. */
export const STARKNET_CONNECT_FAILED = 'Failed to connect to Starknet'

/** The wallet API's codes (Starknet wallet RPC). Every connector knows 113, the refusal. */
const BY_CODE: Record<number, WalletErrorCode> = {
  111: 'asset_not_erc20',
  112: 'network_switching_only_available_in_wallet',
  114: 'request_invalid',
  115: 'account_already_deployed',
  116: 'not_implemented',
  117: 'network_switching_only_available_in_wallet',
  118: 'wallet_failed',
  119: 'wallet_failed',
  120: 'wallet_failed',
  162: 'wallet_outdated',
  163: 'wallet_failed',
}

/** Codes that our text describes only in general, so the wallet's own message is passed on. */
const HAS_OWN_WORDS: readonly (number | undefined)[] = [114, 118, 119, 120, 162, 163]

/** The message that the wallet API gives to each code; it only repeats the code. */
const API_CONSTANT = /^An error occurred \([A-Z0-9_]+\)$/

/**
 * The message of a wallet if a person can read it: not the API's constant, and no JSON (as from Argent X's input
 * checks).
 */
function readOwnWords(error: unknown): string {
  const [line = ''] = readErrorMessage(error)
    .trim()
    .split(/[\r\n]/)
  return /^[[{]/.test(line) || API_CONSTANT.test(line) ? '' : line.trim()
}

const GAVE_UP = /^(?:timeout|user action timed out)$/i

const NOT_IMPLEMENTED = /not (?:yet )?implemented/i

const UNKNOWN_METHOD =
  /not (?:yet )?implemented|not supported|(?:unknown|unsupported) (?:request|method|type|rpc)/i

/**
 * Whether a wallet says that it lacks the method, and not that the method failed. Cartridge Controller has a general code
 * and message, and says it in `data`.
 */
export function isUnknownMethod(error: unknown): boolean {
  const code = readErrorCode(error)
  const data = readField(error, 'data')
  return (
    (typeof data === 'string' && NOT_IMPLEMENTED.test(data)) ||
    code === METHOD_NOT_FOUND ||
    code === UNSUPPORTED_METHOD ||
    (code === undefined && UNKNOWN_METHOD.test(readErrorMessage(error)))
  )
}

/** Whether Argent X says that it does not know the page, which it also says of every page while it is locked. */
export const isWithoutLeave = (error: unknown): boolean => /not preauthorized/i.test(readErrorMessage(error))

/**
 * Turns the error of a Starknet wallet into a {@link WalletError}.
 *
 * @param fallback the code when the wallet's code says nothing; its own message is then passed on
 */
export function toStarknetError(error: unknown, fallback: WalletErrorCode): WalletError {
  if (error instanceof WalletError) return error
  // Cartridge Controller rejects a signature that the visitor has refused with nothing at all.
  if (error === undefined && fallback === 'sign_failed') return new UserRejectedRequestError(error)
  const code = readErrorCode(error)
  const known = BY_CODE[code ?? 0]
  const message = readOwnWords(error)
  if (known) {
    return new WalletError(known, { cause: error, ...(HAS_OWN_WORDS.includes(code) && { message }) })
  }
  if (isUnknownMethod(error)) return new WalletError('not_implemented', { cause: error })
  if (isWithoutLeave(error)) return new WalletError('wallet_unauthorized', { cause: error })
  if (code === undefined && GAVE_UP.test(message)) return new WalletError('wallet_timeout', { cause: error })
  const read = toWalletError(error, fallback, true)
  // Only the part of the wallet's own message that a person can read.
  return read.code === fallback ? new WalletError(fallback, { message, cause: error }) : read
}
