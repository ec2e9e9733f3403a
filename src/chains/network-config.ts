/** A network that the page brings along. */
export interface NetworkConfig {
  /** The chain's id in any spelling. */
  chainId: string | number
  /** Shown in the menu, and told to a wallet that does not know the chain. */
  name?: string
  /** Addresses of nodes, told to a wallet that does not know the chain. */
  rpcUrls?: readonly string[]
  /** Addresses of nodes that are asked before `rpcUrls`; never told to a wallet. */
  privateCustomerRpcUrls?: readonly string[]
  /** The currency that fees are paid in, as balances and wallets show it. */
  nativeCurrency?: { name: string; symbol: string; decimals: number }
  /** Addresses of block explorers, told to a wallet that does not know the chain. The first that is https is linked in the menu. */
  blockExplorerUrls?: readonly string[]
  /** Pictures of the chain, of which the first is shown: https, or a `data:image/…`. */
  iconUrls?: readonly string[]
}
