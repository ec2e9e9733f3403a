import type { ChainId } from '../chains/caip2.js'
import type { Hex, WalletProvider } from './provider.js'

/** A pair of icons, as data URIs; an empty string where there is none. */
export interface WalletIcon {
  /** For a light background. */
  light: string
  /** For a dark background. */
  dark: string
}

/** Browsers with an extension shop of their own, and the two kinds of phone. */
export type DownloadTarget = 'chrome' | 'firefox' | 'edge' | 'ios' | 'android'

/** The connector entity of the specification, as methods and events give it out. */
export interface ConnectorEntity {
  /** The wallet's id. */
  id: string
  /** The word that stands in the wallet's stored keys. */
  key: string
  /** The wallet's name. */
  name: string
  /** What the row in the list says in place of the name. */
  title?: string
  /** A second, smaller text in the row. */
  subtitle?: string
  /** The wallet's icon, as data URIs. */
  icon: WalletIcon
  /** Where the wallet can be installed: an https address for each browser and phone. */
  downloads: Partial<Record<DownloadTarget, string>>
  /** Families of chains: `EVM` and `ETH`, or `STARK`. */
  supportedChains: readonly string[]
  /** The family of the wallet's chains. */
  connectedChain: 'EVM' | 'STARK'
  /** The wallet connects by a code that a phone scans. */
  canConnectViaQrCode: boolean
  /** The wallet connects through a service that keeps the account. */
  canConnectViaCustodialService: boolean
  /** The account in use; null where the wallet is not connected. */
  activeAccount: string | null
  /** The CAIP-2 id of the chain in use; null where the wallet is not connected. */
  chainId: ChainId | null
  /** The wallet has changed its chain since it was connected. */
  switchedNetwork: boolean
}

/** The wallet entity of the specification. */
export interface WalletEntity<Provider extends WalletProvider = WalletProvider> {
  /** The wallet's id. */
  id: string
  /** The wallet's own name. */
  name: string
  /** The icon for a light background: a data URI, or an empty string. */
  icon: string
  /** The wallet's own version; an empty string where it says none. */
  version: string
  /** Where the wallet runs: its own host, or the page's origin; an empty string where nothing is known. */
  host: string
  /** True: only a live connection has a wallet entity. */
  isConnected: boolean
  /** The account in use. */
  selectedAddress: Hex
  /** The account in use; the same as `selectedAddress`. */
  account: Hex
  /** The EIP-1193 provider, or the Starknet wallet object. */
  provider: Provider
  /** The CAIP-2 id of the chain in use. */
  chainId: ChainId
}
