// Written by `node scripts/surface.mjs` from surface.ts: edit that file.

import type { NetworkConfig } from '../chains/network-config.js'
import type { Mode, ResultType } from '../client/config.js'
import type { WalletState } from '../client/state.js'
import type {
  ClientEvents,
  ConnectOptions,
  ConnectResult,
  SignalOptions,
  SignInDetail,
  WalletClient,
} from '../client/wallet-client.js'
import type {
  AddChainParams,
  Balance,
  Connector,
  Executable,
  Executed,
  ExecuteOptions,
  Hex,
  StarknetAccount,
  TransactionReceipt,
  WaitOptions,
  WalletEntity,
  WalletProvider,
  WatchAssetParams,
} from '../connectors/connector.js'
import type { ResolveName } from '../names/account-name.js'
import type { StorageLike } from '../platform/storage.js'
import type { ChainId, Namespace } from '../protocol/caip2.js'
import type { SignInAdapter } from '../sign-in/adapter.js'
import type { PARTS, Parts } from './parts.js'

/**
 * `<wallet-connect-button>`: a button that connects an EVM or Starknet wallet, in one tag. The list of
 * wallets, the account menu and everything else is fetched when the visitor is about to use it.
 *
 * Attributes and properties go by the same names, in kebab case and camel case. Methods may be called
 * before the parts that they need are loaded.
 */
export interface WalletConnectButton extends HTMLElement {
  /** @internal */
  [PARTS]: Parts

