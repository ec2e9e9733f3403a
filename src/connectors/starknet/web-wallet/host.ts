import { CHAINS, chooseStarknetNetwork } from '../../../chains/starknet-networks.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { HOSTS, SEPOLIA_PREFIX } from './host-origin.js'

/** The host of the e-mail wallet. */
export interface WebWalletHost {
  /** The origin on which its pages open. */
  origin: string
  /** Origins that its pages may lead to: the provider was renamed, and old addresses redirect to new addresses. */
  origins: readonly string[]
  /** The chain of its accounts. Each host serves one network, which its name tells (specification, section 5). */
  chainId: ChainId
}

/** Describes the host at an origin. */
export function describeHost(origin: string): WebWalletHost {
  const network = chooseStarknetNetwork(origin)
  const provided = HOSTS.map((host) => `https://${network === 'sepolia' ? SEPOLIA_PREFIX : ''}${host}`)
  return {
    origin,
    origins: provided.includes(origin) ? provided : [origin],
    chainId: CHAINS[network],
  }
}
