import { isMobile, isSafari, readBrowser } from '../../../platform/environment.js'
import type { Availability, Connector } from '../../connector.js'
import { toDownloads } from '../../shops.js'

/** What is known of a Starknet wallet before it is found on a page. */
export interface KnownWallet {
  id: string
  name: string
  /** Other names the wallet goes by. */
  aliases?: readonly string[]
  downloads: Connector['downloads']
}

/** The discovery wallets of the specification. Argent X was renamed Ready in 2025; its id stays. */
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

/** How an absent extension stands: to be installed, or hidden where this browser takes none, as on Safari and phones. */
export function absentAvailability({ downloads }: KnownWallet): Availability {
  const browser = readBrowser()
  return browser && downloads[browser] && !isSafari() && !isMobile() ? 'install' : 'hidden'
}
