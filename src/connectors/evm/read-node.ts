import { readErrorCode, readErrorMessage, readField } from '../../errors/normalise.js'
import { INTERNAL_ERROR } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { askNode } from '../ask-node.js'

/** How long one node may take, in ms. */
const EVM_NODE_TIMEOUT = 10_000

/** The numbers with which providers say that a limit is reached: EIP-1474's, QuickNode's, the gateways' and Ankr's. */
const LIMITS: readonly number[] = [-32005, -32007, -32029, -32090]

/** Whether a number is one of a limit, or an HTTP status, which Alchemy puts on its errors. */
const isLimit = (code: number): boolean => LIMITS.includes(code) || (code >= 400 && code < 600)

/** The error of a node, with its number and data. */
function toNodeError(refusal: unknown) {
  const data = readField(refusal, 'data')
  return Object.assign(
    new Error(readErrorMessage(refusal) || 'The node refused the request', { cause: refusal }),
    { code: readErrorCode(refusal) ?? INTERNAL_ERROR, ...(data !== undefined && { data }) },
  )
}

/**
 * Reads from a chain's nodes what a wallet is not asked for. The first node that answers counts. A node that is out of
 * order or has reached a limit, which it says by its HTTP status or its error's number, has not answered.
 *
 * @param urls the nodes, in the order to try them
 * @throws WalletError `chain_unavailable` when no node answers; the node's own error with its code
 */
export async function readFromNodes(
  urls: readonly string[],
  method: string,
  params: unknown,
): Promise<unknown> {
  let cause: unknown
  let refusal: Error | undefined
  for (const url of urls) {
    let reply: Awaited<ReturnType<typeof askNode>>
    try {
      reply = await askNode(url, method, params ?? [], EVM_NODE_TIMEOUT)
    } catch (error) {
      cause = error
      continue
    }
    const { isOk, answer } = reply
    const reported = readField(answer, 'error')
    if (reported) {
      const error = toNodeError(reported)
      if (isOk && !isLimit(error.code)) throw error
      refusal = error
      continue
    }
    const result = readField(answer, 'result')
    if (result !== undefined) return result
    cause = new Error('The node gave no result')
  }
  throw refusal ?? new WalletError('chain_unavailable', { cause })
}
