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

/** Options of a Starknet transaction, passed on when the wallet accepts them. */
export interface ExecuteOptions {
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
  /** The transaction's hash, in hex. */
  transactionHash: string
  /** `accepted`: the transaction is in a block and took effect. `reverted`: it had no effect. */
  status: 'accepted' | 'reverted'
  /** The number of its block, when the node names it. */
  blockNumber?: number
  /** Why it was reverted, in the chain's words, when the node says so. */
  revertReason?: string
}
