import { isMobile, isSafari, readBrowser } from '../../../platform/environment.js'
import type { Availability, Connector } from '../../connector.js'
import { toDownloads } from '../../shops.js'

/** What we know about a Starknet wallet before it is found on a page. */
export interface KnownWallet {
  id: string
  name: string
  /** Other ids that mean the wallet. */
  aliases?: readonly string[]
  downloads: Connector['downloads']
}

/** The discovery wallets of the specification. Argent X was renamed Ready in 2025 and keeps its id. */
export const DISCOVERY_WALLETS: readonly KnownWallet[] = [
  {
    id: 'argentX',
    name: 'Ready Wallet (formerly Argent)',
    aliases: ['argentx', 'argent', 'Argent', 'ready', 'Ready'],
    downloads: toDownloads(
      'dlcobpjiigpikoobohmabehhmhfoodbb',
      'argent-x',
      'ajcicjlkibolbeaaagejfhnofogocgcj',
    ),
  },
  {
    id: 'braavos',
    name: 'Braavos',
    downloads: toDownloads(
      'jnlgamecbpmbajjfhmmmlhejkemejdma',
      'braavos-wallet',
      'hkkpjehhcnhgefhbdcgfkeegglpjchdc',
    ),
  },
]

/**
 * The row of an extension that is not installed: to install, or hidden when this browser takes no extensions, as on
 * Safari and phones.
 */
export function absentAvailability({ downloads }: KnownWallet): Availability {
  const browser = readBrowser()
  return browser && downloads[browser] && !isSafari() && !isMobile() ? 'install' : 'hidden'
}
