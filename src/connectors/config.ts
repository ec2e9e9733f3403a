import type { NetworkConfig } from '../chains/network-config.js'
import { browserStorage } from '../platform/environment.js'
import { createSafeStorage, type StorageLike } from '../platform/storage.js'
import type { ChainId } from '../protocol/caip2.js'

/** All chains of a page: first its own chains, then those that a wallet may lack. */
export const allChains = ({
  chains,
  optionalChains,
}: Pick<ConnectorConfig, 'chains' | 'optionalChains'>): ChainId[] => [...chains, ...optionalChains]

/** The part of the page's configuration that a connector may read; every value is filled in and checked. */
export interface ConnectorConfig {
  /** The name that wallets see. */
  appName: string
  /** One sentence that wallets show. */
  appDescription?: string
  /** Address that wallets show. */
  appUrl?: string
  /** Address of an icon that wallets show. */
  appIcon?: string
  /** Chains that the page works on. */
  chains: readonly ChainId[]
  /** Chains that a wallet may lack. */
  optionalChains: readonly ChainId[]
  /** Wallet ids in order of display; empty: all. */
  wallets: readonly string[]
  /** WalletConnect project id: the page's, else the build's; empty without either. */
  projectId: string
  /** Address of the WalletConnect relay. */
  relayUrl?: string
  /** The kind of link that opens a wallet on a phone. */
  deepLink?: 'native' | 'universal'
  /** Origin of the e-mail wallet. */
  webWalletUrl?: string
  /** Where the e-mail wallet opens. */
  webWalletMode?: 'popup' | 'iframe'
  /** The coinbase-style wallet's page, for tests and demos; https, or http on localhost. */
  coinbaseUrl?: string
  /** Who draws the QR code: our modal, or WalletConnect's. */
  qrModal?: 'inline' | 'walletconnect'
  /** Networks that we do not know, and other nodes for known networks. */
  networks: readonly NetworkConfig[]
  /** Where sessions are remembered. */
  storage?: StorageLike
  /** Names the session: clients of one name share their stored keys. */
  store: string
}

/** The storage that holds the records of a configuration; it never throws. */
export const storageOf = ({ storage }: ConnectorConfig): StorageLike =>
  createSafeStorage(() => storage ?? browserStorage())
