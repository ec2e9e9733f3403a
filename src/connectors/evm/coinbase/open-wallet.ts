import type { Popup } from '../../../platform/popup.js'

/** Opens the wallet's page in a new window, for one request. @throws WalletError `popup_blocked` */
export interface OpenWallet {
  (): Popup
  /** The page's origin. */
  readonly origin: string
}
