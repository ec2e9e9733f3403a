import type { TransactionReceipt } from '../connectors/requests.js'
import { NativePromise } from '../platform/natives.js'
import type { Core } from './core.js'
import type { LiveConnection } from './live-connection.js'

/** An id in one spelling: wallets leave leading zeros out, and explorers write them. */
export const toId = (id: unknown): string => String(id).toLowerCase().replace(/^0x0*/, '')

/** The connection that has sent a transaction or a batch: the visitor may have connected a wallet of the other family since. */
export const findSender = ({ connections }: Core, id: string): LiveConnection | undefined =>
  connections.all().find(({ sent }) => sent.has(toId(id))) ?? connections.active()

/**
 * Waits for a transaction or a batch, and tells the page once what has become of it.
 *
 * @returns undefined when the wallet's family cannot follow transactions
 */
export function followTransaction(
  { events }: Core,
  { sent, told, session, chainId: own }: LiveConnection,
  id: string,
  signal: AbortSignal,
): Promise<TransactionReceipt> | undefined {
  const chainId = sent.get(toId(id)) ?? own
  const waiting = session.waitForTransaction?.(id, signal, chainId)
  // A page's own connector may answer without a promise.
  return (
    waiting &&
    NativePromise.resolve(waiting).then((receipt) => {
      const { transactionHash, callsId, status } = receipt
      if (!told.has(toId(id)))
        events.emit('transaction', { transactionHash, ...(callsId && { callsId }), chainId, status })
      told.add(toId(id))
      return receipt
    })
  )
}
