import type { Call } from './requests.js'

/** An address or another number in hex: `0x` and hex digits. */
export type Hex = `0x${string}`

/** The provider of an EVM wallet (EIP-1193), as viem, ethers and wagmi take it. Its requests reject with what the wallet throws. */
export interface Eip1193Provider {
  // biome-ignore lint/suspicious/noExplicitAny: each method has an answer of its own, which viem and wagmi know better.
  request(call: { method: string; params?: any }): Promise<any>
  // biome-ignore lint/suspicious/noExplicitAny: each event has details of its own.
  on(event: string, listener: (...details: any[]) => void): unknown
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  removeListener(event: string, listener: (...details: any[]) => void): unknown
}

/** The object of a Starknet wallet, as starknet.js and starknet-react take it. Its requests reject with what the wallet throws. */
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

/** The object by which code asks the connected wallet; which kind it is depends on the connection's namespace. */
export type WalletProvider = Eip1193Provider | StarknetProvider

/**
 * What every version of starknet.js has in its `WalletAccount`. With the package installed, its own type comes by
 * `getStarknetAccount<WalletAccount>()`.
 */
export interface StarknetAccount {
  readonly address: string
  /** Asks the visitor to send one transaction with these calls. */
  execute(calls: Call | Call[]): Promise<{ transaction_hash: string }>
  /** Asks the visitor to sign typed data (SNIP-12). */
  signMessage(typedData: object): Promise<unknown>
}
