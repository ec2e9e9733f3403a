/** The texts of the button and the list. `{0}` is replaced by a name. */
export interface MainTexts {
  connectTo: string
  close: string
  /** For a wallet that is not installed. */
  install: string
  newTab: string
  sharedIdentity: string
  connecting: string
  /** For a sign-in, in the button and the modal; `signIn` is also in the menu. */
  signTitle: string
  verifying: string
  signedIn: string
  signIn: string
  /** In the button while the wallet is on a chain that the page does not use. */
  wrongNetwork: string
  /** Name and subtitle of the e-mail wallet. */
  email: string
  poweredBy: string
  /** Headings of the list's groups; `getWallet` also leads to the view of that name. */
  installed: string
  onPhone: string
  hosted: string
  getWallet: string
  /** Badges of rows. */
  lastUsed: string
  connected: string
  /** The subtitle of a wallet that was renamed. */
  formerly: string
  /** On a phone, the row for all apps that have no row. */
  otherWallet: string
  /** Subtitle of an app that opens the page in its own browser. */
  inBrowser: string
  search: string
}

/** The texts of the views that load after the list. `{0}` is replaced by a name. */
export interface ViewTexts {
  /** In a frame that is too small for the list; opens the page in a tab. */
  noRoom: string
  noWallet: string
  noWalletHint: string
  /** The button that reloads the page. */
  reload: string
  opening: string
  continueIn: string
  approve: string
  stillWaiting: string
  /** Brings a wallet's window to the front. */
  showWindow: string
  /** For a wallet that asks for the visitor's e-mail in its own window; `{0}` is its maker. */
  logIn: string
  /** For every wallet that has a window of its own. */
  inWindow: string
  cancel: string
  failed: string
  tryAgain: string
  back: string
  signText: string
  signBlocked: string
  signFailed: string
  /** `{0}` is the site's host; the account is below it. */
  signFor: string
  /** What a wallet is, in three sentences. */
  whatIsWallet: string
  walletKeeps: string
  walletAsks: string
  walletSecret: string
  /** What a wallet is to get as. */
  extension: string
  phoneApp: string
  /** Below a QR code for the phone: `{0}` is an app. */
  toPhoneText: string
  /** Opens an app of the phone. */
  openApp: string
  noMatch: string
  /** Links below the list. */
  terms: string
  privacy: string
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
  /** Beside the row that gives a request up; `{0}` is a wallet. */
  stillShown: string
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
  /** Announced to assistive technology; `{0}` is a wallet. */
  nowConnected: string
  nowDisconnected: string
  /** `{0}` is a network. */
  nowOn: string
}

/** The texts around a QR code. `{0}` is replaced by a name or a time. */
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
  /** The frame of a code that is not there yet. */
  getting: string
  /** `{0}` are names of apps. */
  worksWith: string
  /** The way on when a wallet is silent. */
  otherCode: string
}

/** Sentences for the visitor about what went wrong. `{0}` is the wallet's name. */
export interface FailureTexts {
  declined: string
  locked: string
  noAnswer: string
  gone: string
  windowBlocked: string
  windowClosed: string
  relay: string
  wrongNetwork: string
  /** {1} is the network's name. */
  networkMissing: string
  networkDown: string
  pending: string
  incompatible: string
  ended: string
  site: string
  incomplete: string
  server: string
  framed: string
  notKept: string
  unconfirmed: string
  /** A request that was given up on the page. */
  givenUp: string
  otherAccount: string
  general: string
}

/** What a required button reports in its form. */
export interface FormTexts {
  /** No wallet is connected. */
  connect: string
  /** A wallet is connected, and the visitor has not signed. */
  sign: string
}

/** Every text of the view, in one language. */
export interface Texts extends MainTexts, ViewTexts, MenuTexts {
  /** Set when the language is written from right to left. */
  dir?: 'rtl'
  /** The label of the idle button. */
  label: string
  form: FormTexts
  code: CodeTexts
  failures: FailureTexts
}

/** The texts that a view can rely on: menu, views, code and failures have their own English. */
export type LoadedTexts = MainTexts & Partial<Texts>

/** English, built in. It is shown until another language has loaded, and when there is none. */
export const english: MainTexts = {
  connectTo: 'Connect to {0}',
  close: 'Close',
  install: 'Install {0}',
  newTab: 'opens in a new tab',
  sharedIdentity: 'Another wallet here claims the same identity',
  connecting: 'Connecting…',
  signTitle: 'Sign to continue',
  verifying: 'Verifying',
  signedIn: 'Signed in',
  signIn: 'Sign in',
  wrongNetwork: 'Wrong network',
  email: 'Email',
  poweredBy: 'Powered by {0}',
  installed: 'Installed',
  onPhone: 'On your phone',
  hosted: 'Email and smart wallets',
  getWallet: 'Get a wallet',
  lastUsed: 'Last used',
  connected: 'Connected',
  formerly: 'formerly {0}',
  otherWallet: 'Other wallet',
  inBrowser: 'Opens this page in the app',
  search: 'Search wallets',
}
