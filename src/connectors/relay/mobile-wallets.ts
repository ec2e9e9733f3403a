import { MOBILE_NAMES, type MobileName } from './mobile-names.js'

/** A wallet app that a phone may have, with its links. */
export interface MobileWallet extends MobileName {
  /** The beginning of its links, by scheme and by https address. Either may be missing. */
  native?: string
  universal?: string
}

/** The links for pairings of each app of {@link MOBILE_NAMES} that takes them. */
const LINKS: Record<string, Omit<MobileWallet, keyof MobileName>> = {
  metamask: {
    native: 'metamask://',
    universal: 'https://metamask.app.link/',
  },
  trust: { native: 'trust://', universal: 'https://link.trustwallet.com/' },
  rainbow: { native: 'rainbow://', universal: 'https://rnbwapp.com/' },
  okx: { native: 'okex://main/' },
  zerion: { native: 'zerion://', universal: 'https://wallet.zerion.io/' },
  uniswap: { native: 'uniswap://', universal: 'https://uniswap.org/app/' },
  ledger: { native: 'ledgerlive://' },
  ready: { native: 'argent://app/', universal: 'https://www.argent.xyz/app/' },
}

/**
 * The apps offered on a phone, in order of display. To add an app, add its name there and its links here. No link that
 * is missing here is ever opened.
 */
export const MOBILE_WALLETS: readonly MobileWallet[] = MOBILE_NAMES.map((one) => ({
  ...one,
  ...LINKS[one.id],
}))
