import type { ChainId, Namespace } from '../chains/caip2.js'
import type { ConnectOptions, ConnectResult, SignInDetail, WalletClient } from '../client/client.js'
import type { Mode, NetworkConfig, ResultType } from '../client/config.js'
import type { WalletState } from '../client/state.js'
import type {
  AddChainParams,
  Balance,
  Call,
  Connector,
  ExecuteOptions,
  TransactionReceipt,
  WalletEntity,
  WatchAssetParams,
} from '../connectors/connector.js'
import type { StorageLike } from '../platform/storage.js'
import type { SignInAdapter } from '../sign-in/adapter.js'
import type { PARTS, Parts } from './parts.js'

/**
 * `<wallet-connect-button>`: a button that connects a crypto wallet.
 *
 * Attributes and properties go by the same names, in kebab case and camel case. Methods may be called before the parts
 * they need are loaded.
 */
export interface WalletConnectButton extends HTMLElement {
  [PARTS]: Parts

  /** Shown as "Connect to {appName}", and the name wallets see. The page's host name by default. */
  appName: string
  appDescription: string
  appUrl: string
  appIcon: string
  /** The idle button's text. */
  label: string
  /** CAIP-2 ids, separated by spaces; a list may be assigned. */
  get chains(): string
  set chains(value: string | readonly string[])
  get optionalChains(): string
  set optionalChains(value: string | readonly string[])
  /** Wallet ids in order of display; empty means all that apply. */
  get wallets(): string
  set wallets(value: string | readonly string[])
  mode: Mode
  resultType: ResultType
  projectId: string
  relayUrl: string
  deepLink: 'native' | 'universal'
  webWalletUrl: string
  webWalletMode: 'popup' | 'iframe'
  qrModal: 'inline' | 'walletconnect'
  apiUrl: string
  theme: 'dark' | 'light' | 'system'
  themeStorageKey: string
  fontHref: string
  showBalance: boolean
  size: 'small' | 'medium' | 'large'
  /** Elements of one store name share one session. */
  store: string
  preload: 'intent' | 'idle' | 'click'
  disabled: boolean

  networks: readonly NetworkConfig[] | undefined
  connectors: readonly Connector[] | undefined
  storage: StorageLike | undefined
  /** How the page reaches its own server, where it is not the API of `apiUrl`. */
  signInAdapter: SignInAdapter | undefined

  readonly state: WalletState
  readonly status: WalletState['status']
  readonly account: string | null
  readonly chainId: ChainId | null
  readonly wallet: WalletEntity | null
  /** The EIP-1193 provider or the Starknet wallet object, for viem, ethers, starknet.js. */
  readonly provider: unknown
  readonly client: WalletClient | null

  /** Shows the list of wallets. Resolves when it is on screen. */
  open(): Promise<void>
  /** Resolves when the modal is gone. */
  close(): Promise<void>
  /** Connects a wallet. Nulls when the visitor closed the list. @throws WalletError */
  connect(options?: ConnectOptions): Promise<ConnectResult>
  /** Resolves when the session and its stored keys are gone. */
  disconnect(options?: { namespace?: Namespace }): Promise<void>
  /** A hex signature on EVM, a list of felts on Starknet. @throws WalletError */
  signMessage(message: string): Promise<string | string[]>
  /** EIP-712 or SNIP-12, by namespace. @throws WalletError */
  signTypedData(typedData: unknown): Promise<string | string[]>
  /** Starknet only. @throws WalletError */
  execute(calls: Call | readonly Call[], options?: ExecuteOptions): Promise<{ transactionHash: string }>
  waitForTransaction(hash: string): Promise<TransactionReceipt>
  /** Resolves when the wallet really is there. @throws WalletError */
  switchChain(params: { chainId: string | number }): Promise<void>
  addChain(params: AddChainParams): Promise<void>
  watchAsset(params: WatchAssetParams): Promise<void>
  /** The native balance, or a token's. @throws WalletError `balance_failed` */
  getBalance(token?: string): Promise<Balance>
  /** A starknet.js account on the connected Starknet wallet; loads starknet.js. @throws WalletError `user_not_connected` */
  getStarknetAccount(): Promise<import('starknet').WalletAccount>
  /** Proves to the page's server whose account is connected. @throws WalletError */
  signIn(): Promise<SignInDetail>
  /** Ends the server's session. @returns who was signed in, or null. @throws WalletError */
  signOut(): Promise<SignInDetail | null>
}
