import type { NetworkConfig } from '../../chains/network-config.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { Eip1193Provider } from './announcement.js'

/** The current values that a session makes its requests with. */
export interface EvmSessionContext {
  provider: Pick<Eip1193Provider, 'request'>
  /** The page's own networks now, with their nodes and currencies. */
  getNetworks(): readonly NetworkConfig[]
  /** An empty string once the session has ended. */
  account(): string
  /** The chain that the wallet is on now. */
  chainId(): ChainId
  /** Aborted when the session is over, where the wallet's events tell its chain. */
  signal?: AbortSignal
  /** Called when the wallet was seen on this chain. */
  onSwitched(chainId: ChainId): void
}
