import { getEvmNodes } from '../../chains/evm-nodes.js'
import { ask } from './provider.js'
import { readFromNodes } from './read-node.js'
import type { EvmSessionContext } from './session-context.js'

/**
 * Reads the session's chain: from the page's own nodes for it, private addresses first; through the wallet if the page
 * has none, or if none of them knows the answer.
 *
 * @returns null or undefined when nobody knows, such as the receipt of a transaction that waits, or when the wallet is on another chain
 * @throws the wallet's error
 */
export async function readChain(
  { provider, getNetworks, chainId, isElsewhere = () => false }: EvmSessionContext,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  // The wallet may still answer when all nodes have failed.
  const answer = await readFromNodes(getEvmNodes(chainId(), getNetworks()), method, params).catch(() => null)
  if (answer || isElsewhere()) return answer
  const read = await ask(provider, method, params)
  // The wallet may have left the chain before it was asked.
  return isElsewhere() ? null : read
}
