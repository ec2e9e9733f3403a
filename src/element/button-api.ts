// Written by `npm run surface` from surface.ts: edit that file.

import type { ChainId, Namespace } from '../chains/caip2.js'
import type { NetworkConfig } from '../chains/network-config.js'
import type { Mode, ResultType } from '../client/config.js'
import type { WalletState } from '../client/state.js'
import type {
  ClientEvents,
  ConnectOptions,
  ConnectResult,
  SignInDetail,
  WalletClient,
} from '../client/wallet-client.js'
import type {
  AddChainParams,
  Balance,
  Call,
  Connector,
  ExecuteOptions,
  Hex,
  StarknetAccount,
  TransactionReceipt,
  WalletEntity,
  WalletProvider,
  WatchAssetParams,
} from '../connectors/connector.js'
import type { StorageLike } from '../platform/storage.js'
import type { SignInAdapter } from '../sign-in/adapter.js'
import type { PARTS, Parts } from './parts.js'
import type { ResolveName } from './view-contract.js'

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
   * Shown as “Connect to {app-name}”; also the name that wallets see.
   * Default: host name of the page.
   */
  appName: string
  /** What wallets show about the app. */
  appDescription: string
  /** The address that wallets show for the app. */
  appUrl: string
  /** Address of the icon that wallets show for the app. */
  appIcon: string
  /**
   * Text of the idle button.
   * Default: “Connect wallet” in the language.
   */
  label: string
  /**
   * CAIP-2 ids, separated by spaces. Empty, with empty optional-chains, is an error on connect.
   * Default: eip155:1 starknet:SN_MAIN.
   */
  get chains(): string
  set chains(value: string | readonly string[])
  /** CAIP-2 ids of chains that a wallet may lack, separated by spaces. */
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
  /** Whether connecting may ask: reconnect silently only, ask where needed, or always show the list. */
  mode: Mode
  /** `connector` only names the chosen wallet and connects nothing. */
  resultType: ResultType
  /** WalletConnect project id. */
  projectId: string
  /**
   * Address of the WalletConnect relay.
   * Default: wss://relay.walletconnect.org.
   */
  relayUrl: string
  /** How wallet apps on a phone are opened: by their scheme, or by their address. */
  deepLink: 'native' | 'universal'
  /**
   * Origin of the e-mail wallet: https, or http on localhost.
   * Default: the provider’s.
   */
  webWalletUrl: string
  /** How the e-mail wallet is shown. Where the frame is refused, a popup is opened instead. */
  webWalletMode: 'popup' | 'iframe'
  /** Whose QR code is shown: our own, or that of the package @walletconnect/modal. */
  qrModal: 'inline' | 'walletconnect'
  /**
   * For sign-in="form": the nonce that the server has written into the page, 8 or more letters and digits.
   */
  signInNonce: string
  /** Name under which a form submits the connected account as a CAIP-10 id, such as `eip155:1:0xAb…`. */
  name: string
  /** The form is not submitted before a wallet is connected. */
  required: boolean
  /**
   * The root element of the page carries `data-wallet-status` and `data-wallet-namespace`, and elements
   * with `data-wallet-text` are filled.
   */
  pageState: boolean
  /** Where to go after a sign-in: an address of the same origin. */
  signedInHref: string
  /**
   * Nodes of networks, where a host takes attributes alone: `eip155:31337=https://…
   * starknet:SN_MAIN=https://…`. The property `networks` says more.
   */
  rpc: string
  /** Shows ENS or Starknet names and pictures, read through the page’s own nodes or the wallet. */
  names: boolean
  /** Address of your terms, linked below the list: https, or the page’s own origin. */
  termsUrl: string
  /** Address of your privacy policy, linked below the list: https, or the page’s own origin. */
  privacyUrl: string
  /** Base address of the API that issues nonces and verifies signatures. */
  apiUrl: string
  /**
   * `system` follows the visitor’s preference, live.
   * Default: stored choice, else system.
   */
  theme: 'system' | 'dark' | 'light'
  /** A ready look of button and list; custom properties of your own go on top of it. */
  look: string
  /**
   * Key in local storage under which the page keeps the visitor’s choice of theme.
   * Default: theme.
   */
  themeStorageKey: string
  /**
   * Address of a font stylesheet, loaded when the list first opens. Off by default: no third party hears of
   * a visitor who has not asked for a wallet.
   */
  fontHref: string
  /** Shows the balance in the connected button. */
  showBalance: boolean
  /** Height of the button: 44, 36 or 52 px. */
  size: 'medium' | 'small' | 'large'
  /**
   * Elements with the same store name share one session; another name isolates.
   * Default: default.
   */
  store: string
  /**
   * When the list’s code is fetched: on pointer or focus, after the page’s load, when the button comes near
   * the viewport (never on a slow line, or where data is saved), or on the click.
   */
  preload: 'intent' | 'idle' | 'visible' | 'click'
  /**
   * Address of the folder that the script tag’s parts lie in. It may stand on the script tag or in a meta
   * element as well.
   * Default: found from the script.
   */
  dataBase: string
  /** The button cannot be used. */
  disabled: boolean

  /**
   * Networks that the page brings along: chainId, name, rpcUrls, privateCustomerRpcUrls, nativeCurrency,
   * blockExplorerUrls.
   */
  networks: readonly NetworkConfig[] | undefined
  /** Connectors of your own, added to ours or replacing those of the same id. */
  connectors: readonly Connector[] | undefined
  /** Where sessions are remembered; local storage by default. */
  storage: StorageLike | undefined
  /**
   * How the page reaches its own server, where it is not the API of `api-url`: getNonce, verify, signOut,
   * and getSession for reloads.
   */
  signInAdapter: SignInAdapter | undefined
  /**
   * Reads the name of an account instead of our own reader of ENS and Starknet names; with `names` only.
   */
  resolveName: ResolveName | undefined
  /** The form that the button belongs to. */
  readonly form: HTMLFormElement | null
  /**
   * What a form submits under `name`: the account of the active connection as a CAIP-10 id, empty without
   * one.
   */
  readonly value: string
  /** As of an input; `valueMissing` while `required` asks for a wallet that is not connected. */
  readonly validity: ValidityState
  /** As of an input: what is missing, in the visitor’s language. */
  readonly validationMessage: string
  /** As of an input. */
  readonly willValidate: boolean
  /** Everything that is known, `state.connections` among it. Immutable: each change gives a new object. */
  readonly state: WalletState
  /** `idle`, `connecting` or `connected`. */
  readonly status: WalletState['status']
  /**
   * Account of the active connection: an EIP-55 address, or `0x` and 64 hex digits on Starknet. Null
   * without one.
   */
  readonly account: Hex | null
  /** Chain of the active connection as a CAIP-2 id. Null without one. */
  readonly chainId: ChainId | null
  /** The connected wallet, or null. */
  readonly wallet: WalletEntity | null
  /**
   * The EIP-1193 provider or the Starknet wallet object of the active connection, for viem, ethers,
   * starknet.js. Null without one.
   */
  readonly provider: WalletProvider | null
  /** The headless client behind the element. Null until its code is loaded. */
  readonly client: WalletClient | null

  /** Shows the list of wallets. Resolves when it is on screen. */
  open(): Promise<void>
  /** Closes the list or the wallet’s view. Resolves when it is gone. */
  close(): Promise<void>
  /**
   * Connects a wallet. Resolves with nulls when the visitor has closed the list.
   * @param options One wallet, a mode, a result type, a chain; the attributes count for what is left out.
   * @throws WalletError `user_rejected`, `connect_failed`, `not_found`, `busy`, `config_invalid`
   * @example
   * const { wallet } = await button.connect({ chainId: 'eip155:8453' })
   * if (wallet) console.log(wallet.account)
   */
  connect(options?: ConnectOptions): Promise<ConnectResult>
  /**
   * Ends the session. Resolves when it and its stored keys are gone.
   * @param options One namespace only; both by default.
   */
  disconnect(options?: { namespace?: Namespace }): Promise<void>
  /**
   * Has the wallet sign a text. Resolves with a hex signature on EVM, with a list of felts on Starknet.
   * @param message The text; on Starknet at most 31 characters.
   * @throws WalletError `user_rejected`, `user_not_connected`, `sign_failed`
   * @example
   * const signature = await button.signMessage('Hello')
   */
  signMessage(message: string): Promise<string | string[]>
  /**
   * Has the wallet sign typed data. Resolves with a hex signature on EVM, with a list of felts on Starknet.
   * @param typedData EIP-712 on EVM, SNIP-12 on Starknet.
   * @throws WalletError `user_rejected`, `user_not_connected`, `request_invalid`, `sign_failed`
   * @example
   * await button.signTypedData({
   *   types: { Mail: [{ name: 'text', type: 'string' }] },
   *   primaryType: 'Mail',
   *   domain: { name: 'Shop', chainId: 1 },
   *   message: { text: 'Hello' },
   * })
   */
  signTypedData(typedData: unknown): Promise<string | string[]>
  /**
   * Executes calls in one transaction, on Starknet only. Resolves when the wallet has sent it.
   * @param calls One call, or a list that is not empty.
   * @throws WalletError `user_rejected`, `user_not_connected`, `request_invalid`, `execute_failed`
   * @example
   * const { transactionHash } = await button.execute({
   *   contractAddress: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d',
   *   entrypoint: 'transfer',
   *   calldata: [recipient, 1_000_000n, 0],
   * })
   */
  execute(calls: Call | readonly Call[], options?: ExecuteOptions): Promise<{ transactionHash: string }>
  /** Waits until a transaction was accepted or reverted. */
  waitForTransaction(hash: string): Promise<TransactionReceipt>
  /**
   * Switches the wallet’s chain. Resolves when the wallet really is there.
   * @param params The chain in any spelling of its id.
   * @throws WalletError `user_rejected`, `network_switching_only_available_in_wallet`
   * @example
   * await button.switchChain({ chainId: 'eip155:8453' })
   */
  switchChain(params: { chainId: string | number }): Promise<void>
  /** Offers the wallet a chain. Resolves when the visitor has accepted it. */
  addChain(params: AddChainParams): Promise<void>
  /** Offers the wallet a token to show. Resolves when the visitor has accepted it. */
  watchAsset(params: WatchAssetParams): Promise<void>
  /**
   * The account’s balance.
   * @param token Address of a token; the chain’s own currency by default (on Starknet ETH).
   * @throws WalletError `balance_failed`
   */
  getBalance(token?: string): Promise<Balance>
  /**
   * A starknet.js account on the connected Starknet wallet. Loads starknet.js, whose own type comes by
   * `getStarknetAccount<WalletAccount>()`.
   * @throws WalletError `user_not_connected`
   */
  getStarknetAccount<Account = StarknetAccount>(): Promise<Account>
  /**
   * Proves to the page’s server whose account is connected. A refusal leaves the visitor connected and not
   * signed in.
   * @throws WalletError `user_rejected`, `user_not_connected`
   * @example
   * const { address, verified } = await button.signIn()
   */
  signIn(): Promise<SignInDetail>
  /** Ends the server’s session. Resolves with who was signed in, or null. */
  signOut(): Promise<SignInDetail | null>
  /** As of an input: whether the form may be submitted as far as this button is concerned. */
  checkValidity(): boolean
  /** As of an input: says at the button what is missing, and focuses it. */
  reportValidity(): boolean
  /**
   * As of an input: a message of the page’s own, which keeps the form from being submitted.
   * @param message An empty text takes it back.
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
  /** A wallet was picked. Cancelable: `preventDefault()` calls the attempt off. */
  wallet_connecting: CustomEvent<ClientEvents['connecting']>
  /** A wallet is connected; `restored` when it was taken up again after a reload. */
  wallet_connected: CustomEvent<ClientEvents['connected']>
  /**
   * Account or chain have changed. Without `account` and `chainId` where a Starknet wallet is on an unknown
   * network.
   */
  wallet_changed: CustomEvent<ClientEvents['changed']>
  /** A connection has ended; the reason is `user`, `wallet`, `expired` or `replaced`. */
  wallet_disconnected: CustomEvent<ClientEvents['disconnected']>
  /**
   * The server has verified the signature, or, without message and signature, still knows the visitor after
   * a reload.
   */
  wallet_signed_in: CustomEvent<ClientEvents['signed_in']>
  /** By signOut, or since the account has changed or the wallet was disconnected. */
  wallet_signed_out: CustomEvent<ClientEvents['signed_out']>
  /** A transaction was `sent`, `accepted` or `reverted`. */
  wallet_transaction: CustomEvent<ClientEvents['transaction']>
  /** Something failed; the promise of the call rejects with the same error. */
  wallet_error: CustomEvent<ClientEvents['error']>
  /** The list is on screen. */
  wallet_modal_opened: CustomEvent<Record<string, never>>
  /** The list is gone; `choice` is the id of the wallet, or null. */
  wallet_modal_closed: CustomEvent<{ choice: string | null }>
}
