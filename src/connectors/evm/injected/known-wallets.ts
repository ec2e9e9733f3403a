import { WalletError } from '../../../errors/wallet-error.js'
import { readAddress } from '../../../platform/environment.js'
import type { Connector } from '../../connector.js'
import { toWalletKey } from '../../name-and-icon.js'
import { MOBILE_NAMES, toPageLink } from '../../relay/mobile-names.js'
import { METAMASK, OKX, type ShopIds, toDownloads } from '../../shops.js'

/** Opens this same page in the wallet's browser, or the app's shop, for visitors on a phone. */
function toApp(rdns: string): Connector['downloads'] {
  const { href: here } = readAddress()
  const app = MOBILE_NAMES.find(({ walletId, browser }) => walletId === rdns && browser)
  if (!here || !app) return {}
  const href = toPageLink(app, here)
  return { ios: href, android: href }
}

/** EVM extension wallets that can be offered for installation: rdns, name, and their ids in the shops. */
const KNOWN: readonly (readonly [rdns: string, name: string, ids: ShopIds])[] = [
  ['io.metamask', 'MetaMask', METAMASK],
  ['io.rabby', 'Rabby Wallet', ['acmacodkjbdgmoleebolmdjonilkdbch']],
  [
    'me.rainbow',
    'Rainbow',
    ['opfgelmcmbiajamepnmloijbpoleiama', 'rainbow-extension', 'cpojfbodiccabbabgimdeohkkpjfpbnf'],
  ],
  ['com.okex.wallet', 'OKX Wallet', OKX],
]

/** The wallets that the list offers for installation when a page names no wallets. */
const OFFERED = ['io.metamask']

/** Creates the rows of EVM wallets that are not installed on this device. */
export function createInstallRows(): Connector[] {
  return KNOWN.map(([rdns, name, ids]) => {
    const missing = async () => {
      throw new WalletError('no_in_app_browser')
    }
    return {
      id: rdns,
      key: toWalletKey(name, rdns),
      namespace: 'eip155',
      name,
      icon: { light: '', dark: '' },
      get downloads() {
        const shops = toDownloads(...ids)
        // Edge can install extensions from Chrome's shop.
        return { edge: shops.chrome, ...shops, ...toApp(rdns) }
      },
      supportedChains: ['EVM', 'ETH'],
      canConnectViaQrCode: false,
      canConnectViaCustodialService: false,
      availability: 'install',
      offered: OFFERED.includes(rdns),
      connect: missing,
      restore: async () => null,
    }
  })
}
