import type {
  AddChainParams,
  Balance,
  Connector,
  ConnectorEntity,
  Executable,
  Executed,
  ExecuteOptions,
  TransactionReceipt,
  WalletEntity,
  WatchAssetParams,
} from '../connectors/connector.js'
import type { Hex, StarknetAccount, WalletProvider } from '../connectors/provider.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { ChainId, Namespace } from '../protocol/caip2.js'
import type { BeginOnePrompt } from '../protocol/one-prompt.js'
import type { Mode, ResultType, WalletClientConfig, WalletConfig } from './config.js'
import type { SignInDetail } from './sign-in-detail.js'
import type { Auth } from './sign-in-state.js'
import type { WalletState } from './state.js'

export type { SignInDetail } from './sign-in-detail.js'

/** Options of {@link WalletClient.connect}. */
export interface ConnectOptions {
  /** Id or alias of the wallet to connect; by default the mode decides. */
  walletId?: string | undefined
  /** As {@link WalletClientConfig.mode}, for this call alone. */
  mode?: Mode | undefined
  /** As {@link WalletClientConfig.resultType}, for this call alone. */
  resultType?: ResultType | undefined
  /** The chain that the wallet should be on afterwards, in any spelling. */
  chainId?: string | number | undefined
}

/** What was chosen. Both are null when the visitor closed the list. */
export interface ConnectResult<Provider extends WalletProvider = WalletProvider> {
  /** The chosen connector. */
  connector: ConnectorEntity | null
  /** Null also where the result type is `connector`. */
  wallet: WalletEntity<Provider> | null
}

/** Why a connection ended. */
export type DisconnectReason = 'user' | 'wallet' | 'expired' | 'replaced'

/** The client's events: name → detail. The element dispatches each as `wallet_<name>`. */
export interface ClientEvents {
  /** An attempt begins. A listener that returns false cancels it. */
  connecting: { walletId: string; namespace: Namespace }
  /** The visitor has chosen a wallet from the list that is connected already, or of which the page wants only the name. */
  named: { walletId: string }
  /** A wallet is connected; `restored` without a prompt, from an earlier visit. */
  connected: { walletId: string; namespace: Namespace; account: Hex; chainId: ChainId; restored: boolean }
  /**
   * The account or the chain has changed. Both are missing when a Starknet wallet is on an unknown network.
   */
  changed: {
    namespace: Namespace
    account?: Hex
    chainId?: ChainId
    previous: { account: Hex; chainId: ChainId }
  }
  /** A connection has ended. */
  disconnected: { walletId: string; namespace: Namespace; reason: DisconnectReason }
  /** The visitor has signed in. */
  signed_in: SignInDetail
  /** The visitor has signed out. */
  signed_out: SignInDetail
  /**
   * A transaction was sent, or {@link WalletClient.waitForTransaction} has learned how it ended. A batch of calls
   * (EIP-5792) has an id too, and no hash until the chain has its transaction.
   */
  transaction: {
    transactionHash: string | null
    callsId?: string | undefined
    chainId: ChainId
    status: 'sent' | 'accepted' | 'reverted'
  }
  /** A call has failed. The promise of the call rejects with the same error. */
  error: { code: WalletError['code']; message: string; error: WalletError }
}

/** Options of a signature. */
export interface SignOptions {
  /**
   * Aborted when nobody waits for the signature any more. A request that still waits for its turn then never
   * reaches the wallet, and a late failure emits no event.
   */
  signal?: AbortSignal | undefined
}

/** Receives one client event. Returning false from `connecting` cancels the attempt. */
export type ClientListener<K extends keyof ClientEvents> = (detail: ClientEvents[K]) => unknown

/**
 * The headless client: state, actions, events. It uses no DOM nodes and no React.
 *
 * Every promise settles: with the wallet's answer, with a WalletError, or with nulls when the visitor closes
 * the list.
 */
