import { getEvmNodes } from '../../chains/evm-nodes.js'
import type { ChainId } from '../../protocol/caip2.js'
import { ask } from './provider.js'
import { readFromNodes } from './read-node.js'
import type { EvmSessionContext } from './session-context.js'

/**
 * Reads a chain: from the page's own nodes for it, private addresses first; through the wallet if the page has none, or if
 * none of them knows the answer.
 *
 * @returns null or undefined when nobody knows, such as the receipt of a transaction that waits, or when the wallet is on another chain
 * @throws the wallet's error
 */
export async function readChain(
  context: EvmSessionContext,
  chainId: ChainId,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  // The wallet may still answer when all nodes have failed.
  const answer = await readFromNodes(getEvmNodes(chainId, context.getNetworks()), method, params).catch(
    () => null,
  )
  if (answer || context.chainId() !== chainId) return answer
  const read = await ask(context.provider, method, params)
  // The wallet may have left the chain before it was asked.
  return context.chainId() === chainId ? read : null
}
