import type { ChainId, Namespace } from '../chains/caip2.js'
import type { ConnectorConfig } from './config.js'

/** A pair of icons, as data URIs; an empty string where there is none. */
export interface WalletIcon {
  light: string
  dark: string
}

/** Browsers with an extension shop of their own, and the two kinds of phone. */
export type DownloadTarget = 'chrome' | 'firefox' | 'edge' | 'ios' | 'android'

/** What may happen to a session without our asking. Values are as the wallet's last truth, already checked. */
export type SessionChange =
  | {
      type: 'change'
      /** The account in use, or undefined where the event says nothing of it. */
      account?: string
      accounts?: readonly string[]
      /** The chain in use; null for a Starknet network that is not known (an empty change). */
      chainId?: ChainId | null
    }
  | {
      type: 'disconnect'
      /**
       * `locked`: the wallet shows no account now and may show it again, since it has locked itself or does not say which of
       * the two it was. `lost`: the line to the wallet was cut, and this page will not hear of it again. The page is told
       * `wallet` for both, and what is stored stays, for {@link Connector.restore}.
       */
      reason?: 'wallet' | 'expired' | 'locked' | 'lost'
    }

/** What a client hands to a connector that is to connect. */
export interface ConnectRequest {
  /** The configuration as it was when the attempt began. */
  config: ConnectorConfig
  /** The chain to be on afterwards, or undefined for the wallet's own. */
  chainId?: ChainId | undefined
  /** Aborted when the visitor cancels: release everything; a later answer is dropped. */
  signal: AbortSignal
  /** To be called with each pairing URI that is to be shown (relay wallets). */
  onUri(uri: string, expiresAt: number): void
  /** To be called once the wallet has been asked and the visitor must act there. */
  onAwaiting(): void
}

/** Parameters of EIP-3085 and of Starknet's wallet_addStarknetChain, in one shape. */
export interface AddChainParams {
  /** CAIP-2 id, or any spelling of it. */
  chainId: string | number
  /** Starknet's name of the chain, such as `SN_SEPOLIA`. */
  id?: string
  chainName?: string
  rpcUrls?: readonly string[]
  nativeCurrency?: { name: string; symbol: string; decimals: number; address?: string }
  blockExplorerUrls?: readonly string[]
  iconUrls?: readonly string[]
}

/** EIP-747, which Starknet's wallet_watchAsset follows. */
export interface WatchAssetParams {
  type: 'ERC20'
  options: { address: string; symbol?: string; decimals?: number; image?: string; name?: string }
}

/** One call of a Starknet transaction. */
export interface Call {
  contractAddress: string
  entrypoint: string
  calldata?: readonly (string | number | bigint)[]
}

/** Options of a Starknet transaction, forwarded where the wallet's dialect has them. */
export interface ExecuteOptions {
  nonce?: string | number | bigint
  maxFee?: string | number | bigint
  version?: string | number | bigint
}

/** A token balance. */
export interface Balance {
  /** In the smallest unit. */
  value: bigint
  decimals: number
  symbol: string
  /** With six decimals. */
  formatted: string
}

/** What became of a transaction. */
export interface TransactionReceipt {
  transactionHash: string
  status: 'accepted' | 'reverted'
  blockNumber?: number
  revertReason?: string
}

/** Methods of a session that may prompt its visitor, and wait for each other. */
export type RequestMethod =
  | 'signMessage'
  | 'signTypedData'
  | 'execute'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'

/**
 * A live connection to one wallet. Whatever is missing is answered with `not implemented`.
 *
 * Every promise settles when the wallet answers or {@link WalletSession.disconnect} is called; errors are WalletErrors.
 */
export interface WalletSession {
  /** EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  readonly account: string
  readonly accounts: readonly string[]
  readonly chainId: ChainId
  /** The EIP-1193 provider, or the Starknet wallet object. */
  readonly provider: unknown
  /** The wallet's own name, version and host, where they differ from the connector's. */
  readonly peer?: { name?: string; icon?: string; version?: string; host?: string }
  /** False where the wallet offers no events. */
  readonly liveUpdates: boolean
  /** Relay wallets: the topic the session is stored under. */
  readonly topic?: string
  /** The only chains that the wallet can be switched to, where it says so: those that it has approved. */
  readonly approvedChains?: readonly ChainId[]
  /** Starts the wallet's events. Called once, right after the session was accepted. @returns the way to stop */
  watch(onChange: (change: SessionChange) => void): () => void
  /**
   * Reads account and chain anew without a prompt. Null when the wallet no longer allows this page, `locked` when it only
   * shows no account now: both end the session. A rejection says that nothing could be learnt, and changes nothing.
   */
  refresh?(): Promise<{ account: string; accounts: readonly string[]; chainId: ChainId } | 'locked' | null>
  /** Ends the session on the wallet's side, as far as the wallet can, and releases everything. Never rejects. */
  disconnect(): Promise<void>
  /** Brings the window that a request is open in to the front: another request waits for it. */
  focus?(): void
  /** Keeps the wallet's window open between two requests. @returns the way to let it go; null where none is open */
  hold?(): (() => void) | null
  /**
   * Says what is wrong with the arguments of one of the methods below, as soon as the page has called it: its turn may come much
   * later. The arguments are a copy that no longer changes, and the method gets the same one.
   *
   * @throws WalletError `request_invalid`, or what the method would throw before it asks the wallet
   */
  check?(method: RequestMethod, args: readonly unknown[]): void
  signMessage?(message: string): Promise<string | string[]>
  signTypedData?(typedData: unknown): Promise<string | string[]>
  switchChain?(chainId: ChainId, config: ConnectorConfig): Promise<void>
  addChain?(params: AddChainParams): Promise<void>
  watchAsset?(params: WatchAssetParams): Promise<void>
  execute?(calls: Call | readonly Call[], options?: ExecuteOptions): Promise<{ transactionHash: string }>
  waitForTransaction?(hash: string, signal: AbortSignal): Promise<TransactionReceipt>
  getBalance?(token?: string): Promise<Balance>
  /** A starknet.js account that signs and executes through this session; loads starknet.js. It ends with the session. */
  getStarknetAccount?(): Promise<import('starknet').WalletAccount>
}