  /**
   * The app’s name: the list shows “Connect to {app-name}”, and wallets show the name as well.
   * Default: host name of the page.
   */
  appName: string
  /** The description of the app that wallets show. */
  appDescription: string
  /**
   * The address that wallets show for the app, on the host of the page. For another host, wallets on a
   * phone get the page’s own address.
   */
  appUrl: string
  /** Address of the icon that wallets show for the app. */
  appIcon: string
  /**
   * Text of the idle button.
   * Default: “Connect wallet” in the visitor’s language.
   */
  label: string
  /**
   * CAIP-2 ids of the chains that the page needs, separated by spaces. If optional-chains is empty too,
   * connecting fails.
   * Default: eip155:1 starknet:SN_MAIN.
   */
  get chains(): string
  set chains(value: string | readonly string[])
  /** CAIP-2 ids of chains that the page can use but a wallet need not have, separated by spaces. */
  get optionalChains(): string
  set optionalChains(value: string | readonly string[])
  /**
   * Wallet ids in order of display, separated by spaces: an EIP-6963 rdns, `injected` (every other EVM
   * wallet found), `walletConnect`, `coinbase`, a Starknet wallet’s id (`argentX`, `braavos` …), `starknet`
   * (every other Starknet wallet found), `argentMobile`, `argentWebWallet`.
   * Default: all that apply.
   */
  get wallets(): string
  set wallets(value: string | readonly string[])
  /**
   * Whether connecting may ask the visitor: `canAsk` asks if needed, `neverAsk` only restores a session
   * silently, so that a click on the button shows nothing, `alwaysAsk` always shows the list.
   */
  mode: Mode
  /** With `connector`, the element returns which wallet the visitor chose, and does not connect it. */
  resultType: ResultType
  /** WalletConnect project id, from dashboard.reown.com: for the QR code and for apps on a phone. */
  projectId: string
  /**
   * Address of the WalletConnect relay.
   * Default: wss://relay.walletconnect.org.
   */
  relayUrl: string
  /**
   * How the button opens wallet apps on a phone: by their URL scheme (`native`), or by their https address
   * (`universal`).
   */
  deepLink: 'native' | 'universal'
  /**
   * Origin of the e-mail wallet: https, or http on localhost.
   * Default: the provider’s.
   */
  webWalletUrl: string
  /** How the e-mail wallet is shown. If it cannot be shown in a frame, the button opens a popup instead. */
  webWalletMode: 'popup' | 'iframe'
  /** Which QR code is shown: the list’s own, or that of the package @walletconnect/modal. */
  qrModal: 'inline' | 'walletconnect'
  /**
   * For sign-in="form": the nonce that the server has written into the page, 8 or more letters and digits.
   */
  signInNonce: string
  /**
   * The sentence that the visitor agrees to by signing, which the wallet shows: one line of at most 500
   * ASCII characters. A statement that the server sends with the nonce comes first.
   */
  signInStatement: string
  /** Name under which a form submits the connected account as a CAIP-10 id, such as `eip155:1:0xAb…`. */
  name: string
  /** The form is not submitted before a wallet is connected. */
  required: boolean
  /**
   * The button sets `data-wallet-status` and `data-wallet-namespace` on the root element of the page, and
   * fills elements that have `data-wallet-text`.
   */
  pageState: boolean
  /** The page that the browser opens after a sign-in: an address of the same origin. */
  signedInHref: string
  /**
   * Nodes of networks, for hosts that only let you write attributes: `eip155:31337=https://…
   * starknet:SN_MAIN=https://…`. The property `networks` has more options.
   */
  rpc: string
  /**
   * Shows ENS or Starknet names and pictures, which the button reads through the page’s own nodes or the
   * wallet.
   */
  names: boolean
  /** Address of your terms, linked below the list: https, or the page’s own origin. */
  termsUrl: string
  /** Address of your privacy policy, linked below the list: https, or the page’s own origin. */
  privacyUrl: string
  /** Base address of your server’s API, which issues nonces and verifies signatures. */
  apiUrl: string
  /**
   * `system` follows the visitor’s preference, also while the page is open.
   * Default: the stored choice, else system.
   */
  theme: 'system' | 'dark' | 'light'
  /** A ready-made look of the button and the list. Your own custom properties override it. */
  look: string
  /**
   * Key in local storage under which the page stores the visitor’s choice of theme.
   * Default: theme.
   */
  themeStorageKey: string
  /**
   * Address of a font stylesheet, which the button loads when the list first opens. Off by default, so that
   * the font’s host learns nothing about visitors.
   */
  fontHref: string
  /** Shows the balance in the connected button. */
  showBalance: boolean
  /** Height of the button: 44, 36 or 52 px; on a touch screen at least 44. */
  size: 'medium' | 'small' | 'large'
  /**
   * Elements with the same store name share one session. Elements with another name have a separate
   * session. An extension gives its permission to the whole site: a disconnect takes it back, also from
   * stores on other pages and in other tabs.
   * Default: default.
   */
  store: string
  /**
   * When the button fetches the list’s code. `intent`: when the visitor points at or focuses the button.
   * `idle`: after the page has loaded. `visible`: when the button comes near the viewport, except on a slow
   * connection or with data saving. `click`: on the click.
   */
  preload: 'intent' | 'idle' | 'visible' | 'click'
  /**
   * Address of the folder with the parts of the script, or of the folder above it, such as `dist/`. You may
   * also set it on the script tag or in a meta element.
   * Default: the folder of the script.
   */
  dataBase: string
  /** The visitor cannot use the button. */
  disabled: boolean

