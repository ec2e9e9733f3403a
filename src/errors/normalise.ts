import { CATALOGUE, type CatalogueCode, type WalletErrorCode } from './catalogue.js'
import {
  CHAIN_DISCONNECTED,
  DISCONNECTED,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  REQUEST_PENDING,
  UNAUTHORIZED,
  UNKNOWN_CHAIN,
  UNSUPPORTED_METHOD,
  UPGRADE_REJECTED,
  USER_REJECTED,
} from './rpc-codes.js'
import { UserRejectedRequestError, WalletError } from './wallet-error.js'

/** The words of a refusal. Safe says “Transaction was rejected”, also about a message. */
const REJECTED =
  /\b(?:user|request)\b.*\b(?:abort|reject|refus|den(?:y|ied)|cancel|declin|disapprov)|\b(?:abort|reject|refus|cancell?|deni|declin)ed by (?:the )?user|^user (?:abort|closed)|^(?:cancell?|reject)ed[.!]?$|^transaction was rejected\.?$|\buser_re(?:fused|jected)/i

/** What a contract, a node, a bundler or the network says, in the first line: the visitor has not refused. */
const NO_REFUSAL =
  /^.*(?:\brevert(?:ed)?\b|connection refused|econnrefused|time(?:d )?out|rate limit|bundler|paymaster|\buser ?op|aborted a request)/i

/** Codes in words that mean a refusal: Cartridge Controller and ethers. */
const REJECTED_CODE = /^(?:cancell?ed|action_rejected)$/i

/** The words for a request that the wallet still shows. Rabby has them with −32001. */
const PENDING =
  /^already processing\b|\bpending request\b|\b(?:request|prompt|approval|popup|window)\b.*\balready (?:pending|open|in progress)/i

/** The words of a wallet that is locked: Keplr, and Argent X without an account in use. */
const LOCKED = /^(?:the |your )?(?:key ?ring|wallet|vault|extension) is locked\b|^no account selected\b/i

/**
 * What Chromium says to a page whose extension was updated, reloaded or turned off: its provider works again only after
 * a reload of the page.
 */
const RESTARTED = /extension context (?:was )?invalidated/i

/** Longest message of a foreign error that is kept, in characters. */
const MAX_FOREIGN_MESSAGE = 1_000

/**
 * Codes that wallets use, and the code of ours that each means (EIP-1193, EIP-1474, CAIP-25, Starknet wallet API). It is a map,
 * because an object turns numbers below zero into texts, for which V8 takes 65 kB once two of them meet in its cache.
 */
const BY_CODE = new Map<number | undefined, WalletErrorCode>([
  [USER_REJECTED, 'user_rejected'],
  [UPGRADE_REJECTED, 'user_rejected'],
  [5000, 'user_rejected'],
  [5001, 'user_rejected'],
  [5002, 'user_rejected'],
  [5003, 'user_rejected'],
  [113, 'user_rejected'],
  [UNAUTHORIZED, 'wallet_unauthorized'],
  [UNSUPPORTED_METHOD, 'not_implemented'],
  [METHOD_NOT_FOUND, 'not_implemented'],
  [5101, 'not_implemented'],
  // What WalletConnect's own clients say of a method that was not granted, or that they do not have.
  [1001, 'not_implemented'],
  [3001, 'not_implemented'],
  [10001, 'not_implemented'],
  [DISCONNECTED, 'wallet_unavailable'],
  [CHAIN_DISCONNECTED, 'chain_unavailable'],
  [REQUEST_PENDING, 'request_pending'],
  [INVALID_PARAMS, 'request_invalid'],
  [INTERNAL_ERROR, 'wallet_failed'],
])

/** Reads a property of any value. A getter that throws or a revoked Proxy counts as a missing property. */
export function readField(value: unknown, key: string): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}

function toCode(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d{1,6}$/.test(value) ? Number(value) : undefined
}

/**
 * The numeric code of a wallet's error, wherever the wallet has put it.
 *
 * MetaMask Mobile nests the real error in `data.originalError`; other wallets send the code as a string. A refusal counts also where
 * it is the data or the cause of an error without a code of its own.
 */
