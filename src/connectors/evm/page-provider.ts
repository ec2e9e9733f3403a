import type { WalletErrorCode } from '../../errors/catalogue.js'
import { readErrorCode, readErrorMessage, readField, toWalletError } from '../../errors/normalise.js'
import {
  CHAIN_DISCONNECTED,
  DISCONNECTED,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  REQUEST_PENDING,
  UNAUTHORIZED,
  UNKNOWN_CHAIN,
  UNSUPPORTED_CAPABILITY,
  UNSUPPORTED_METHOD,
  USER_REJECTED,
} from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import type { Eip1193Provider } from './announcement.js'
import type { ProviderEvents } from './provider-events.js'

/** The provider that a page gets: requests and events (EIP-1193). */
export type PageProvider = Pick<Eip1193Provider, 'request'> & ProviderEvents

/** Our codes as the numbers that libraries understand. A closed window counts as a refusal. */
const NUMBERS: Partial<Record<WalletErrorCode, number>> = {
  user_rejected: USER_REJECTED,
  popup_closed: USER_REJECTED,
  wallet_unauthorized: UNAUTHORIZED,
  no_session: UNAUTHORIZED,
  no_session_found: UNAUTHORIZED,
  not_implemented: UNSUPPORTED_METHOD,
  not_connected: DISCONNECTED,
  session_ended: DISCONNECTED,
  wallet_unavailable: DISCONNECTED,
  relay_unreachable: DISCONNECTED,
  chain_unavailable: CHAIN_DISCONNECTED,
  chain_mismatch: CHAIN_DISCONNECTED,
  network_switching_only_available_in_wallet: UNKNOWN_CHAIN,
  request_invalid: INVALID_PARAMS,
  request_pending: REQUEST_PENDING,
}

/** What phones send for an unknown chain (CAIP-25); the other numbers of phones are understood by {@link toWalletError}. */
const UNSUPPORTED_CHAINS = 5100

/** From here on numbers are those of EIPs, or of a protocol that the provider's user does not know. */
const FIRST_FOREIGN = 1_000

/** Numbers of EIP-1193 and EIP-3326. */
const OWN_NUMBERS = [
  USER_REJECTED,
  UNAUTHORIZED,
  UNSUPPORTED_METHOD,
  DISCONNECTED,
  CHAIN_DISCONNECTED,
  UNKNOWN_CHAIN,
]

/** Numbers of EIP-5792, whose meaning libraries know. */
const isOfBatches = (number: number) =>
  number >= UNSUPPORTED_CAPABILITY && number < UNSUPPORTED_CAPABILITY + 100

function toNumber(error: unknown): number {
  if (error instanceof WalletError) return NUMBERS[error.code] ?? INTERNAL_ERROR
  const number = readErrorCode(error)
  if (number !== undefined && isOfBatches(number)) return number
  if (number === UNSUPPORTED_CHAINS) return UNKNOWN_CHAIN
  const { code } = toWalletError(error, 'wallet_failed')
  if (code === 'user_rejected') return USER_REJECTED
  // A phone may say a number of WalletConnect's own, such as 5101, or any other.
  return number === undefined || (number >= FIRST_FOREIGN && !OWN_NUMBERS.includes(number))
    ? (NUMBERS[code] ?? INTERNAL_ERROR)
    : number
}

/** Turns whatever a request rejects with into an Error with a number (ProviderRpcError). */
function toRpcError(error: unknown): Error {
  const data = error instanceof WalletError ? { code: error.code } : readField(error, 'data')
  return Object.assign(
    new Error(readErrorMessage(error) || 'The wallet refused the request', { cause: error }),
    {
      code: toNumber(error),
      ...(data !== undefined && { data }),
    },
  )
}

const refuse = (code: number, message: string) => toRpcError({ code, message })

/**
 * Makes the provider for the page from the provider of a session: it checks the request's form, and every rejection is an
 * Error with a number.
 */
export function toPageProvider({ request, on, once, off, removeListener }: PageProvider): PageProvider {
  return {
    on,
    once,
    off,
    removeListener,
    async request(args) {
      const method = readField(args, 'method')
      const params = readField(args, 'params')
      if (typeof method !== 'string' || !method) throw refuse(INVALID_REQUEST, 'A request needs a method')
      if (params !== undefined && (params === null || typeof params !== 'object'))
        throw refuse(INVALID_PARAMS, 'The params of a request are a list or an object')
      try {
        return await request(params === undefined ? { method } : { method, params })
      } catch (error) {
        throw toRpcError(error)
      }
    },
  }
}