  /**
   * Networks that the page adds or changes: chainId, name, rpcUrls, privateCustomerRpcUrls, nativeCurrency,
   * blockExplorerUrls.
   */
  networks: readonly NetworkConfig[] | undefined
  /**
   * Your own connectors. Each is added to the built-in connectors, or replaces the built-in connector with
   * the same id.
   */
  connectors: readonly Connector[] | undefined
  /** Where the button stores sessions; local storage by default. */
  storage: StorageLike | undefined
  /**
   * The functions that call your server, if your server does not have the API of `api-url`: getNonce,
   * verify, signOut, and getSession for reloads.
   */
  signInAdapter: SignInAdapter | undefined
  /**
   * A function that reads the name of an account, in place of the built-in reader of ENS and Starknet
   * names: `(address, chainId)` gives, at once or later, the name, `{ name, picture }`, or null. The button
   * calls it only if `names` is set.
   */
  resolveName: ResolveName | undefined
  /** The form that the button belongs to. */
  readonly form: HTMLFormElement | null
  /**
   * The value that a form submits under `name`: the account of the active connection as a CAIP-10 id. Empty
   * if no wallet is connected.
   */
  readonly value: string
  /** As on an input. `valueMissing` is true while `required` is set and no wallet is connected. */
  readonly validity: ValidityState
  /** As on an input: a message about what is missing, in the visitor’s language. */
  readonly validationMessage: string
  /** As on an input. */
  readonly willValidate: boolean
  /** The whole state, including `state.connections`. It is immutable: each change gives a new object. */
  readonly state: WalletState
  /** `idle`, `connecting` or `connected`. */
  readonly status: WalletState['status']
  /**
   * Account of the active connection: an EIP-55 address, or `0x` and 64 hex digits on Starknet. Null if no
   * wallet is connected.
   */
  readonly account: Hex | null
  /** Chain of the active connection as a CAIP-2 id. Null if no wallet is connected. */
  readonly chainId: ChainId | null
  /** The connected wallet, or null. */
  readonly wallet: WalletEntity | null
  /**
   * The EIP-1193 provider or the Starknet wallet object of the active connection, for viem, ethers,
   * starknet.js. Null if no wallet is connected.
   */
  readonly provider: WalletProvider | null
  /** The client without an interface that the element uses. Null until its code is loaded. */
  readonly client: WalletClient | null

