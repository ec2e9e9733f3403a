import {
  DISCONNECTED,
  DUPLICATE_BATCH,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  NOT_ATOMIC,
  REQUEST_PENDING,
  TRY_AGAIN_LATER,
  UNAUTHORIZED,
  UNKNOWN_BATCH,
  UNKNOWN_CHAIN,
  UNSUPPORTED_CAPABILITY,
  UNSUPPORTED_CHAIN,
  UNSUPPORTED_METHOD,
  USER_REJECTED,
} from '../../errors/rpc-codes.js'

/** The error that a provider rejects with: a numeric code, and what a wallet adds to it (EIP-1193, EIP-1474). */
export interface ProviderRpcError extends Error {
  readonly code: number
  readonly data?: unknown
}

/** Codes that wallets use: EIP-1193 (4xxx), EIP-1474 (-32xxx), EIP-3326 (4902), and 1013 for a short interruption. */
export const RPC_CODES = {
  rejected: USER_REJECTED,
  unauthorized: UNAUTHORIZED,
  unsupported: UNSUPPORTED_METHOD,
  disconnected: DISCONNECTED,
  unknownChain: UNKNOWN_CHAIN,
  tryAgain: TRY_AGAIN_LATER,
  pending: REQUEST_PENDING,
  methodNotFound: METHOD_NOT_FOUND,
  unsupportedCapability: UNSUPPORTED_CAPABILITY,
  unsupportedChain: UNSUPPORTED_CHAIN,
  duplicateBatch: DUPLICATE_BATCH,
  unknownBatch: UNKNOWN_BATCH,
  notAtomic: NOT_ATOMIC,
  invalidParams: INVALID_PARAMS,
  internal: INTERNAL_ERROR,
} as const

/** Creates a provider error. Its fields are its own even on a page with setters on `Object.prototype`. */
export function createRpcError(code: number, message: string, data?: unknown): ProviderRpcError {
  const fields = data === undefined ? { code } : { code, data }
  return Object.defineProperties(
    new Error(message),
    Object.getOwnPropertyDescriptors(fields),
  ) as ProviderRpcError
}

/** Wraps an error as MetaMask Mobile does: -32603 outside, the real error in `data.originalError`. */
export function nestRpcError(error: ProviderRpcError): ProviderRpcError {
  return createRpcError(RPC_CODES.internal, error.message, {
    originalError: { code: error.code, message: error.message, data: error.data },
  })
}

/** Turns an error into a plain object that is not an Error, as MetaMask's provider does. */
export function toPlainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, message, data } = error as ProviderRpcError
  return { ...(code !== undefined && { code }), message, ...(data !== undefined && { data }) }
}
