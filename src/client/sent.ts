import type { SentRecord } from '../connectors/requests.js'
import type { ChainId } from '../protocol/caip2.js'

/** On which chain something was sent, by which connector, and as what. */
interface Kept extends Omit<SentRecord, 'isOwn'> {
  readonly chainId: ChainId
  readonly connectorId: string
}

/** What the page has sent with the wallets of a namespace. */
export interface Sent {
  /** By hash or `callsId`. Sessions come and go, and follow it by this record. */
  sent: Map<string, Kept>
  /** What has ended, as the page knows by an event, by hash or `callsId`. */
  ended: Set<string>
}

export const createSent = (): Sent => ({ sent: new Map(), ended: new Set() })

/** An id in one spelling: wallets leave leading zeros out, and explorers write them. */
export const toId = (id: unknown): string => String(id).toLowerCase().replace(/^0x0*/, '')
