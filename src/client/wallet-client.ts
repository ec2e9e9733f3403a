import type { ChainId, Namespace } from '../chains/caip2.js'
import type {
  AddChainParams,
  Balance,
  Call,
  Connector,
  ConnectorEntity,
  ExecuteOptions,
  TransactionReceipt,
  WalletEntity,
  WatchAssetParams,
} from '../connectors/connector.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { Mode, ResultType, WalletClientConfig, WalletConfig } from './config.js'
import type { Auth } from './sign-in-state.js'
import type { WalletState } from './state.js'

/** Options of {@link WalletClient.connect}. */
export interface ConnectOptions {
  walletId?: string
  mode?: Mode
  resultType?: ResultType
  /** The chain to be on afterwards, in any spelling. */
  chainId?: string | number
}

/** What was chosen. Both are null when the visitor closed the list. */
export interface ConnectResult {
  connector: ConnectorEntity | null
  wallet: WalletEntity | null
}

/** Why a connection ended. */
export type DisconnectReason = 'user' | 'wallet' | 'expired' | 'replaced'

/** The client's events: name → detail. The element dispatches each as `wallet_<name>`. */
export interface ClientEvents {
  connecting: { walletId: string; namespace: Namespace }
  /** A wallet was chosen from the list, and only its name is wanted. */
  named: { walletId: string }
  connected: { walletId: string; namespace: Namespace; account: string; chainId: ChainId; restored: boolean }
  changed: {
    namespace: Namespace
    account?: string
    chainId?: ChainId
    previous: { account: string; chainId: ChainId }
  }
  disconnected: { walletId: string; namespace: Namespace; reason: DisconnectReason }
  signed_in: SignInDetail
  signed_out: SignInDetail
  transaction: { transactionHash: string; chainId: ChainId; status: 'sent' | 'accepted' | 'reverted' }
  error: { code: WalletError['code']; message: string; error: WalletError }
}

/** Options of a signature. */
export interface SignOptions {
  /**
   * Aborted when nobody waits for the signature any more: what has not been put to the wallet yet no longer is, and what
   * the wallet still answers is told by no event.
   */
  signal?: AbortSignal
}

/** Who signed in or out, and with what. */
export interface SignInDetail {
  address: string
  chainId: ChainId
  namespace: Namespace
  message?: unknown
  signature?: string | string[]
  verified?: boolean
}

/** Receives one client event. Returning false from `connecting` calls the attempt off. */
export type ClientListener<K extends keyof ClientEvents> = (detail: ClientEvents[K]) => unknown

/**
 * The headless client: state, actions, events. No DOM nodes and no React.
 *
 * Every promise settles: with the wallet's answer, with a WalletError, or, when the visitor closes the list, with nulls.
 */
export interface WalletClient {
  readonly store: string
  getState(): WalletState
  /** Calls `listener` after each change of state. @returns the way to stop */
  subscribe(listener: () => void): () => void
  on<K extends keyof ClientEvents>(event: K, listener: ClientListener<K>): () => void
  /** Takes a new configuration. A running attempt finishes with the one it began with. @throws WalletError */
  configure(config: WalletClientConfig): void
  getConfig(): WalletConfig
  /** Looks for wallets; called by every action. */
  discover(): void
  /** Takes up earlier sessions without any prompt. Never rejects. */
  restore(): Promise<void>
  connect(options?: ConnectOptions): Promise<ConnectResult>
  /** Puts the list on screen, whatever the mode. */
  open(): void
  /** A row of the list was chosen. */
  pick(walletId: string): void
  /** Tries the failed wallet again. */
  retry(): void
  /** From a waiting or failed wallet back to the list; a waiting wallet's late answer is dropped. */
  back(): void
  /** Escape, close or backdrop: the null choice. */
  dismiss(): void
  /** Ends a pending attempt with an error (the element has gone). */
  abort(error: WalletError): void
  disconnect(options?: { namespace?: Namespace }): Promise<void>
  /** Makes a connected namespace the one `account`, `chainId` and the requests speak of. */
  activate(namespace: Namespace): void
  /** Takes over how far a sign-in is. @param open whether the modal is to be on screen; as it is by default */
  setAuth(auth: Auth, open?: boolean): void
  /** Keeps the wallet's window open for the next request. @returns the way to let it go; null where none is open */
  holdWindow(namespace: Namespace): (() => void) | null
  /** Tells those who listen of what happened outside of the client: a sign-in, its end, its failure. */
  tell<K extends keyof ClientEvents>(event: K, detail: ClientEvents[K]): void
  signMessage(message: string, options?: SignOptions): Promise<string | string[]>
  signTypedData(typedData: unknown, options?: SignOptions): Promise<string | string[]>
  execute(calls: Call | readonly Call[], options?: ExecuteOptions): Promise<{ transactionHash: string }>
  waitForTransaction(hash: string): Promise<TransactionReceipt>
  switchChain(params: { chainId: string | number }): Promise<void>
  addChain(params: AddChainParams): Promise<void>
  watchAsset(params: WatchAssetParams): Promise<void>
  getBalance(token?: string): Promise<Balance>
  /** A starknet.js account on the connected Starknet wallet; loads starknet.js. It ends with the session. */
  getStarknetAccount(): Promise<import('starknet').WalletAccount>
  /** The EIP-1193 provider or Starknet wallet object of the active connection, or null. */
  getProvider(): unknown
  /** The connectors found so far, in order of discovery. */
  getConnectors(): readonly Connector[]
  /** Ends everything: subscriptions, timers, pending promises. Stored sessions stay. */
  dispose(): void
}
