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
  /** Brings the window to the front that the page has opened for the wallet. */
  focus: (() => void) | undefined
  account(): string
  chainId(): ChainId
  /** When the visitor last used this page, in epoch ms; undefined for a wallet that serves no other tab. */
  lastUse: (() => number) | undefined
  /** @throws WalletError `wallet_unavailable` when the wallet has left the page; the session ends then */
  checkPresence(): void
}
