/** The custom element's tag. */
export const BUTTON_TAG = 'wallet-connect-button'

/** The publisher's own WalletConnect project id, set when the package is built (`WCB_PROJECT_ID`); empty otherwise. */
declare const __WCB_PROJECT_ID__: string | undefined
export const DEFAULT_PROJECT_ID = typeof __WCB_PROJECT_ID__ === 'string' ? __WCB_PROJECT_ID__ : ''

/** Units of time, in ms. */
export const SECOND = 1_000
export const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A kibibyte, in bytes. */
export const KIB = 1_024

/** The version of a wallet that names none (specification, business constants). */
export const PROVIDER_VERSION = '1.0.0'

/** What a page without `chains` and `relay-url` gets. */
export const DEFAULT_CHAINS = 'eip155:1 starknet:SN_MAIN'
export const DEFAULT_RELAY = 'wss://relay.walletconnect.org'

/** The tag of the modal's host element; each document has one. */
export const MODAL_TAG = 'wallet-connect-modal'

/** The most time that a silent reconnect may take, in ms (specification: reconnect time-out). */
export const RECONNECT_TIMEOUT = 1_000

/** Why a silent question to a wallet is aborted: the page's client was disposed. What a later page may take up stays as it is. */
export const LEFT = 'left'

/** Pause between two questions to a wallet while reconnecting, in ms (specification). */
export const RECONNECT_INTERVAL = 100

/**
 * The list counts as complete this long after the page's load, or after the search began, in ms. The modal then opens at
 * the latest.
 */
export const DISCOVERY_SETTLE = 300

/** Longest wait for a wallet to confirm a disconnect before it is forced, in ms. */
export const DISCONNECT_TIMEOUT = 1_000

/** Limits of what a wallet or server can make us store or draw. */
export const MAX_ICON_BYTES = 128 * KIB
export const MAX_WALLETS = 200

/** Prefix of every stored key, with the version of the layout. Keys of another version are neither read nor changed. */
export const STORAGE_PREFIX = 'wcb.1'

/** Id of the e-mail wallet (specification, section 9), and the name of its maker. */
export const WEB_WALLET_ID = 'argentWebWallet'
export const WEB_WALLET_MAKER = 'Ready'
