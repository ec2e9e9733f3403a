/** Parameters of EIP-3085 and of Starknet's wallet_addStarknetChain, in one shape. */
export interface AddChainParams {
  /** CAIP-2 id, or any spelling of it. */
  chainId: string | number
  /** Starknet's name of the chain, such as `SN_SEPOLIA`. */
  id?: string
  /** The chain's name, as the wallet shows it: required, at most 64 characters on Starknet and 100 on EVM. */
  chainName?: string
  /** Addresses of the chain's nodes: https, or http on this machine. EVM requires one. */
  rpcUrls?: readonly string[]
  /**
   * The currency that fees are paid in; by default ETH on EVM and STRK on Starknet. `address` is its contract, on
   * Starknet only.
   */
  nativeCurrency?: { name: string; symbol: string; decimals: number; address?: string }
  /** Addresses of block explorers: https, or http on this machine. */
  blockExplorerUrls?: readonly string[]
  /** Addresses of the chain's pictures: https, http on this machine, or a data URI of an image type. */
  iconUrls?: readonly string[]
}

/** EIP-747, which Starknet's wallet_watchAsset follows. */
export interface WatchAssetParams {
  /** The only type that is accepted (specification, section 5). */
  type: 'ERC20'
  /** The token: its contract, and how the wallet shows it. `image` is an address as in `iconUrls`. */
  options: { address: string; symbol?: string; decimals?: number; image?: string; name?: string }
}

/** One call of a Starknet transaction. */
export interface Call {
  /** The contract's address: a felt in hex. */
  contractAddress: string
  /** The function's name, such as `transfer`. */
  entrypoint: string
  /** The arguments as felts: hex, integers, bigints, or short strings of at most 31 ASCII characters. */
  calldata?: readonly (string | number | bigint)[]
}

/** One call of an EVM transaction or batch. Any other field is refused. */
export interface EvmCall {
  /** The address that is called: a contract, or the receiver of a payment. A call without it makes a contract of its `data`. */
  to?: string
  /** The call's data in hex, as an ABI encodes it. */
  data?: string
  /** How much of the chain's own currency is sent, in its smallest unit (wei): a bigint, or a text in decimal or hex. */
  value?: bigint | string
  /** The most gas that the transaction may use. This and the next three are possible only for a single call. */
  gas?: bigint | number | string
  /** The most that is paid for each unit of gas, in wei (EIP-1559). */
  maxFeePerGas?: bigint | string
  /** The part of it that goes to the maker of the block, in wei (EIP-1559). */
  maxPriorityFeePerGas?: bigint | string
  /** The transaction's number among those of the account; otherwise the wallet chooses the next one. */
  nonce?: bigint | number | string
}

/** Options of {@link EvmCall}s. */
export interface EvmExecuteOptions {
  /**
   * The chain that the calls are for, in any spelling: nothing is sent while the wallet is on another chain. Without it, they are for the
   * wallet's chain. In both cases it must be one of the page's chains: where the wallet is on none of them and the page has only one of
   * the family, the wallet is asked to switch there first.
   */
  chainId?: string | number | undefined
  /**
   * Whether several calls may be sent one after the other, each with a prompt of its own, when the wallet cannot send
   * them as one. The first calls then stay done when a later call fails.
   */
  sequential?: boolean | undefined
  /** What the wallet should use, by the names of `wallet_getCapabilities` (EIP-5792). */
  capabilities?: Readonly<Record<string, unknown>> | undefined
  /** The service that pays the fee (ERC-7677): it becomes `capabilities.paymasterService.url`. */
  paymasterUrl?: string | undefined
}

/**
 * What EVM calls were sent as: a transaction, or a batch (EIP-5792) whose transaction may not be known yet. In both cases
 * `callsId ?? transactionHash` is what `waitForTransaction` takes.
 */
export type SentCalls =
  | { transactionHash: string; callsId?: undefined }
  | { transactionHash: string | null; callsId: string }

/** What `execute` resolves with: a Starknet wallet always names the transaction. */
export type Executed<Calls> = Calls extends Call | readonly Call[] ? { transactionHash: string } : SentCalls

