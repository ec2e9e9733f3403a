import type { ChainId } from '../protocol/caip2.js'

import type { ConnectorConfig } from './config.js'
import type { StarknetAccount } from './provider.js'
import type {
  AddChainParams,
  Balance,
  Executable,
  ExecuteOptions,
  ExecuteProgress,
  RequestProgress,
  SentCalls,
  SentRecord,
  TransactionReceipt,
  WatchAssetParams,
} from './requests.js'

/** What can happen to a session without a request of ours. The values are the wallet's latest, already checked. */
export type SessionChange =
  | {
      type: 'change'
      /** The account in use; undefined when the event does not name it. */
      account?: string
      accounts?: readonly string[]
      /** The chain in use; null for a Starknet network that we do not know (an empty change). */
      chainId?: ChainId | null
      /** The id of that unknown network, as far as it can be read. */
      unknown?: ChainId
    }
  | {
      type: 'disconnect'
      /**
       * `locked`: the wallet shows no account now and may show one again, because it has locked itself, or does not say
       * why. `lost`: the connection to the wallet was cut, and no event will come any more. The page gets `wallet` for
       * both, and the record stays, for {@link Connector.restore}.
       */
      reason?: 'wallet' | 'expired' | 'locked' | 'lost'
    }

/** Methods of a session that may show a prompt, and wait for each other. */
export type RequestMethod =
  | 'signMessage'
  | 'signTypedData'
  | 'execute'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'

/**
 * A live connection to one wallet. A method that is missing is answered with `not implemented`.
 *
 * Every promise settles when the wallet answers or {@link WalletSession.disconnect} is called; errors are WalletErrors.
 */
