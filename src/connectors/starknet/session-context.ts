import type { ChainId } from '../../protocol/caip2.js'
import type { Dialect } from './dialect.js'
import type { Feed } from './feed.js'
import type { StarknetWallet } from './wallet-object.js'

/** What a session makes its requests with. */
export interface SessionContext {
  wallet: StarknetWallet
  dialect: Dialect
  feed: Feed
  appName: string
  /** Aborted when the session ends; pending requests end with it. */
  signal: AbortSignal
  readonly isExtension: boolean
  readonly canBeRead: boolean
  account(): string
  chainId(): ChainId
  /** @throws WalletError `wallet_unavailable` when the wallet has left the page; the session ends then */
  checkPresence(): void
}
