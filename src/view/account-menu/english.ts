import type { MenuTexts, ViewTexts } from '../i18n/texts.js'

/** English: comes with the menu. */
export const english: MenuTexts &
  Pick<ViewTexts, 'back' | 'continueIn' | 'stillWaiting' | 'openApp' | 'cancel'> = {
  back: 'Back',
  continueIn: 'Continue in {0}',
  stillWaiting: 'Still waiting. The request may be behind this window, or your wallet may be locked.',
  openApp: 'Open {0}',
  cancel: 'Cancel',
  account: 'Account',
  copyAddress: 'Copy address',
  copied: 'Copied',
  copyBlocked: 'Copying is blocked here. Select the address above and copy it.',
  network: 'Switch network',
  confirm: 'Confirm in your wallet',
  noUpdates: 'Changes made in this wallet show here after a reload.',
  another: 'Connect another wallet',
  disconnect: 'Disconnect {0}',
  signOut: 'Sign out',
  switchTo: 'Switch to {0}',
  stillShown: '{0} may still show the request.',
  // The account: balance, explorer, transactions, other accounts.
  balance: 'Balance',
  explorer: 'View on explorer',
  transactions: 'Recent transactions',
  sent: 'Sent',
  accepted: 'Confirmed',
  reverted: 'Failed',
  accounts: 'Accounts',
  changeAccount: 'To use another account, choose it in your wallet.',
  nowConnected: '{0} is connected',
  nowDisconnected: '{0} is disconnected',
  nowOn: 'The network is now {0}',
}