export interface WalletSession {
  /** EIP-55 address, or `0x` and 64 hex digits on Starknet. */
  readonly account: string
  /** Every account that the wallet shares with the page; the first is {@link WalletSession.account}. */
  readonly accounts: readonly string[]
  /** The CAIP-2 id of the chain that the wallet is on. */
  readonly chainId: ChainId
  /** The EIP-1193 provider, or the Starknet wallet object. */
  readonly provider: unknown
  /** The wallet's own name, icon, version and host, when they differ from the connector's. */
  readonly peer?: { name?: string; icon?: string; version?: string; host?: string }
  /** False when the wallet sends no events. */
  readonly liveUpdates: boolean
  /** Relay wallets: the topic under which the session is stored. */
  readonly topic?: string
  /** The only chains that the wallet can be switched to, when it names them: the chains that it has approved. */
  readonly approvedChains?: readonly ChainId[]
  /** Starts to listen to the wallet. Called once, right after the session was accepted. @returns the way to stop */
  watch(onChange: (change: SessionChange) => void): () => void
  /**
   * Reads account and chain again without a prompt. Null when the wallet no longer allows this page, `locked` when it
   * only shows no account now: both end the session. A rejection means that nothing was learned, and changes nothing.
   */
  refresh?(): Promise<{ account: string; accounts: readonly string[]; chainId: ChainId } | 'locked' | null>
  /**
   * Reads the chain that the wallet is on now, without a prompt, just before something is sent there; {@link WalletSession.watch} hears of
   * a move. A session whose own requests do so has none.
   *
   * @throws WalletError `wallet_timeout` when the wallet does not say so
   */
  readChain?(): Promise<ChainId>
  /** Ends the session in the wallet, as far as the wallet can, and releases everything. Never rejects. */
  disconnect(): Promise<void>
  /** Brings the window of an open request to the front, because another request waits for it. */
  focus?(): void
  /**
   * The wallet opens its own window and distinguishes open requests. So it gets the next request when the visitor has come
   * back to the page without an answer, which brings its window back.
   */
  takesMore?: boolean
  /** The request that the wallet has was given up on the page: release what shows it. */
  giveUp?(): void
  /**
   * The methods that ask the visitor hand everything to the wallet by `send` of their last argument, so that a request which is
   * given up earlier counts as refused. Without it, the wallet counts as having a request as soon as its method is called.
   */
  tellsSending?: true
  /**
   * Keeps the wallet's window open between two requests. @returns the way to release it; null when no window is open
   */
  hold?(): (() => void) | null
  /**
   * Checks the arguments of one of the methods below as soon as the page has called it, because the wallet may be asked much
   * later. The arguments are a copy that no longer changes, and the method gets the same copy.
   *
   * @returns anything; a promise while the check is being loaded
   * @throws WalletError `request_invalid`, or what the method would throw before it asks the wallet; a promise rejects with the
   * same
   */
  check?(method: RequestMethod, args: readonly unknown[]): unknown
  /**
   * Asks the visitor to sign a text: by personal_sign (EIP-191), or on Starknet as typed data: of revision 0 for up to 31 ASCII characters, of
   * revision 1 for any other text.
   *
   * @returns the signature: hex on EVM, a list of felts on Starknet
   * @throws WalletError `user_rejected`, `sign_failed`, `signature_invalid`
   */
  signMessage?(message: string, progress?: RequestProgress): Promise<string | string[]>
  /**
   * Asks the visitor to sign structured data: EIP-712 on EVM, SNIP-12 on Starknet.
   *
   * @returns the signature: hex on EVM, a list of felts on Starknet
   * @throws WalletError `request_invalid`, `user_rejected`, `sign_failed`, `signature_invalid`
   */
  signTypedData?(typedData: unknown, progress?: RequestProgress): Promise<string | string[]>
  /**
   * Switches the wallet to a chain of `config`, and resolves when the wallet is on it (EIP-3326).
   *
   * @throws WalletError `network_switching_only_available_in_wallet` for a chain that the page does not support,
   *   `network_switching_not_supported`, `user_rejected`, `chain_mismatch`
   */
  switchChain?(chainId: ChainId, config: ConnectorConfig, progress?: RequestProgress): Promise<void>
  /**
   * Offers the wallet a chain (EIP-3085).
   *
   * @throws WalletError `request_invalid`, `user_rejected`, `wallet_failed`
   */
  addChain?(params: AddChainParams, progress?: RequestProgress): Promise<void>
  /**
   * Offers the wallet a token to show (EIP-747).
   *
   * @throws WalletError `request_invalid`, `user_rejected`, `wallet_failed`
   */
  watchAsset?(params: WatchAssetParams, progress?: RequestProgress): Promise<void>
  /**
   * Asks the visitor to send one or more calls as one transaction, or on EVM as one batch (EIP-5792).
   *
   * @throws WalletError `request_invalid`, `user_rejected`, `execute_failed`, `batch_not_supported`, `chain_mismatch`
   */
  execute?(calls: Executable, options?: ExecuteOptions, progress?: ExecuteProgress): Promise<SentCalls>
  /**
   * Resolves when a transaction, or a batch by its `callsId`, is in a block. `signal` ends the wait. `chainId` is the chain that
   * the page has sent it on, which may not be the session's any more. `sent` is what the client has kept of it; undefined for what
   * this page has not sent.
   *
   * @throws WalletError `request_invalid` for anything else, `transaction_cancelled`, `transaction_dropped`, `session_ended` once `signal` is
   *   aborted
   */
  waitForTransaction?(
    id: string,
    signal: AbortSignal,
    chainId?: ChainId,
    sent?: SentRecord,
  ): Promise<TransactionReceipt>
  /**
   * Reads what the wallet can do with calls on a chain (EIP-5792), without a prompt.
   *
   * @returns an empty object when the wallet names nothing
   */
  getCapabilities?(chainId: ChainId): Promise<Record<string, unknown>>
  /**
   * Reads the account's balance: of the token at address `token`, else of the chain's own currency.
   *
   * @throws WalletError `request_invalid`, `balance_failed`
   */
  getBalance?(token?: string): Promise<Balance>
  /** A starknet.js account that signs and executes through this session; loads starknet.js. It ends with the session. */
  getStarknetAccount?(): Promise<StarknetAccount>
}
