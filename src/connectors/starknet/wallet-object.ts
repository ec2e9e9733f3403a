/**
 * The object a Starknet extension puts on the window: the wallet API's seven members, and the older account API's where the
 * wallet still has them. Nothing of it can be trusted to be there, or to be of its type.
 */
export interface StarknetWallet {
  readonly id: string
  readonly name: string
  readonly version: string
  readonly icon: unknown
  request(call: { type: string; params?: unknown }): Promise<unknown>
  on(event: string, handler: (...args: unknown[]) => void): unknown
  off(event: string, handler: (...args: unknown[]) => void): unknown
  readonly enable?: (options?: { starknetVersion?: 'v4' | 'v5' }) => Promise<unknown>
  readonly isPreauthorized?: () => Promise<unknown>
  readonly isConnected?: unknown
  readonly selectedAddress?: unknown
  readonly chainId?: unknown
  readonly account?: unknown
  readonly provider?: unknown
}

/** How a wallet showed itself: on the window, or by registering under the wallet standard. */
export type WalletKind = 'window' | 'standard'

/** A wallet that was found, with its fields read once and cleaned. */
export interface FoundWallet {
  id: string
  name: string
  version: string
  icon: { light: string; dark: string }
  /** Shown by its own app's browser. */
  ownsBrowser: boolean
  /** Another object on this page claims the same id. */
  shared: boolean
  kind: WalletKind
  object: object
}