export interface WalletClient {
  /** Names the session: clients of one name share their stored keys. */
  readonly store: string
  /** The current state; each change makes a new object. */
  getState(): WalletState
  /** Calls `listener` once for all changes of one task. @returns the way to stop */
  subscribe(listener: () => void): () => void
  /** Listens to one event. @returns the way to stop */
  on<K extends keyof ClientEvents>(event: K, listener: ClientListener<K>): () => void
  /**
   * Applies a new configuration; an attempt that runs keeps the configuration it began with.
   *
   * @throws WalletError `config_invalid`
   */
  configure(config: WalletClientConfig): void
  /** The configuration, filled in and checked. */
  getConfig(): WalletConfig
  /** Scans for wallets. Every action scans by itself. */
  discover(): void
  /** Restores earlier sessions without a prompt. Resolves after a second at most; never rejects. */
  restore(): Promise<void>
  /**
   * Connects a wallet, as the mode says: restores an earlier session, takes the only wallet, or shows the
   * list. Calls for the same wallet share one promise.
   *
   * @returns the chosen wallet; nulls when the visitor closes the list, or `neverAsk` finds no earlier session
   * @throws WalletError `user_rejected`, `not_found`, `busy` when a call for another wallet follows, `disposed`, or what the
   * wallet fails with
   * @example
   * const { wallet } = await client.connect({ chainId: 'eip155:1' })
   * if (wallet) console.log(wallet.account)
   */
  connect(options?: ConnectOptions): Promise<ConnectResult>
  /** Puts the list on screen, whatever the mode. */
  open(): void
  /** Chooses a row of the list by its wallet's id. */
  pick(walletId: string): void
  /** Remembers the phone app in which the visitor has opened the code. Later requests open the same app. @internal */
  chooseApp(app: string): void
  /** Shows a code that asks for no sign-in, when the one on screen brings no answer. @internal */
  goOn(): void
  /** Tries the failed wallet again. */
  retry(): void
  /**
   * Goes back from a waiting or failed wallet to the list. A late answer of the waiting wallet is dropped.
   */
  back(): void
  /**
   * Closes the list as Escape, the close button or the backdrop does: the call of `connect` returns nulls.
   */
  dismiss(): void
  /** Ends a pending attempt with an error, because the element was removed. @internal */
  abort(error: WalletError): void
  /**
   * Ends the connections, or the connection of one namespace, and deletes what is stored of them. Resolves
   * when the wallets know, a second later at most; never rejects.
   */
  disconnect(options?: { namespace?: Namespace }): Promise<void>
  /** Makes a connected namespace the active one, which `account`, `chainId` and the requests refer to. */
  activate(namespace: Namespace): void
  /** Sets how far a sign-in is. @param open whether the modal is on screen; unchanged by default @internal */
  setAuth(auth: Auth, open?: boolean): void
  /** Keeps the wallet's window open for the next request. @returns the way to release it; null where no window is open @internal */
  holdWindow(namespace: Namespace): (() => void) | null
  /** The way to bring the wallet's window to the front; null where the page has opened none. @internal */
  findWindow(namespace: Namespace): (() => void) | null
  /** Gives up the requests that the wallet has not answered, as the visitor wishes. @internal */
  cancelRequests(namespace: Namespace): void
  /** Lets wallets sign in while they connect. @internal */
  offerOnePrompt(begin: BeginOnePrompt): void
  /** Emits an event that happened outside of the client: a sign-in, its end, its failure. @internal */
  tell<K extends keyof ClientEvents>(event: K, detail: ClientEvents[K]): void
  /**
   * Asks the visitor to sign a text with the active connection.
   *
   * @returns a hex string (EVM), or the parts of a Starknet signature
   * @throws WalletError `request_invalid`, `user_not_connected`, `user_rejected`, `account_mismatch`, `session_ended`
   * @example
   * const signature = await client.signMessage('Hello')
   */
  signMessage(message: string, options?: SignOptions): Promise<string | string[]>
  /**
   * Asks the visitor to sign typed data: EIP-712 on EVM chains, SNIP-12 on Starknet.
   *
   * @returns and throws as {@link WalletClient.signMessage} does
   * @example
   * const signature = await client.signTypedData({ types, primaryType: 'Mail', domain, message })
   */
  signTypedData(typedData: unknown, options?: SignOptions): Promise<string | string[]>
  /**
   * Asks the visitor to send these calls: as one transaction on Starknet; on EVM one call as a transaction, several as one
   * atomic batch (EIP-5792), or with `sequential` one after the other where the wallet has no batches.
   *
   * @returns as soon as the wallet has sent them; {@link WalletClient.waitForTransaction} tells how it ended
   * @throws WalletError `request_invalid`, `user_rejected`, `chain_mismatch`, `batch_not_supported`, `not_implemented` where
   * the wallet has no such request; `sent` has the hashes of what was sent one after the other before a failure
   * @example
   * const { transactionHash } = await client.execute([{ contractAddress, entrypoint: 'transfer', calldata }])
   * @example
   * const { callsId } = await client.execute([{ to: token, data: approve }, { to: shop, data: buy, value: 10n }])
   */
  execute<Calls extends Executable>(calls: Calls, options?: ExecuteOptions): Promise<Executed<Calls>>
  /**
   * Waits until a transaction, or a batch by its `callsId`, is accepted or reverted.
   *
   * @throws WalletError `session_ended` when the connection ends first, `execute_failed` for a batch that will never be on
   * the chain, or a transaction whose nonce another one has taken
   */
  waitForTransaction(id: string): Promise<TransactionReceipt>
  /**
   * Reads what the wallet can do with calls on a chain (EIP-5792), without a prompt.
   *
   * @param chainId in any spelling; by default the wallet's own chain
   * @returns the wallet's object for the chain; an empty object when it names nothing
   * @throws WalletError `request_invalid`, `user_not_connected`
   */
  getCapabilities(chainId?: string | number): Promise<Record<string, unknown>>
  /**
   * Asks the wallet to switch to a chain, and to add the chain where the wallet lacks it.
   *
   * @param params the chain's CAIP-2 id, or any other spelling of it
   * @throws WalletError `user_rejected`, or another code for a chain that the wallet cannot switch to
   * @example
   * await client.switchChain({ chainId: 'eip155:137' })
   */
  switchChain(params: { chainId: string | number }): Promise<void>
  /** Asks the wallet to add a chain (EIP-3085, or Starknet's own request). */
  addChain(params: AddChainParams): Promise<void>
  /** Asks the wallet to show a token (EIP-747, or Starknet's own request). */
  watchAsset(params: WatchAssetParams): Promise<void>
  /**
   * Reads a balance of the active account: of a token by its address, else of the chain's own currency.
   *
   * @param options with `quiet` a failure emits no event
   */
  getBalance(token?: string, options?: { quiet?: boolean }): Promise<Balance>
  /** A starknet.js account on the connected Starknet wallet; loads starknet.js. The account ends with the session. */
  getStarknetAccount<Account = StarknetAccount>(): Promise<Account>
  /** The EIP-1193 provider or Starknet wallet object of the active connection, or null. */
  getProvider(): WalletProvider | null
  /** The connectors found so far, in the order in which a list shows them. */
  getConnectors(): readonly Connector[]
  /** Ends subscriptions, timers and pending promises. Stored sessions stay. */
  dispose(): void
}
