import type { ViewTexts } from '../i18n/texts.js'

/** English texts of the list. */
export const english = {
  noRoom: 'No room here. Open this page in a tab of its own',
  noWallet: 'No wallet found',
  noWalletHint:
    'A wallet is an app or browser extension that holds your accounts and asks you before it signs anything. Install one, then reload this page.',
  reload: 'Reload',
  whatIsWallet: 'What is a wallet?',
  walletKeeps: 'An app or browser extension that keeps your accounts.',
  walletAsks: 'It asks you before it signs or sends anything.',
  noMatch: 'No wallets found',
  terms: 'Terms',
  privacy: 'Privacy',
} satisfies Partial<ViewTexts>
