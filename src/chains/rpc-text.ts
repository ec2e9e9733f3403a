import { readChainId } from '../protocol/caip2.js'
import { isNodeAddress } from '../protocol/web-address.js'
import type { NetworkConfig } from './network-config.js'

/**
 * Reads networks from a text, for hosts that can only set attributes: `eip155:31337=https://…
 * starknet:SN_MAIN=https://…`. Several addresses of one chain are asked in their order.
 *
 * @param onUnread called with each entry that is not a chain and an address
 */
export function readRpcText(text: string, onUnread: (entry: string) => void): NetworkConfig[] {
  const addresses = new Map<string, string[]>()
  for (const entry of text.split(/\s+/).filter(Boolean)) {
    const at = entry.indexOf('=')
    const chainId = readChainId(entry.slice(0, Math.max(at, 0)))
    const address = entry.slice(at + 1)
    if (chainId && isNodeAddress(address))
      addresses.set(chainId, [...(addresses.get(chainId) ?? []), address])
    else onUnread(entry)
  }
  return [...addresses].map(([chainId, rpcUrls]) => ({ chainId, rpcUrls }))
}