/** How a choice stands in the list: connectable, to be installed, or known but of no use on this device. */
export type Availability = 'ready' | 'install' | 'hidden'

/**
 * One way to reach one wallet. A new wallet is one file that exports a function returning this.
 *
 * @example
 * const myWallet: Connector = {
 *   id: 'com.example.wallet', key: 'examplewallet', namespace: 'eip155', name: 'Example',
 *   icon: { light: '', dark: '' }, downloads: {}, supportedChains: ['EVM', 'ETH'],
 *   canConnectViaQrCode: false, canConnectViaCustodialService: false, availability: 'ready',
 *   async connect({ signal }) { … }, async restore({ signal }) { … },
 * }
 */
export interface Connector {
  /** What `wallets`, `connect({ walletId })` and the events call this wallet. */
  readonly id: string
  /** Other ids that mean this wallet too: the plain rdns of a wallet that shares it with another. */
  readonly aliases?: readonly string[]
  /** The word of the `wallets` attribute that stands for every wallet of this kind. */
  readonly group?: 'injected' | 'starknet'
  /** Names the stored keys: an override, or the name in lower case without other than word characters. */
  readonly key: string
  readonly namespace: Namespace
  readonly name: string
  readonly title?: string
  readonly subtitle?: string
  /** Shown with the row: the wallet shares its identity with another, say. A key of the view's texts. */
  readonly note?: 'shared-identity' | 'shared-uuid'
  readonly icon: WalletIcon
  readonly downloads: Partial<Record<DownloadTarget, string>>
  /** Families of chains, as the specification names them: `EVM` and `ETH`, or `STARK`. */
  readonly supportedChains: readonly string[]
  readonly canConnectViaQrCode: boolean
  readonly canConnectViaCustodialService: boolean
  readonly availability: Availability
  /** Where it says false, the wallet is listed only if the page names it in `wallets`. */
  readonly offered?: boolean | ((config: ConnectorConfig) => boolean)
  /** True when this wallet's own browser shows the page: it is then connected without a list. */
  readonly ownsBrowser?: boolean
  /** Whether the id is kept as the last wallet for `neverAsk` and `canAsk` (not so for the web wallet). */
  readonly remembered?: boolean
  /** `connect` opens a window before it awaits anything, and has to be called in the task of the visitor's click. */
  readonly opensWindow?: boolean
  /** Asks the visitor. May prompt. Rejects with a WalletError. */
  connect(request: ConnectRequest): Promise<WalletSession>
  /**
   * Takes up an earlier session without any prompt; null when there is none. Called again every 100 ms until the second is
   * over; an answer after it counts while nothing else was chosen.
   *
   * @throws WalletError `wallet_locked` where the wallet is there and shows no account now: what is stored stays
   */
  restore(
    request: Omit<ConnectRequest, 'onUri' | 'onAwaiting'> & { topic?: string | undefined },
  ): Promise<WalletSession | null>
  /**
   * Calls back when a wallet that was locked says of itself that it shows accounts again; `restore` is called then. Asks the
   * wallet nothing.
   *
   * @returns the way to stop
   */
  watchUnlock?(onUnlock: () => void): () => void
}

/** What finds connectors: a fixed list, announcements, a scan of the window. */
export interface ConnectorSource {
  /**
   * Starts looking; may call `add` at once and at any later time. Safe to call once per page.
   *
   * @returns the way to stop, where there is anything to stop
   */
  start(
    add: (connector: Connector) => void,
    remove: (id: string) => void,
    getConfig?: () => ConnectorConfig,
  ): (() => void) | void
  /** Resolves when what the source has to load first is there, or could not be had. */
  readonly settled?: Promise<unknown>
  /** Whether a wallet that may own the browser was seen, and has not announced itself yet. */
  expects?(): boolean
  /** Looks again: wallets that were injected late. @param timed by the clock, not for a visitor: nothing is fetched */
  rescan?(timed?: boolean): void
}

/** The connector entity of the specification, as methods and events give it out. */
export interface ConnectorEntity {
  /** The wallet's id. */
  id: string
  key: string
  name: string
  title?: string
  subtitle?: string
  icon: WalletIcon
  downloads: Partial<Record<DownloadTarget, string>>
  supportedChains: readonly string[]
  connectedChain: 'EVM' | 'STARK'
  canConnectViaQrCode: boolean
  canConnectViaCustodialService: boolean
  activeAccount: string | null
  chainId: ChainId | null
  switchedNetwork: boolean
}

/** The wallet entity of the specification. */
export interface WalletEntity {
  id: string
  name: string
  icon: string
  version: string
  host: string
  isConnected: boolean
  selectedAddress: string
  account: string
  provider: unknown
  chainId: ChainId
}
