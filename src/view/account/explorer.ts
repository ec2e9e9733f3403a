import { namespaceOf } from '../../chains/caip2.js'
import { findNetwork, type NetworkInput } from '../../chains/networks.js'
import { isWebAddress } from '../../protocol/web-address.js'

/** What an explorer has a page about. */
type Subject = 'account' | 'transaction'

/**
 * The page of a chain's block explorer about an account or a transaction: below the first of the network's addresses that is
 * https, as all common explorers have it.
 *
 * @returns undefined where the page names no explorer; there is none of ours, which would hear of the visitor's account
 */
export function findExplorerPage(
  chainId: string,
  networks: readonly NetworkInput[],
  subject: Subject,
  id: string,
): string | undefined {
  const urls = findNetwork(chainId, networks)?.blockExplorerUrls ?? []
  const base = urls.find((url) => isWebAddress(url) && /^https:/i.test(url))
  if (!base) return undefined
  const account = namespaceOf(chainId) === 'starknet' ? 'contract' : 'address'
  const address = new URL(base)
  address.pathname += `${address.pathname.endsWith('/') ? '' : '/'}${subject === 'account' ? account : 'tx'}/${encodeURIComponent(id)}`
  return address.href
}
