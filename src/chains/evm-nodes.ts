import { type ChainId, readEvmChainId } from '../protocol/caip2.js'
import { hasNode } from './network-config.js'
import type { NetworkInput } from './networks.js'

/** The default node of an EVM chain: chain and project id go as query parameters (specification, section 7). */
export const toDefaultEvmNode = (chainId: ChainId, projectId: string): string =>
  `https://rpc.walletconnect.org/v1/?chainId=${chainId}&projectId=${encodeURIComponent(projectId)}`

/**
 * The nodes that an EVM chain is read from, in the order to try them: the page's own nodes, private addresses first;
 * without any, the default node.
 *
 * When a page names nodes, we read through no others. Wallets never get the private addresses.
 *
 * @param projectId the default node needs it
 * @returns an empty list when there is no node
 */
export function getEvmNodes(
  chainId: ChainId,
  networks: readonly NetworkInput[],
  projectId?: string,
): string[] {
  const own = networks.find((network) => readEvmChainId(network.chainId) === chainId && hasNode(network))
  const urls = [...new Set([...(own?.privateCustomerRpcUrls ?? []), ...(own?.rpcUrls ?? [])])]
  return urls.length || !projectId ? urls : [toDefaultEvmNode(chainId, projectId)]
}