/** What `execute` takes: one call or a list, all for the family of the connected wallet. */
export type Executable = Call | readonly Call[] | EvmCall | readonly EvmCall[]

/**
 * A request of the page, as its session sees it: the last argument of each method that asks the visitor. A request that is given up
 * on the page is not one that the visitor has refused: what the wallet has got by then may still be allowed there.
 */
export interface RequestProgress {
  /** Aborted when nobody waits any more: what the wallet has not got by then must not reach it. */
  readonly signal: AbortSignal
  /**
   * Hands the request, or a part of it, to the wallet: calls `run` at once. Until that settles the wallet has it.
   *
   * @throws WalletError `user_rejected` when nobody waits any more; then `run` is not called
   */
  send<T>(run: () => Promise<T>): Promise<T>
  /** What was handed over has not left this page, and never will. Call it while `signal` is being aborted. */
  withdraw(): void
}

/** How {@link Executable} calls go on. */
export interface ExecuteProgress extends RequestProgress {
  /**
   * Call it with each transaction that the wallet has sent one after the other, also when nobody waits any more, and when it is
   * known how it has ended.
   */
  tell(transaction: {
    transactionHash: string
    /** The hash under which it was sent, when the visitor has sped it up since. */
    sentAs?: string
    status: 'sent' | 'accepted' | 'reverted'
    /** Of a transaction that was sent: what the session will know about it. */
    facts?: object
  }): void
}

/** What the client stores of a transaction or a batch that the page has sent. It outlives sessions, and ends with the page. */
export interface SentRecord {
  /** It is a batch, whose id may look like a transaction's hash. */
  readonly isBatch: boolean
  /** This wallet has sent it. Another one's node may lack it while it waits, so that one cannot say that it is lost. */
  readonly isOwn: boolean
  /** What the session that has sent it, or any later one, has learned. Only sessions read and change it. */
  readonly facts?: object | undefined
}

/**
 * Options of a transaction. `chainId` is for both families, the three fields here are for Starknet and are passed on when the wallet
 * accepts them, all others are for EVM. An option of the other family is refused, and so is an unknown one.
 */
export interface ExecuteOptions extends EvmExecuteOptions {
  /** The account's next transaction number, as a felt. */
  nonce?: string | number | bigint
  /** The highest fee, in the fee token's smallest unit, as a felt. */
  maxFee?: string | number | bigint
  /** The transaction's version, as a felt. */
  version?: string | number | bigint
}

/** A token balance. */
export interface Balance {
  /** In the smallest unit. */
  value: bigint
  /** How many digits of `value` stand after the decimal point. */
  decimals: number
  /** The currency's short name, such as `ETH`. */
  symbol: string
  /** As a decimal number with at most six decimal places. */
  formatted: string
}

/** Options of `waitForTransaction`. */
export interface WaitOptions {
  /** Aborted when nobody waits any more: the promise rejects with the signal's own reason. */
  signal?: AbortSignal | undefined
  /** How long to wait, in ms: then the promise rejects with `request_timeout`. Without it the wait has no limit. */
  timeout?: number | undefined
}

/** How a transaction ended. */
export interface TransactionReceipt {
  /**
   * The hash that the chain has taken, in hex: not the one that was waited for when the transaction was sped up or is a Safe's. Of a
   * batch in several transactions the last one, null when the wallet names none.
   */
  transactionHash: string | null
  /** The sender has sent the same call again with another fee, and `transactionHash` is that transaction's. */
  replaced?: 'repriced'
  /** `accepted`: the transaction is in a block and took effect. `reverted`: it had no effect; see `isPartial`. */
  status: 'accepted' | 'reverted'
  /** The id that was waited for, when it was that of a batch. */
  callsId?: string
  /** True when the wallet did not send a batch as one, and only a part of it took effect: look at `transactions`. */
  isPartial?: boolean
  /** How each transaction of a batch ended, in order, when the wallet needed several. */
  transactions?: readonly { transactionHash: string | null; status: 'accepted' | 'reverted' }[]
  /** The number of its block, when the node names it. */
  blockNumber?: number
  /** Why it was reverted, in the chain's words, when the node says so. */
  revertReason?: string
}