  /** Shows the list of wallets. Resolves when it is on screen. */
  open(): Promise<void>
  /** Closes the list or the wallet’s view. Resolves when it is closed. */
  close(): Promise<void>
  /**
   * Connects a wallet. Resolves with nulls when the visitor has closed the list.
   * @param options A wallet, a mode, a result type, a chain. The attributes apply for every option that you
   * leave out.
   * @throws WalletError `user_rejected`, `connect_failed`, `not_found`, `busy`, `config_invalid`
   * @example
   * const { wallet } = await button.connect({ chainId: 'eip155:8453' })
   * if (wallet) console.log(wallet.account)
   */
  connect(options?: ConnectOptions): Promise<ConnectResult>
  /**
   * Ends the session. Resolves when the session and its stored keys are deleted.
   * @param options Ends the session of this namespace only; by default of both.
   */
  disconnect(options?: { namespace?: Namespace }): Promise<void>
  /**
   * Has the wallet sign a text. Resolves with a hex signature on EVM, with a list of felts on Starknet,
   * where the text is in typed data whose domain has the name of the app, cut to 31 characters: of revision
   * 0 for up to 31 ASCII characters, of revision 1 (SNIP-12) for a longer text or one with other
   * characters, which older wallets refuse. A text that is a number is refused there.
   * @param message The text; on Starknet at most 31 characters.
   * @param options With `signal` the page gives the request up.
   * @throws WalletError `user_rejected`, `request_given_up`, `user_not_connected`, `sign_failed`
   * @example
   * const signature = await button.signMessage('Hello')
   */
  signMessage(message: string, options?: SignalOptions): Promise<string | string[]>
  /**
   * Has the wallet sign typed data. Resolves with a hex signature on EVM, with a list of felts on Starknet.
   * @param typedData EIP-712 on EVM, SNIP-12 on Starknet.
   * @param options With `signal` the page gives the request up.
   * @throws WalletError `user_rejected`, `request_given_up`, `user_not_connected`, `request_invalid`,
   * `sign_failed`
   * @example
   * await button.signTypedData({
   *   types: { Mail: [{ name: 'text', type: 'string' }] },
   *   primaryType: 'Mail',
   *   domain: { name: 'Shop', chainId: 1 },
   *   message: { text: 'Hello' },
   * })
   */
  signTypedData(typedData: unknown, options?: SignalOptions): Promise<string | string[]>
  /**
   * Executes calls: as one transaction on Starknet; on EVM one call as a transaction, several as one atomic
   * batch (EIP-5792), or with `sequential` one after the other where the wallet has no batches. Resolves
   * with `{ transactionHash }` when the wallet has sent it, for a batch with `{ transactionHash, callsId
   * }`, whose hash is null until the chain has one. When calls that are sent one after the other fail, the
   * error has the hashes so far in `sent`. Nothing is sent on a chain that the page does not have: with one
   * EVM chain the wallet is asked to switch there first, else the error is `chain_mismatch`. What was given
   * up with `signal` or on the page and is sent after all comes as `wallet_transaction` with `late`.
   * @param calls One call, or a list that is not empty: `{ contractAddress, entrypoint, calldata }` on
   * Starknet, `{ to, data, value }` on EVM, where a single call may also have `gas`, `maxFeePerGas`,
   * `maxPriorityFeePerGas` and `nonce`, and no `to` for a new contract. Any other field is refused.
   * @throws WalletError `user_rejected`, `request_given_up`, `user_not_connected`, `request_invalid`,
   * `chain_mismatch`, `batch_not_supported`, `execute_failed`
   * @example
   * const { transactionHash } = await button.execute({
   *   contractAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
   *   entrypoint: 'transfer',
   *   calldata: [recipient, 1_000_000n, 0],
   * })
   */
  execute<Calls extends Executable>(
    calls: Calls,
    options?: ExecuteOptions & SignalOptions,
  ): Promise<Executed<Calls>>
  /**
   * Waits until a transaction or a batch is accepted or reverted. Resolves with the hash that the chain has
   * taken, and `replaced: "repriced"` where the sender has sped the transaction up. When the sender has
   * sent something else in its place, the error has that hash in `cause.transactionHash`.
   * @param id The hash of a transaction, of a Safe’s transaction, or the `callsId` of a batch.
   * @param options `signal` ends the wait with its own reason, `timeout` after so many ms. Without them the
   * wait has no limit.
   * @throws WalletError `user_not_connected`, `request_invalid`, `execute_failed`, `transaction_cancelled`,
   * `transaction_dropped`, `request_timeout`
   */
  waitForTransaction(id: string, options?: WaitOptions): Promise<TransactionReceipt>
  /**
   * Reads what the wallet can do with calls on a chain (`wallet_getCapabilities` of EIP-5792). Resolves
   * with an empty object when the wallet names nothing.
   * @param chainId In any spelling; the wallet’s own chain by default.
   * @throws WalletError `user_not_connected`, `request_invalid`
   */
  getCapabilities(chainId?: string | number): Promise<Record<string, unknown>>
  /**
   * Switches the wallet to another chain. Resolves when the wallet reports that chain.
   * @param params The chain in any spelling of its id.
   * @param options With `signal` the page gives the request up.
   * @throws WalletError `user_rejected`, `request_given_up`, `network_switching_only_available_in_wallet`
   * @example
   * await button.switchChain({ chainId: 'eip155:8453' })
   */
  switchChain(params: { chainId: string | number }, options?: SignalOptions): Promise<void>
  /**
   * Asks the wallet to add a chain. Resolves when the visitor has accepted it.
   * @param options With `signal` the page gives the request up.
   */
  addChain(params: AddChainParams, options?: SignalOptions): Promise<void>
  /**
   * Asks the wallet to show a token. Resolves when the visitor has accepted it.
   * @param options With `signal` the page gives the request up.
   */
  watchAsset(params: WatchAssetParams, options?: SignalOptions): Promise<void>
  /**
   * Reads the account’s balance.
   * @param token Address of a token; the chain’s own currency by default (on Starknet ETH).
   * @throws WalletError `balance_failed`
   */
  getBalance(token?: string): Promise<Balance>
  /**
   * Gives a starknet.js account for the connected Starknet wallet. It loads starknet.js.
   * `getStarknetAccount<WalletAccount>()` has the type of starknet.js itself.
   * @throws WalletError `user_not_connected`
   */
  getStarknetAccount<Account = StarknetAccount>(): Promise<Account>
  /**
   * Proves to your server that the visitor owns the connected account. If the visitor refuses, the wallet
   * stays connected and the visitor is not signed in.
   * @throws WalletError `user_rejected`, `request_given_up`, `user_not_connected`
   * @example
   * const { address, verified } = await button.signIn()
   */
  signIn(): Promise<SignInDetail>
  /** Ends the server’s session. Resolves with who was signed in, or null. */
  signOut(): Promise<SignInDetail | null>
  /** As on an input: returns whether this button allows the form to be submitted. */
  checkValidity(): boolean
  /** As on an input: shows at the button what is missing, and focuses the button. */
  reportValidity(): boolean
  /**
   * As on an input: sets a message of your own, which prevents the form from being submitted.
   * @param message An empty text removes the message.
   */
  setCustomValidity(message: string): void
}

