import type { ViewTexts } from '../i18n/texts.js'

/** English texts of the list's foot and of the views that follow the list. */
export const english: ViewTexts = {
  noRoom: 'No room here. Open this page in a tab of its own',
  noWallet: 'No wallet found',
  noWalletHint:
    'A wallet is an app or browser extension that holds your accounts and asks you before it signs anything. Install one, then reload this page.',
  reload: 'Reload',
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
  whatIsWallet: 'What is a wallet?',
  walletKeeps: 'An app or browser extension that keeps your accounts.',
  walletAsks: 'It asks you before it signs or sends anything.',
  walletSecret: 'Its secret phrase is yours alone: no site ever needs it.',
  toPhoneText: 'Scan with your phone’s camera. It opens this page in {0}, or where to get it.',
  openApp: 'Open {0}',
  noMatch: 'No wallets found',
  terms: 'Terms',
  privacy: 'Privacy',
}
