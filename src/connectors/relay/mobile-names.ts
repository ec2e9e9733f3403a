import type { Namespace } from '../../protocol/caip2.js'

/** What the list needs to know about phone apps at once. The links for pairings are in mobile-wallets.ts, which loads later. */
export interface MobileName {
  id: string
  name: string
  namespace: Namespace
  /** `pair`: the app accepts a pairing; `page`: the app opens pages in its own browser; or both. */
  takes: 'pair' | 'page' | 'both'
  /** The id of the wallet where it is an extension or has announced itself, as in `wallets`. */
  walletId: string
  /** The beginning of the address that opens a page in the app's own browser; the page's address follows. */
  browser?: string
}

const toNames = (
  namespace: Namespace,
  apps: readonly (readonly [id: string, name: string, walletId: string, browser?: string, pairs?: true])[],
): MobileName[] =>
  apps.map(([id, name, walletId, browser, pairs]) => ({
    id,
    name,
    namespace,
    takes: browser ? (pairs ? 'both' : 'page') : 'pair',
    walletId,
    ...(browser && { browser }),
  }))

/** The apps offered on a phone, in order of display. */
export const MOBILE_NAMES: readonly MobileName[] = [
  ...toNames('eip155', [
    ['metamask', 'MetaMask', 'io.metamask', 'https://metamask.app.link/dapp/', true],
    ['trust', 'Trust Wallet', 'com.trustwallet.app'],
    ['rainbow', 'Rainbow', 'me.rainbow'],
    ['okx', 'OKX Wallet', 'com.okex.wallet'],
    ['zerion', 'Zerion', 'io.zerion.wallet'],
    ['uniswap', 'Uniswap Wallet', 'org.uniswap.app'],
    ['ledger', 'Ledger Live', 'ledger'],
  ]),
  ...toNames('starknet', [
    ['ready', 'Ready (formerly Argent)', 'argentX'],
    ['braavos', 'Braavos', 'braavos', 'https://link.braavos.app/dapp/'],
    ['keplr', 'Keplr', 'keplr', 'https://deeplink.keplr.app/web-browser?url='],
  ]),
]

/**
 * The address that opens a page in an app's own browser, for apps that have one. The page's address follows without its scheme,
 * or percent-encoded in a query.
 */
export const toPageLink = ({ browser = '' }: MobileName, page: string): string =>
  browser + (browser.endsWith('=') ? encodeURIComponent(page) : page.replace(/^https?:\/\//, ''))
