import type { ChainId } from '../chains/caip2.js'
import type { NetworkConfig } from '../chains/network-config.js'
import type { StorageLike } from '../platform/storage.js'

/** What a connector may know of the page's configuration; every value is filled in and checked. */
export interface ConnectorConfig {
  /** The name that wallets see. */
  appName: string
  appDescription?: string
  appUrl?: string
  appIcon?: string
  /** Chains that the page works on. */
  chains: readonly ChainId[]
  /** Chains that a wallet may lack. */
  optionalChains: readonly ChainId[]
  /** Wallet ids in order of display; empty: all. */
  wallets: readonly string[]
  /** WalletConnect project id: the page's, else the build's; empty where there is neither. */
  projectId: string
  relayUrl?: string
  deepLink?: 'native' | 'universal'
  /** Origin of the e-mail wallet. */
  webWalletUrl?: string
  webWalletMode?: 'popup' | 'iframe'
  /** The coinbase-style wallet's page, for tests and demos; https, or http on localhost. */
  coinbaseUrl?: string
  qrModal?: 'inline' | 'walletconnect'
  networks: readonly NetworkConfig[]
  /** Where sessions are remembered. */
  storage?: StorageLike
  /** Names the session: clients of one name share their stored keys. */
  store: string
}
