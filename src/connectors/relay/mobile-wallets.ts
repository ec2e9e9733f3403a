import { MOBILE_NAMES, type MobileName } from './mobile-names.js'

/** A wallet app that a phone may have, with its links. */
export interface MobileWallet extends MobileName {
  /** The beginning of its links, by scheme and by https address. Either may be missing. */
  native?: string
  universal?: string
  /** The beginning of the address that opens a page in the app's own browser; the page's address follows. */
  browser?: string
  /** How the page's address follows: percent-encoded, or without its scheme. */
  browserAs?: 'encoded' | 'bare'
}

/** The links of each app of {@link MOBILE_NAMES}. */
const LINKS: Record<string, Omit<MobileWallet, keyof MobileName>> = {
  metamask: {
    native: 'metamask://',
    universal: 'https://metamask.app.link/',
    browser: 'https://metamask.app.link/dapp/',
    browserAs: 'bare',
  },
  trust: { native: 'trust://', universal: 'https://link.trustwallet.com/' },
  rainbow: { native: 'rainbow://', universal: 'https://rnbwapp.com/' },
  okx: { native: 'okex://main/' },
  zerion: { native: 'zerion://', universal: 'https://wallet.zerion.io/' },
  uniswap: { native: 'uniswap://', universal: 'https://uniswap.org/app/' },
  ledger: { native: 'ledgerlive://' },
  ready: { native: 'argent://app/', universal: 'https://www.argent.xyz/app/' },
  braavos: { browser: 'https://link.braavos.app/dapp/', browserAs: 'bare' },
  keplr: { browser: 'https://deeplink.keplr.app/web-browser?url=', browserAs: 'encoded' },
}

/**
 * The apps offered on a phone, in order of display. To add an app, add its name there and its links here. No link that
 * is missing here is ever opened.
 */
export const MOBILE_WALLETS: readonly MobileWallet[] = MOBILE_NAMES.map((one) => ({
  ...one,
  ...LINKS[one.id],
}))

/** The address that opens a page in an app's own browser, for apps that have one. */
export const toPageLink = ({ browser, browserAs }: MobileWallet, page: string): string =>
  browser + (browserAs === 'bare' ? page.replace(/^https?:\/\//, '') : encodeURIComponent(page))
