import { getEvmNodes } from '../../chains/evm-nodes.js'
import { ask } from './provider.js'
import { readFromNodes } from './read-node.js'
import type { EvmSessionContext } from './session-context.js'

/**
 * Reads the session's chain: from the page's own nodes for it, private addresses first; through the wallet if the page
 * has none, or if none of them knows the answer.
 *
 * @returns null or undefined when nobody knows, such as the receipt of a transaction that waits
 * @throws the wallet's error
 */
export async function readChain(
  { provider, getNetworks, chainId }: EvmSessionContext,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  // The wallet may still answer when all nodes have failed.
  const answer = await readFromNodes(getEvmNodes(chainId(), getNetworks()), method, params).catch(() => null)
  return answer ?? ask(provider, method, params)
}
