import { WalletError } from '../../../errors/wallet-error.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { isWebAddress } from '../../../protocol/web-address.js'
import { allChains, type ConnectorConfig } from '../../config.js'

/** The provider's hosts, the current name first. Hosts of the test network have a prefix. */
export const HOSTS = ['web.ready.co', 'web.argent.xyz'] as const
export const SEPOLIA_PREFIX = 'sepolia-'

/**
 * The origin that the wallet's pages open on: the page's own choice, else the provider's host for the chain.
 *
 * @param wanted the requested chain; else the first Starknet chain of the page counts
 * @throws WalletError `config_invalid` for a host that is neither https nor on this machine, or contains a password
 */
export function chooseOrigin(config: ConnectorConfig, wanted?: ChainId): string {
  const { webWalletUrl } = config
  if (!webWalletUrl) {
    const chainId = wanted ?? allChains(config).find((name) => name.startsWith('starknet:'))
    return `https://${chainId === 'starknet:SN_SEPOLIA' ? SEPOLIA_PREFIX : ''}${HOSTS[0]}`
  }
  if (isWebAddress(webWalletUrl.trim())) return new URL(webWalletUrl).origin
  throw new WalletError('config_invalid', {
    message: 'webWalletUrl must be an https address, or http on localhost',
  })
}
