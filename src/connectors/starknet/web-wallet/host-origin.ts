import { chooseStarknetNetwork } from '../../../chains/starknet-networks.js'
import { WalletError } from '../../../errors/wallet-error.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { isWebAddress } from '../../../protocol/web-address.js'
import { allChains, type ConnectorConfig } from '../../config.js'

/** The provider's hosts, the current name first. Hosts of the test network have a prefix. */
export const HOSTS = ['web.ready.co', 'web.argent.xyz'] as const
export const SEPOLIA_PREFIX = 'sepolia-'

const toProvided = (isSepolia: boolean): string => `https://${isSepolia ? SEPOLIA_PREFIX : ''}${HOSTS[0]}`

/**
 * The origin that the wallet's pages open on: the page's own choice, else the provider's host for the chain. For an address
 * that cannot be read it is the host of mainnet, with a warning (specification, section 5).
 *
 * @param wanted the requested chain; else the first Starknet chain of the page counts
 * @throws WalletError `config_invalid` for a host that is neither https nor on this machine, or contains a password
 */
export function chooseOrigin(config: ConnectorConfig, wanted?: ChainId): string {
  const url = config.webWalletUrl?.trim()
  if (!url) {
    const chainId = wanted ?? allChains(config).find((name) => name.startsWith('starknet:'))
    return toProvided(chainId === 'starknet:SN_SEPOLIA')
  }
  if (!URL.canParse(url)) return toProvided(chooseStarknetNetwork(url) === 'sepolia')
  if (isWebAddress(url)) return new URL(url).origin
  throw new WalletError('config_invalid', {
    message: 'webWalletUrl must be an https address, or http on localhost',
  })
}
