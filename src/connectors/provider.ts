import type { Call } from './requests.js'

/** An address or another number in hex: `0x` and hex digits. */
export type Hex = `0x${string}`

/**
 * The provider of an EVM wallet (EIP-1193), with the type that viem, ethers and wagmi take. A request rejects with what
 * the wallet throws.
 */
export interface Eip1193Provider {
  // biome-ignore lint/suspicious/noExplicitAny: each method has an answer of its own, which viem and wagmi know better.
  request(call: { method: string; params?: any }): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: each event has details of its own.
  on(event: string, listener: (...details: any[]) => void): unknown
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  removeListener(event: string, listener: (...details: any[]) => void): unknown
}

/**
 * The object of a Starknet wallet, with the type that starknet.js and starknet-react take. A request rejects with what
 * the wallet throws.
 */
export interface StarknetProvider {
  readonly id: string
  readonly name: string
  readonly version: string
  // biome-ignore lint/suspicious/noExplicitAny: a data URI, or two of them; wallets differ.
  readonly icon: any
  // biome-ignore lint/suspicious/noExplicitAny: each call has an answer of its own.
  request(call: { type: string; params?: any }): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: each event has details of its own.
  on(event: string, listener: (...details: any[]) => void): any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  off(event: string, listener: (...details: any[]) => void): any
}

/** The object for requests to the connected wallet; the connection's namespace decides its type. */
export type WalletProvider = Eip1193Provider | StarknetProvider

/**
 * The members that every version of starknet.js has in its `WalletAccount`. If the package is installed,
 * `getStarknetAccount<WalletAccount>()` returns its own type.
 */
export interface StarknetAccount {
  readonly address: string
  /** Asks the visitor to send one transaction with these calls. */
  execute(calls: Call | Call[]): Promise<{ transaction_hash: string }>
  /** Asks the visitor to sign typed data (SNIP-12). */
  signMessage(typedData: object): Promise<unknown>
}
