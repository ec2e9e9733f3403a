import { WalletError } from '../../../errors/wallet-error.js'
import type { Connector } from '../../connector.js'
import { toWalletKey } from '../../presentation.js'
import { METAMASK, OKX, type ShopIds, toDownloads } from '../../shops.js'

/** Begins the addresses that open a page in an app's own browser, or the app's shop; the page's follows, bare. */
const APPS: Record<string, string> = { 'io.metamask': 'https://metamask.app.link/dapp/' }

/** Where a phone's visitor goes to: this very page, in the wallet's browser. */
function toApp(rdns: string): Connector['downloads'] {
  const { location } = globalThis
  if (!location || !Object.hasOwn(APPS, rdns)) return {}
  const href = APPS[rdns] + location.href.replace(/^https?:\/\//, '')
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

/** Shown for installing where a page names no wallets. */
const OFFERED = ['io.metamask']

/** Rows for EVM wallets that are not on this device. */
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
        // Edge takes what Chrome's shop has.
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
