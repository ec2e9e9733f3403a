import type { ChainId } from '../../chains/caip2.js'
import type { NetworkConfig } from '../../chains/network-config.js'
import type { Eip1193Provider } from './announcement.js'

/** The live values the requests of a session are made with. */
export interface EvmSessionContext {
  provider: Pick<Eip1193Provider, 'request'>
  /** The page's own networks: what their currencies are called. */
  networks?: readonly NetworkConfig[]
  /** An empty string once the session has ended. */
  account(): string
  chainId(): ChainId
  /** The wallet was seen to be on this chain now. */
  onSwitched(chainId: ChainId): void
}
