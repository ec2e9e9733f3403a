import type { ExecuteProgress, RequestProgress, SentCalls } from '../connectors/requests.js'
import type { ChainId } from '../protocol/caip2.js'
import { goToChainOfCalls } from './chain-of-calls.js'
import type { Core } from './core.js'
import type { LiveConnection } from './live-connection.js'
import { toId } from './sent.js'

export { checkChainOfTypedData } from './chain-of-calls.js'
export { followTransaction } from './follow-transaction.js'

/** Calls that a wallet is being asked to execute. */
export interface Execution {
  /** The hashes of the calls that were sent one after the other so far. */
  readonly sent: readonly string[]
  /** What the connector gets of the request. */
  toProgress(progress: RequestProgress): ExecuteProgress
  /** Reports what was sent to the page. @param late it was given up on the page, and has been sent after all */
  finish(calls: SentCalls, late?: true): void
}

/**
 * Brings the wallet to the chain of a page's calls, and follows what is sent of them.
 *
 * @param known the chain that the page knew when it made the call
 * @throws WalletError `chain_mismatch`
 */
export async function beginExecution(
  { config, events, disposed }: Core,
  live: LiveConnection,
  options: unknown,
  known: ChainId,
  progress: RequestProgress,
): Promise<Execution> {
  const chainId = await goToChainOfCalls(config, live, options, known, progress)
  const sent: string[] = []
  const announce = (calls: SentCalls, late?: boolean, facts?: object) => {
    if (disposed.aborted) return
    const { transactionHash, callsId } = calls
    live.sent.set(toId(callsId ?? transactionHash), {
      chainId,
      connectorId: live.connector.id,
      isBatch: callsId !== undefined,
      facts,
    })
    events.emit('transaction', { ...calls, chainId, status: 'sent', ...(late && { late }) })
  }
  return {
    sent,
    toProgress: ({ signal: over, send, withdraw }) => ({
      signal: over,
      send,
      withdraw,
      tell({ status, transactionHash, sentAs, facts }) {
        if (status === 'sent') {
          sent.push(transactionHash)
          announce({ transactionHash }, over.aborted, facts)
        } else if (!over.aborted) {
          for (const hash of [transactionHash, sentAs ?? '']) live.ended.add(toId(hash))
          events.emit('transaction', { transactionHash, ...(sentAs && { sentAs }), chainId, status })
        }
      },
    }),
    finish(calls, late) {
      if (!sent.length) announce(calls, late)
    },
  }
}
