import { isMobile, isSafari, readBrowser } from '../../platform/environment.js'
import type { Availability, Connector } from '../connector.js'

/** What is known of a Starknet wallet before it is found on a page. */
export interface KnownWallet {
  id: string
  name: string
  /** Other names the wallet goes by. */
  aliases?: readonly string[]
  downloads: Connector['downloads']
  /** Tells the wallet's own mobile browser by the user agent. */
  browser?: RegExp
}

const CHROME = 'https://chromewebstore.google.com/detail/'
const FIREFOX = 'https://addons.mozilla.org/firefox/addon/'
const EDGE = 'https://microsoftedge.microsoft.com/addons/detail/'

const shops = (chrome: string, firefox?: string, edge?: string): Connector['downloads'] => ({
  chrome: CHROME + chrome,
  ...(firefox && { firefox: FIREFOX + firefox }),
  ...(edge && { edge: EDGE + edge }),
})

/** Starknet's extension wallets: get-starknet's discovery list, with the shops they are in. */
export const KNOWN_WALLETS: readonly KnownWallet[] = [
  {
    id: 'argentX',
    // Renamed in 2025; the id stays.
    name: 'Ready Wallet (formerly Argent)',
    aliases: ['argentx', 'argent', 'Argent', 'ready', 'Ready'],
    downloads: {
      ...shops('dlcobpjiigpikoobohmabehhmhfoodbb', 'argent-x', 'ajcicjlkibolbeaaagejfhnofogocgcj'),
      ios: 'https://www.argent.xyz/app',
      android: 'https://www.argent.xyz/app',
    },
  },
  {
    id: 'braavos',
    name: 'Braavos',
    downloads: shops(
      'jnlgamecbpmbajjfhmmmlhejkemejdma',
      'braavos-wallet',
      'hkkpjehhcnhgefhbdcgfkeegglpjchdc',
    ),
    browser: /braavos/i,
  },
  {
    id: 'keplr',
    name: 'Keplr',
    downloads: shops('dmkamcknogkgcdfhhbddcghachkejeap', 'keplr', 'ocodgmmffbkkeecmadcijjhkmeohinei'),
    browser: /KeplrWalletMobile/,
  },
  {
    id: 'okxwallet',
    name: 'OKX Wallet',
    downloads: shops('mcohilncbfahbmgdjkbpemcciiolgcge', 'okexwallet', 'pbpjkcldjiffchgbbndmhojiacbgflha'),
  },
  {
    id: 'metamask',
    name: 'MetaMask',
    downloads: shops(
      'nkbihfbeogaeaoehlefnkodbefgpgknn',
      'ether-metamask',
      'ejbalbakoplchlghecdalmeeeajnimhm',
    ),
  },
  { id: 'xverse', name: 'Xverse', downloads: shops('idnnbdplmphpflfnlkomgpfbpcgelopg') },
  { id: 'fordefi', name: 'Fordefi', downloads: shops('hcmehenccjdmfbojapcbcofkgdpbnlle') },
]

/** How an absent wallet stands: to be installed, or hidden where this browser has no shop for it, as on Safari. */
export function absentAvailability({ downloads }: KnownWallet): Availability {
  if (isSafari()) return 'hidden'
  if (isMobile()) return downloads.android ? 'install' : 'hidden'
  const browser = readBrowser()
  return browser && downloads[browser] ? 'install' : 'hidden'
}
