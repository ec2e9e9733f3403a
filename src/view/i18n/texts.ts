/** The texts of the button and the modal. `{0}` is where a name goes. */
export interface MainTexts {
  connectTo: string
  close: string
  /** In a frame that is too small for the list; opens the page itself. */
  noRoom: string
  /** Of a wallet that is not there yet. */
  install: string
  newTab: string
  noWallet: string
  noWalletHint: string
  sharedIdentity: string
  opening: string
  continueIn: string
  approve: string
  stillWaiting: string
  cancel: string
  failed: string
  tryAgain: string
  back: string
  connecting: string
  /** Of a sign-in, in its order; `signIn` is also the menu's. */
  signTitle: string
  signText: string
  signBlocked: string
  verifying: string
  signedIn: string
  signFailed: string
  signIn: string
  /** In the button while the wallet is on a chain that the page does not have. */
  wrongNetwork: string
  /** Name and subtitle of the e-mail wallet. */
  email: string
  poweredBy: string
  /** The button that loads the page anew. */
  reload: string
}

/** The texts of the account menu. */
export interface MenuTexts {
  account: string
  copyAddress: string
  copied: string
  copyBlocked: string
  network: string
  confirm: string
  noUpdates: string
  another: string
  disconnect: string
  signOut: string
  /** `{0}` is a network. */
  switchTo: string
  // The account: balance, explorer, transactions, other accounts.
  balance: string
  explorer: string
  transactions: string
  /** States of a transaction. */
  sent: string
  accepted: string
  reverted: string
  accounts: string
  changeAccount: string
  /** Told to assistive technology; `{0}` is a wallet. */
  nowConnected: string
  nowDisconnected: string
  /** `{0}` is a network. */
  nowOn: string
}

/** The texts around a code. `{0}` is where a name or a time goes. */
export interface CodeTexts {
  scan: string
  chooseApp: string
  code: string
  waiting: string
  reconnecting: string
  expires: string
  renewed: string
  renewing: string
  copy: string
  copied: string
  copyBlocked: string
  showCode: string
  inBrowser: string
}

/** What went wrong, in sentences for the visitor. `{0}` is the wallet's name. */
export interface FailureTexts {
  declined: string
  locked: string
  noAnswer: string
  gone: string
  windowBlocked: string
  windowClosed: string
  relay: string
  wrongNetwork: string
  networkDown: string
  pending: string
  incompatible: string
  ended: string
  site: string
  incomplete: string
  server: string
  framed: string
  unconfirmed: string
  otherAccount: string
  general: string
}

/** What a required button says at its form. */
export interface FormTexts {
  /** No wallet is connected. */
  connect: string
  /** A wallet is connected, and its owner has not signed. */
  sign: string
}

/** Every text of the view, as a language brings them. */
export interface Texts extends MainTexts, MenuTexts {
  /** Given where the language is written from right to left. */
  dir?: 'rtl'
  /** Of the idle button. */
  label: string
  form: FormTexts
  code: CodeTexts
  failures: FailureTexts
}

/** What a view can count on: menu, code and failures have their own English. */
export type LoadedTexts = MainTexts & Partial<Texts>

/** English: built in, shown until another language has arrived, and where there is none. */
export const english: MainTexts = {
  connectTo: 'Connect to {0}',
  close: 'Close',
  noRoom: 'No room here. Open this page in a tab of its own',
  install: 'Install {0}',
  newTab: 'opens in a new tab',
  noWallet: 'No wallet found',
  noWalletHint:
    'A wallet is an app or browser extension that holds your accounts and asks you before it signs anything. Install one, then reload this page.',
  sharedIdentity: 'Another wallet here gives the same identity',
  opening: 'Opening {0}',
  continueIn: 'Continue in {0}',
  approve: 'Approve the request in your wallet to connect.',
  stillWaiting: 'Still waiting. The request may be behind this window, or your wallet may be locked.',
  cancel: 'Cancel',
  failed: 'Could not connect',
  tryAgain: 'Try again',
  back: 'Back',
  connecting: 'Connecting…',
  signTitle: 'Sign to continue',
  signText: 'Sign the message in your wallet. It costs nothing.',
  signBlocked: 'Your wallet opens in a window of its own to sign.',
  verifying: 'Verifying',
  signedIn: 'Signed in',
  signFailed: 'Could not sign in',
  signIn: 'Sign in',
  wrongNetwork: 'Wrong network',
  email: 'Email',
  poweredBy: 'Powered by {0}',
  reload: 'Reload',
}