/** The attribute `sign-in`; the element’s own `signIn` is its method. */
export type SignInMode = 'off' | 'on-connect' | 'form'

/** Names of the properties that a page may set. */
export type WritableProperty =
  | 'appName'
  | 'appDescription'
  | 'appUrl'
  | 'appIcon'
  | 'label'
  | 'chains'
  | 'optionalChains'
  | 'wallets'
  | 'mode'
  | 'resultType'
  | 'projectId'
  | 'relayUrl'
  | 'deepLink'
  | 'webWalletUrl'
  | 'webWalletMode'
  | 'qrModal'
  | 'signInNonce'
  | 'signInStatement'
  | 'name'
  | 'required'
  | 'pageState'
  | 'signedInHref'
  | 'rpc'
  | 'names'
  | 'termsUrl'
  | 'privacyUrl'
  | 'apiUrl'
  | 'theme'
  | 'look'
  | 'themeStorageKey'
  | 'fontHref'
  | 'showBalance'
  | 'size'
  | 'store'
  | 'preload'
  | 'dataBase'
  | 'disabled'
  | 'networks'
  | 'connectors'
  | 'storage'
  | 'signInAdapter'
  | 'resolveName'

/** The events that a page hears, by name. Each bubbles once, and is heard once at every button of the same store. */
export interface WalletEventMap {
  /** The visitor chose a wallet. Cancelable: `preventDefault()` cancels the attempt. */
  wallet_connecting: CustomEvent<ClientEvents['connecting']>
  /**
   * A wallet is connected. `restored` is true if the button restored the session, for example after a
   * reload.
   */
  wallet_connected: CustomEvent<ClientEvents['connected']>
  /**
   * The account or the chain has changed. `account` and `chainId` are missing if a Starknet wallet is on an
   * unknown network.
   */
  wallet_changed: CustomEvent<ClientEvents['changed']>
  /** A connection has ended; the reason is `user`, `wallet`, `expired` or `replaced`. */
  wallet_disconnected: CustomEvent<ClientEvents['disconnected']>
  /**
   * The server has verified the signature. After a reload, when the server still knows the visitor, the
   * event has no message and no signature.
   */
  wallet_signed_in: CustomEvent<ClientEvents['signed_in']>
  /**
   * The visitor is signed out: by `signOut()`, because the account has changed, or because the wallet was
   * disconnected.
   */
  wallet_signed_out: CustomEvent<ClientEvents['signed_out']>
  /**
   * A transaction was `sent`, `accepted` or `reverted`. `late` is true when it was given up on the page,
   * and the visitor has allowed it in the wallet after that. `sentAs` is the hash under which it was sent,
   * where the chain has taken another.
   */
  wallet_transaction: CustomEvent<ClientEvents['transaction']>
  /** An action failed. The promise of the call rejects with the same error. */
  wallet_error: CustomEvent<ClientEvents['error']>
  /** The list is on screen. */
  wallet_modal_opened: CustomEvent<Record<string, never>>
  /** The list is closed. `choice` is the id of the chosen wallet, or null. */
  wallet_modal_closed: CustomEvent<{ choice: string | null }>
}
