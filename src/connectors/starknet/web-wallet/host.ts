import type { ChainId } from '../../../chains/caip2.js'
import { chooseStarknetNetwork, toStarknetChain } from '../../../chains/starknet-networks.js'
import type { WalletConfig } from '../../../client/config.js'
import { WalletError } from '../../../errors/wallet-error.js'

/** Where the e-mail wallet lives. */
export interface WebWalletHost {
  /** Where its pages are opened. */
  origin: string
  /** Where its pages may end up: the provider was renamed, and old addresses lead to the new ones. */
  origins: readonly string[]
  /** The chain its accounts are on. */
  chainId: ChainId
}

const SEPOLIA: ChainId = 'starknet:SN_SEPOLIA'

/** The provider's hosts, the present name first. */
const HOSTS = ['web.ready.co', 'web.argent.xyz']

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** The origin of a host a page has named: https, or http on the machine itself, without a name and password in it. */
function parseOrigin(url: string): string {
  if (URL.canParse(url)) {
    const { protocol, hostname, username, password, origin } = new URL(url)
    const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))
    if (isSafe && !username && !password) return origin
  }
  throw new WalletError('config_invalid', {
    message: 'webWalletUrl must be an https address, or http on localhost',
  })
}

/**
 * Chooses the host: the page's own, else the provider's for the chain that is asked for.
 *
 * A host stands for one network, told by its name (specification, section 5): the page cannot switch it.
 *
 * @param wanted the chain to be on; else the first Starknet chain of the page
 * @throws WalletError `config_invalid` for a host that is neither https nor on this machine
 */
export function chooseHost(config: WalletConfig, wanted?: ChainId): WebWalletHost {
  if (config.webWalletUrl) {
    const origin = parseOrigin(config.webWalletUrl)
    return { origin, origins: [origin], chainId: toStarknetChain(chooseStarknetNetwork(origin)) as ChainId }
  }
  const chains = [...config.chains, ...config.optionalChains]
  const chainId = wanted ?? chains.find((one) => one.startsWith('starknet:'))
  const isSepolia = chainId === SEPOLIA
  const origins = HOSTS.map((host) => `https://${isSepolia ? 'sepolia-' : ''}${host}`)
  return { origin: origins[0] as string, origins, chainId: isSepolia ? SEPOLIA : 'starknet:SN_MAIN' }
}
