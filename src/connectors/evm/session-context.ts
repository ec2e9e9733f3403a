import type { NetworkConfig } from '../../chains/network-config.js'
import type { Report } from '../report.js'
import type { RequestProgress } from '../requests.js'
import type { Eip1193Provider } from './announcement.js'

type RequestArguments = Parameters<Eip1193Provider['request']>[0]

/** The current values that a session makes its requests with. */
export interface EvmSessionContext {
  provider: Pick<Eip1193Provider, 'request'>
  /** Sends a request in our own way, which can withdraw it as long as it has not left the page. */
  carry?(args: RequestArguments, progress: RequestProgress): Promise<unknown>
  /** The page's own networks now, with their nodes and currencies. */
  getNetworks(): readonly NetworkConfig[]
  /** What the wallet has said: its account and the chain that it is on now. */
  report: Report
  /** Aborted when the session is over; only where the wallet reports its chain by events. */
  signal?: AbortSignal
}
