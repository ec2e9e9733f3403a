import type { ViewTexts } from '../i18n/texts.js'
import { english as ofList } from './english.js'

/** English texts of the list and of the views that follow it. */
export const english: ViewTexts = {
  ...ofList,
  opening: 'Opening {0}',
  continueIn: 'Continue in {0}',
  approve: 'Approve the request in your wallet to connect.',
  stillWaiting: 'Still waiting. The request may be behind this window, or your wallet may be locked.',
  showWindow: 'Show the window',
  logIn: 'Log in to {0}',
  inWindow: 'Finish in the window that has opened.',
  cancel: 'Cancel',
  failed: 'Could not connect',
  tryAgain: 'Try again',
  back: 'Back',
  signText: 'Sign the message in your wallet. It costs nothing.',
  signBlocked: 'Your wallet opens in a window of its own to sign.',
  signFailed: 'Could not sign in',
  signFor: 'Signing in to {0}',
  walletSecret: 'Its secret phrase is yours alone: no site ever needs it.',
  extension: 'Extension',
  phoneApp: 'Phone app',
  toPhoneText: 'Scan with your phone’s camera. It opens this page in {0}, or where to get it.',
  openApp: 'Open {0}',
}
