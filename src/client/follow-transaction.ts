import type { TransactionReceipt } from '../connectors/requests.js'
import { readField } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { withFirstAbort } from '../platform/first-abort.js'
import { within } from '../platform/time.js'
import { untilAborted } from '../platform/until-aborted.js'
import { findUnknownField } from '../protocol/known-fields.js'
import type { Core } from './core.js'
import type { LiveConnection } from './live-connection.js'
import { toId } from './sent.js'

/** The longest wait that a timer of the browser can measure, in ms. */
const MAX_TIMEOUT = 2 ** 31 - 1

/** Reads the limit of a wait from its options, in ms. @throws WalletError `request_invalid` naming the field */
function readTimeout(options: unknown): number | undefined {
  const invalid = (text: string) =>
    new WalletError('request_invalid', { message: `waitForTransaction: options.${text}` })
  const unknown = findUnknownField(Object(options), ['signal', 'timeout'])
  if (unknown !== null) throw invalid(`${unknown} is not an option`)
  const timeout = readField(options, 'timeout')
  if (timeout === undefined) return undefined
  if (typeof timeout !== 'number' || !(timeout > 0 && timeout <= MAX_TIMEOUT))
    throw invalid('timeout is not a number of milliseconds')
  return timeout
}

const failLate = (): never => {
  throw new WalletError('request_timeout')
}

/**
 * Waits for a transaction or a batch, and reports its end to the page once.
 *
 * @param ends the page's own signal, and that of the connection: the first ends the wait, and all that it reads
 * @throws WalletError `request_invalid` for an option that it does not know
 */
export async function followTransaction(
  { events }: Core,
  { sent, ended, session, connector, shown }: LiveConnection,
  id: string,
  options: unknown,
  ends: readonly (AbortSignal | undefined)[],
): Promise<TransactionReceipt> {
  const timeout = readTimeout(options)
  const record = sent.get(toId(id))
  const { chainId, connectorId } = record ?? { chainId: shown.chainId, connectorId: connector.id }
  const known = record && { ...record, isOwn: connectorId === connector.id }
  const receipt = await withFirstAbort(ends, async (over) => {
    over.throwIfAborted()
    // A page's own connector may answer without a promise, and go on after the end.
    const follow = async () => session.waitForTransaction?.(id, over, chainId, known) as never
    const waiting: Promise<TransactionReceipt> = untilAborted(follow(), over)
    return timeout ? within(waiting, timeout, failLate) : waiting
  })
  const { transactionHash, callsId, status } = receipt
  const isOther = !callsId && transactionHash !== null && toId(transactionHash) !== toId(id)
  const found = isOther ? transactionHash : callsId && id
  if (found && !sent.has(toId(found))) sent.set(toId(found), { chainId, connectorId, isBatch: !isOther })
  if (!ended.has(toId(id)))
    events.emit('transaction', {
      transactionHash,
      ...(callsId && { callsId }),
      ...(isOther && { sentAs: id }),
      chainId,
      status,
    })
  ended.add(toId(id))
  if (isOther) ended.add(toId(transactionHash))
  return receipt
}
