import type { ChainId } from '../protocol/caip2.js'
import type { Hex, WalletProvider } from './provider.js'

/** A pair of icons, as data URIs; an empty string means that there is no icon. */
export interface WalletIcon {
  /** For a light background. */
  light: string
  /** For a dark background. */
  dark: string
}

/** Browsers that have their own extension shop, and the two kinds of phone. */
export type DownloadTarget = 'chrome' | 'firefox' | 'edge' | 'ios' | 'android'

/** The connector entity of the specification, in results of methods and in events. */
export interface ConnectorEntity {
  /** The wallet's id. */
  id: string
  /** The word that the wallet's stored keys contain. */
  key: string
  /** The wallet's name. */
  name: string
  /** What the row of the list says instead of the name. */
  title?: string
  /** A second, smaller text in the row. */
  subtitle?: string
  /** The wallet's icon, as data URIs. */
  icon: WalletIcon
  /** Where the wallet can be installed: an https address for each browser and phone. */
  downloads: Partial<Record<DownloadTarget, string>>
  /** Families of chains: `EVM` and `ETH`, or `STARK`. */
  supportedChains: readonly string[]
  /** The namespace of the wallet's chains. */
  connectedChain: 'EVM' | 'STARK'
  /** The wallet connects by a code that a phone scans. */
  canConnectViaQrCode: boolean
  /** The wallet connects through a service that holds the account. */
  canConnectViaCustodialService: boolean
  /** The account in use; null when the wallet is not connected. */
  activeAccount: string | null
  /** The CAIP-2 id of the chain in use; null when the wallet is not connected. */
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
  /** The wallet's own version; `1.0.0` when the wallet names none. */
  version: string
  /** Where the wallet runs: its own host, or the page's origin; an empty string where there is no page, as in Node. */
  host: string
  /** Always true, because only a current connection has a wallet entity. */
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
