import type { WalletErrorCode } from '../../errors/catalogue.js'
import { readErrorCode, readErrorMessage, toWalletError } from '../../errors/normalise.js'
import { METHOD_NOT_FOUND, UNSUPPORTED_METHOD } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise } from '../../platform/natives.js'
import type { StarknetWallet } from './wallet-object.js'

/** The wallet API's codes (Starknet wallet RPC); 113, the refusal, is known to every connector. */
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

/** Codes whose sentence here is general: what the wallet says with them is passed on. */
const HAS_OWN_WORDS: readonly (number | undefined)[] = [114, 118, 119, 120, 162, 163]

/** The message that the wallet API gives to each code, which says nothing beyond it. */
const API_CONSTANT = /^An error occurred \([A-Z0-9_]+\)$/

/** What a wallet says, where a person can read it: not the API's own constant, and no JSON (Argent X's checks of input). */
function readOwnWords(error: unknown): string {
  const [line = ''] = readErrorMessage(error)
    .trim()
    .split(/[\r\n]/)
  return /^[[{]/.test(line) || API_CONSTANT.test(line) ? '' : line.trim()
}

const GAVE_UP = /^(?:timeout|user action timed out)$/i

const UNKNOWN_METHOD =
  /not (?:yet )?implemented|not supported|(?:unknown|unsupported) (?:request|method|type|rpc)/i

/** Makes one request. Whatever the wallet does (throw, return a bare value, a broken thenable), the answer is a promise. */
export function ask(wallet: StarknetWallet, type: string, params?: unknown): Promise<unknown> {
  return new NativePromise((resolve) =>
    resolve(wallet.request(params === undefined ? { type } : { type, params })),
  )
}

/** Whether a wallet says that it does not have the method, rather than that it failed. */
export function isUnknownMethod(error: unknown): boolean {
  const code = readErrorCode(error)
  return (
    code === METHOD_NOT_FOUND ||
    code === UNSUPPORTED_METHOD ||
    (code === undefined && UNKNOWN_METHOD.test(readErrorMessage(error)))
  )
}

/**
 * Turns what a Starknet wallet rejected with into a {@link WalletError}.
 *
 * @param fallback used where the wallet's code says nothing; its own message is passed on then
 */
export function toStarknetError(error: unknown, fallback: WalletErrorCode): WalletError {
  if (error instanceof WalletError) return error
  const code = readErrorCode(error)
  const known = BY_CODE[code ?? 0]
  const message = readOwnWords(error)
  if (known) {
    return new WalletError(known, { cause: error, ...(HAS_OWN_WORDS.includes(code) && { message }) })
  }
  if (isUnknownMethod(error)) return new WalletError('not_implemented', { cause: error })
  if (code === undefined && GAVE_UP.test(message)) return new WalletError('wallet_timeout', { cause: error })
  const read = toWalletError(error, fallback, true)
  // With the wallet's own message, of which only what a person can read is shown.
  return read.code === fallback ? new WalletError(fallback, { message, cause: error }) : read
}
