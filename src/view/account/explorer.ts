import { findNetwork, type NetworkInput } from '../../chains/networks.js'
import { namespaceOf } from '../../protocol/caip2.js'
import { isWebAddress } from '../../protocol/web-address.js'

/** The kinds of explorer pages. */
type Subject = 'account' | 'transaction'

/**
 * Finds the page about an account or a transaction in a chain's block explorer. It uses the first https address of the
 * network, with the path that all common explorers have.
 *
 * @returns undefined when the page names no explorer; we name none, because it would learn the visitor's account
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
