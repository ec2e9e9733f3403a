import type { ChainId } from '../../../chains/caip2.js'
import { chooseStarknetNetwork, toStarknetChain } from '../../../chains/starknet-networks.js'
import { HOSTS, SEPOLIA_PREFIX } from './host-origin.js'

/** Where the e-mail wallet lives. */
export interface WebWalletHost {
  /** Where its pages are opened. */
  origin: string
  /** Where its pages may end up: the provider was renamed, and old addresses lead to the new ones. */
  origins: readonly string[]
  /** The chain its accounts are on. A host stands for one network, which its name says (specification, section 5). */
  chainId: ChainId
}

/** What is known of the host at an origin. */
export function describeHost(origin: string): WebWalletHost {
  const network = chooseStarknetNetwork(origin)
  const provided = HOSTS.map((host) => `https://${network === 'sepolia' ? SEPOLIA_PREFIX : ''}${host}`)
  return {
    origin,
    origins: provided.includes(origin) ? provided : [origin],
    chainId: toStarknetChain(network) as ChainId,
  }
}
