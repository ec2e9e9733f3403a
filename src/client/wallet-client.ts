import type {
  AddChainParams,
  Balance,
  Connector,
  ConnectorEntity,
  Executable,
  Executed,
  ExecuteOptions,
  TransactionReceipt,
  WaitOptions,
  WalletEntity,
  WatchAssetParams,
} from '../connectors/connector.js'
import type { StarknetAccount, WalletProvider } from '../connectors/provider.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { Namespace } from '../protocol/caip2.js'
import type { BeginOnePrompt } from '../protocol/one-prompt.js'
import type { ClientEvents, ClientListener } from './client-events.js'
import type { Mode, ResultType, WalletClientConfig, WalletConfig } from './config.js'
import type { Auth } from './sign-in-state.js'
import type { WalletState } from './state.js'

export type { ClientEvents, ClientListener, DisconnectReason } from './client-events.js'
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

/** Options of a request to the wallet. */
export interface SignalOptions {
  /**
   * Gives the request up. It rejects with `request_given_up` if the wallet has it, and with `user_rejected` if not; then it never
   * reaches the wallet. Neither emits an `error` event.
   */
  signal?: AbortSignal | undefined
}

/** Options of a signature. */
export type SignOptions = SignalOptions

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
  /** Lets wallets sign in while they connect. @param check called before a wallet is asked: what it throws ends the attempt @internal */
  offerOnePrompt(begin: BeginOnePrompt, check?: () => void): void
  /** Emits an event that happened outside of the client: a sign-in, its end, its failure. @internal */
  tell<K extends keyof ClientEvents>(event: K, detail: ClientEvents[K]): void
  /**
   * Asks the visitor to sign a text with the active connection.
   *
   * @returns a hex string (EVM), or the parts of a Starknet signature
   * @throws WalletError `request_invalid`, `user_not_connected`, `user_rejected`, `request_given_up`, `account_mismatch`,
   * `session_ended`
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
   * @throws WalletError `request_invalid`, `user_rejected`, `request_given_up`: the wallet may still send them, and then the event
   * `transaction` says so with `late`; `chain_mismatch`, `batch_not_supported`, `not_implemented` where
   * the wallet has no such request; `sent` has the hashes of what was sent one after the other before a failure
   * @example
   * const { transactionHash } = await client.execute([{ contractAddress, entrypoint: 'transfer', calldata }])
   * @example
   * const { callsId } = await client.execute([{ to: token, data: approve }, { to: shop, data: buy, value: 10n }])
   */
  execute<Calls extends Executable>(
    calls: Calls,
    options?: ExecuteOptions & SignalOptions,
  ): Promise<Executed<Calls>>
  /**
   * Waits until a transaction, a Safe's transaction, or a batch by its `callsId`, is accepted or reverted. A transaction that the sender has
   * sped up is followed to its new hash.
   *
   * @throws WalletError `session_ended` when the connection ends first, `execute_failed` for a batch that will never be on
   * the chain, `transaction_cancelled` when the sender has sent something else with the transaction's nonce (`cause.transactionHash`),
   * `transaction_dropped` when no node knows it any more, `request_timeout` after `options.timeout`; the reason of `options.signal`
   */
  waitForTransaction(id: string, options?: WaitOptions): Promise<TransactionReceipt>
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
   * @throws WalletError `user_rejected`, `request_given_up`, or another code for a chain that the wallet cannot switch to
   * @example
   * await client.switchChain({ chainId: 'eip155:137' })
   */
  switchChain(params: { chainId: string | number }, options?: SignalOptions): Promise<void>
  /** Asks the wallet to add a chain (EIP-3085, or Starknet's own request). */
  addChain(params: AddChainParams, options?: SignalOptions): Promise<void>
  /** Asks the wallet to show a token (EIP-747, or Starknet's own request). */
  watchAsset(params: WatchAssetParams, options?: SignalOptions): Promise<void>
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
