/**
 * The object that a Starknet extension puts on the window: the seven members of the wallet API, and the older account
 * API if the wallet still has it. Any member may be missing or of another type.
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

/**
 * How a wallet was found: on the window, by its registration under the wallet standard, or as a MetaMask, which becomes a
 * Starknet wallet by a snap.
 */
export type WalletKind = 'window' | 'standard' | 'snap'

/** A wallet that was found. Its fields were read once and cleaned. */
export interface FoundWallet {
  id: string
  /** Other ids that mean the wallet. */
  aliases?: readonly string[]
  name: string
  version: string
  icon: { light: string; dark: string }
  /** Its own app's browser shows the page. */
  ownsBrowser: boolean
  /** Another object on this page uses the same id. */
  shared: boolean
  kind: WalletKind
  object: object
}
