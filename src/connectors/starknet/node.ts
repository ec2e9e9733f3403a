import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { type ChainId, readStarknetChainId } from '../../protocol/caip2.js'
import { askNode } from '../ask-node.js'

/** One node may take this long before the next one is asked, in ms. */
const STARKNET_NODE_TIMEOUT = 8_000

/**
 * An error that a Starknet node answers with: a missing contract, a call that failed (JSON-RPC specification, 1 to 99).
 */
export interface NodeError {
  code: number
  message: string
  data?: unknown
}

/** Reads from Starknet nodes over JSON-RPC, and tries the next node when a node fails. */
export interface StarknetNode {
  /**
   * Asks one node after the other until a node answers.
   *
   * @throws NodeError unchanged, when a node understood the request and refused it
   * @throws WalletError `chain_unavailable` when no node answers
   */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  /** The chain that the node is on. @throws WalletError `chain_unavailable` */
  getChainId(): Promise<ChainId>
}

/** Whether an error of {@link StarknetNode.request} is the node's own refusal. */
export const isNodeError = (error: unknown): error is NodeError =>
  !(error instanceof Error) && typeof readField(error, 'code') === 'number'

async function ask(url: string, method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
  const { isOk, answer } = await askNode(url, method, params, STARKNET_NODE_TIMEOUT, signal)
  const error = readField(answer, 'error')
  const code = readField(error, 'code')
  // Other numbers and HTTP statuses belong to the transport, such as a rate limit: another node may answer.
  if (isOk && typeof code === 'number' && code > 0 && code < 100) throw error
  const result = readField(answer, 'result')
  if (result === undefined) throw new Error(`No result from the node (${String(code)})`)
  return result
}

/** Creates a {@link StarknetNode}. @param urls the nodes to try, in this order; a node that fails goes to the end */
export function createStarknetNode(urls: readonly string[]): StarknetNode {
  let order = [...urls]
  const node: StarknetNode = {
    async request(method, params, signal) {
      let cause: unknown = new Error('No node is known for this chain')
      for (const url of [...order]) {
        if (signal?.aborted) throw new WalletError('session_ended')
        try {
          return await ask(url, method, params, signal)
        } catch (error) {
          if (isNodeError(error)) throw error
          cause = error
          order = [...order.filter((one) => one !== url), url]
        }
      }
      if (signal?.aborted) throw new WalletError('session_ended')
      throw new WalletError('chain_unavailable', { cause })
    },
    async getChainId() {
      const chainId = readStarknetChainId(await node.request('starknet_chainId', []))
      if (!chainId) throw new WalletError('chain_unavailable')
      return chainId
    },
  }
  return node
}
