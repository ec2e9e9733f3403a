import type { Namespace } from '../../chains/caip2.js'

/** A wallet app that a phone may have. */
export interface MobileWallet {
  id: string
  name: string
  namespace: Namespace
  /** Begins its links by scheme, and by address. Either may be missing. */
  native?: string
  universal?: string
  /** Begins the address that opens a page in the app's own browser; the page's address follows. */
  browser?: string
  /** How the page's address follows: encoded, or without its scheme. */
  browserAs?: 'encoded' | 'bare'
}

/**
 * The apps offered on a phone, in order of display. A new app is a new entry; only apps of this list are ever opened.
 */
export const MOBILE_WALLETS: readonly MobileWallet[] = [
  {
    id: 'metamask',
    name: 'MetaMask',
    namespace: 'eip155',
    native: 'metamask://',
    universal: 'https://metamask.app.link/',
    browser: 'https://metamask.app.link/dapp/',
    browserAs: 'bare',
  },
  {
    id: 'trust',
    name: 'Trust Wallet',
    namespace: 'eip155',
    native: 'trust://',
    universal: 'https://link.trustwallet.com/',
  },
  {
    id: 'rainbow',
    name: 'Rainbow',
    namespace: 'eip155',
    native: 'rainbow://',
    universal: 'https://rnbwapp.com/',
  },
  { id: 'okx', name: 'OKX Wallet', namespace: 'eip155', native: 'okex://main/' },
  {
    id: 'zerion',
    name: 'Zerion',
    namespace: 'eip155',
    native: 'zerion://',
    universal: 'https://wallet.zerion.io/',
  },
  {
    id: 'uniswap',
    name: 'Uniswap Wallet',
    namespace: 'eip155',
    native: 'uniswap://',
    universal: 'https://uniswap.org/app/',
  },
  { id: 'ledger', name: 'Ledger Live', namespace: 'eip155', native: 'ledgerlive://' },
  {
    id: 'ready',
    name: 'Ready (formerly Argent)',
    namespace: 'starknet',
    native: 'argent://app/',
    universal: 'https://www.argent.xyz/app/',
  },
  {
    id: 'braavos',
    name: 'Braavos',
    namespace: 'starknet',
    browser: 'https://link.braavos.app/dapp/',
    browserAs: 'bare',
  },
  {
    id: 'keplr',
    name: 'Keplr',
    namespace: 'starknet',
    browser: 'https://deeplink.keplr.app/web-browser?url=',
    browserAs: 'encoded',
  },
]
