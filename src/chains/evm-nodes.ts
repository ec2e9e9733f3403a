import { type ChainId, readEvmChainId } from './caip2.js'
import type { NetworkInput } from './networks.js'

/** The default node of an EVM chain: chain and project id go as query parameters (specification, section 7). */
export const toDefaultEvmNode = (chainId: ChainId, projectId: string): string =>
  `https://rpc.walletconnect.org/v1/?chainId=${chainId}&projectId=${encodeURIComponent(projectId)}`

/**
 * The nodes to read an EVM chain from, in the order to try them: the page's own, private ones first, else the default one.
 *
 * A page that brings nodes is never read through others. Private addresses go to no wallet.
 *
 * @param projectId without it there is no default node
 * @returns an empty list where there is neither
 */
export function getEvmNodes(
  chainId: ChainId,
  networks: readonly NetworkInput[],
  projectId?: string,
): string[] {
  const own = networks.find((network) => readEvmChainId(network.chainId) === chainId)
  const urls = [...new Set([...(own?.privateCustomerRpcUrls ?? []), ...(own?.rpcUrls ?? [])])]
  return urls.length || !projectId ? urls : [toDefaultEvmNode(chainId, projectId)]
}
