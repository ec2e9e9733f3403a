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

/** One call of an EVM transaction or batch. */
export interface EvmCall {
  /** The address that is called: a contract, or the receiver of a payment. */
  to: string
  /** The call's data in hex, as an ABI encodes it. */
  data?: string
  /** How much of the chain's own currency is sent, in its smallest unit (wei): a bigint, or a text in decimal or hex. */
  value?: bigint | string
}

/** Options of {@link EvmCall}s. */
export interface EvmExecuteOptions {
  /** The chain that the calls are for, in any spelling: nothing is sent while the wallet is on another chain. */
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

/** How {@link Executable} calls go on that a wallet sends one after the other. */
export interface ExecuteProgress {
  /** Aborted when nobody waits any more: nothing else may be sent. */
  signal: AbortSignal
  /** Call it with each transaction that was sent, and when it is known how it has ended. */
  tell(transaction: { transactionHash: string; status: 'sent' | 'accepted' | 'reverted' }): void
}

/**
 * Options of a transaction. The three fields of Starknet are passed on when the wallet accepts them; all others are for
 * EVM.
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

/** How a transaction ended. */
export interface TransactionReceipt {
  /** The transaction's hash, in hex: of a batch in several transactions the last one, null when the wallet names none. */
  transactionHash: string | null
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
