import { CATALOGUE, type CatalogueCode, type WalletErrorCode } from './catalogue.js'

const MAX_ERROR_MESSAGE = 300

/** Optional fields of a {@link WalletError}. */
export interface WalletErrorOptions {
  /** Replaces the catalogue's sentence: a wallet's own message, or the field that is wrong. */
  message?: string
  /** The error that was caught, unchanged. */
  cause?: unknown
}

/**
 * The error class of every rejection of this package.
 *
 * `code` is for programs, `message` for people, `cause` holds what the wallet, the browser or a library threw.
 */
export class WalletError extends Error {
  readonly code: WalletErrorCode
  /** When `execute` failed after some of its calls were sent one after the other: their hashes, in order. */
  declare readonly sent?: readonly string[]

  constructor(code: WalletErrorCode, options: WalletErrorOptions = {}) {
    super(options.message?.slice(0, MAX_ERROR_MESSAGE) || (CATALOGUE[code as CatalogueCode] ?? code))
    this.name = 'WalletError'
    this.code = code
    if (options.cause !== undefined)
      Object.defineProperty(this, 'cause', { value: options.cause, configurable: true })
  }

  /** The page that says what to do about each code. `message` keeps its exact text. */
  get docsUrl(): string {
    return 'https://unpkg.com/wallet-connect-button/docs/errors.md'
  }
}

/** The visitor refused, in whatever form the wallet reports it (EIP-1193 4001, CAIP-25 5000–5003, SNIP 113 …). */
export class UserRejectedRequestError extends WalletError {
  constructor(cause?: unknown) {
    super('user_rejected', { cause })
    this.name = 'UserRejectedRequestError'
  }
}

/** This page has no wallet with the requested id. */
export class ConnectorNotFoundError extends WalletError {
  constructor() {
    super('not_found')
    this.name = 'ConnectorNotFoundError'
  }
}

/** A request needs a connected visitor, and nobody is connected. */
export class UserNotConnectedError extends WalletError {
  constructor() {
    super('user_not_connected')
    this.name = 'UserNotConnectedError'
  }
}
