/** The texts of the button and the list. `{0}` is where a name goes. */
export interface MainTexts {
  connectTo: string
  close: string
  /** Of a wallet that is not there yet. */
  install: string
  newTab: string
  sharedIdentity: string
  connecting: string
  /** Of a sign-in, in the button and the modal; `signIn` is also the menu's. */
  signTitle: string
  verifying: string
  signedIn: string
  signIn: string
  /** In the button while the wallet is on a chain that the page does not have. */
  wrongNetwork: string
  /** Name and subtitle of the e-mail wallet. */
  email: string
  poweredBy: string
  /** Headings of the list's groups; `getWallet` is also the way to the view of that name. */
  installed: string
  onPhone: string
  hosted: string
  getWallet: string
  /** Marks of rows. */
  lastUsed: string
  connected: string
  /** The subtitle of a wallet that had another name. */
  formerly: string
  /** On a phone, every app that has no row of its own. */
  otherWallet: string
  /** Subtitle of an app that opens the page in its own browser. */
  inBrowser: string
  search: string
}

/** The texts of the views that come after the list. `{0}` is where a name goes. */
export interface ViewTexts {
  /** In a frame that is too small for the list; opens the page itself. */
  noRoom: string
  noWallet: string
  noWalletHint: string
  /** The button that loads the page anew. */
  reload: string
  opening: string
  continueIn: string
  approve: string
  stillWaiting: string
  /** Brings a wallet's window to the front. */
  showWindow: string
  cancel: string
  failed: string
  tryAgain: string
  back: string
  signText: string
  signBlocked: string
  signFailed: string
  /** `{0}` is the site's host, and below it the account. */
  signFor: string
  /** What a wallet is, in three sentences. */
  whatIsWallet: string
  walletKeeps: string
  walletAsks: string
  walletSecret: string
  /** Below a code for the phone: `{0}` is an app. */
  toPhoneText: string
  /** The way to an app of the phone. */
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
  /** The frame of a code that is on its way. */
  getting: string
  /** `{0}` are names of apps. */
  worksWith: string
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
export interface Texts extends MainTexts, ViewTexts, MenuTexts {
  /** Given where the language is written from right to left. */
  dir?: 'rtl'
  /** Of the idle button. */
  label: string
  form: FormTexts
  code: CodeTexts
  failures: FailureTexts
}

/** What a view can count on: menu, views, code and failures have their own English. */
export type LoadedTexts = MainTexts & Partial<Texts>

/** English: built in, shown until another language has arrived, and where there is none. */
export const english: MainTexts = {
  connectTo: 'Connect to {0}',
  close: 'Close',
  install: 'Install {0}',
  newTab: 'opens in a new tab',
  sharedIdentity: 'Another wallet here gives the same identity',
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