export function readErrorCode(error: unknown): number | undefined {
  const data = readField(error, 'data')
  const nested = toCode(readField(readField(data, 'originalError'), 'code'))
  const own = toCode(readField(error, 'code'))
  if (own !== undefined && own !== INTERNAL_ERROR) return own
  const inner = [data, readField(error, 'cause'), readField(error, 'error'), readField(data, 'cause')]
    .map((each) => toCode(readField(each, 'code')))
    .find((code) => code === UNKNOWN_CHAIN || BY_CODE.get(code) === 'user_rejected')
  return nested ?? inner ?? own
}

/** The message of anything that was thrown, shortened for display, or an empty string. */
export function readErrorMessage(error: unknown): string {
  const message = typeof error === 'string' ? error : readField(error, 'message')
  return typeof message === 'string' ? message.slice(0, MAX_FOREIGN_MESSAGE) : ''
}

/** Whether a wallet's extension has been restarted under the page. */
export const isRestarted = (error: unknown): boolean => RESTARTED.test(readErrorMessage(error))

/** Sentences that EIP-1193, EIP-1474, JSON-RPC 2.0 and the libraries of wallets use for a code. */
const CONSTANT =
  /^(?:invalid (?:method )?(?:input|param(?:eter)?s?(?:\(s\))?)|(?:json-rpc )?internal (?:json-rpc )?error|unspecified error message\b.*|missing or invalid parameters\b.*)[.:]?$/i

/**
 * What a wallet says about an error in its own words: the first line, without the standard sentence of the code, and
 * never JSON. An empty string when the wallet says nothing of its own.
 */
export function readOwnWords(error: unknown): string {
  const [line = ''] = readErrorMessage(error).trim().split('\n')
  return CONSTANT.test(line) || /^[[{"]/.test(line) ? '' : line
}

/**
 * Turns anything that was thrown into a {@link WalletError}. It never throws, and returns a WalletError unchanged.
 *
 * @param error anything: an Error, a plain `{ code, message }`, a string, undefined, a hostile Proxy
 * @param fallback the code to use when the error says nothing that we know
 * @param keepMessage use the wallet's own message instead of the fallback's text
 */
export function toWalletError(error: unknown, fallback: WalletErrorCode, keepMessage = false): WalletError {
  try {
    if (error instanceof WalletError) return error
  } catch {
    // A Proxy may throw even when its prototype is read.
  }
  const numeric = readErrorCode(error)
  const message = readErrorMessage(error)
  const theirs = readField(error, 'code')
  // The page's own connector may use another copy of this package, with its own WalletError class.
  const isTheirs = typeof theirs === 'string' && Object.hasOwn(CATALOGUE, theirs)
  if (isTheirs && readField(error, 'name') === 'WalletError')
    return new WalletError(theirs as CatalogueCode, { message, cause: error })
  const known = BY_CODE.get(numeric)
  const saysNo = REJECTED.test(message) && !NO_REFUSAL.test(message)
  const isRefusal = saysNo || (typeof theirs === 'string' && REJECTED_CODE.test(theirs))
  // An internal error says nothing by its code, so its words count: MetaMask's own “User denied …” comes with it.
  if (known === 'user_rejected' || ((known === undefined || known === 'wallet_failed') && isRefusal)) {
    return new UserRejectedRequestError(error)
  }
  if (known === undefined || known === 'wallet_failed') {
    if (PENDING.test(message)) return new WalletError('request_pending', { cause: error })
    if (LOCKED.test(message)) return new WalletError('wallet_locked', { cause: error })
  }
  if (isRestarted(error)) {
    return new WalletError('wallet_unavailable', {
      message: 'The wallet’s extension was restarted. Reload the page.',
      cause: error,
    })
  }
  const code = known === undefined || (known === 'wallet_failed' && keepMessage) ? fallback : known
  // Only the wallet can say which parameter is wrong, or what has failed.
  const saysWhich = known === 'request_invalid' || known === 'wallet_failed'
  const words = saysWhich ? readOwnWords(error) : keepMessage && code === fallback ? message : ''
  return new WalletError(code, words ? { message: words, cause: error } : { cause: error })
}
