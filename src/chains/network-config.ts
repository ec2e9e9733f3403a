/** A network that the page brings along. */
export interface NetworkConfig {
  /** The chain's id in any spelling. */
  chainId: string | number
  /** The menu shows it, and a wallet that does not know the chain gets it. */
  name?: string
  /** Addresses of nodes; a wallet that does not know the chain gets them. */
  rpcUrls?: readonly string[]
  /** Addresses of nodes that are asked before `rpcUrls`; no wallet gets them. */
  privateCustomerRpcUrls?: readonly string[]
  /** The currency that fees are paid in, as balances and wallets show it. */
  nativeCurrency?: { name: string; symbol: string; decimals: number }
  /** Addresses of block explorers; a wallet that does not know the chain gets them. The first that is https is linked in the menu. */
  blockExplorerUrls?: readonly string[]
  /** Pictures of the chain, of which the first is shown: https, or a `data:image/…`. */
  iconUrls?: readonly string[]
}
