/** A network that a page adds. */
export interface NetworkConfig {
  /** The chain's id in any spelling. */
  chainId: string | number
  /** The menu shows the name, and a wallet that does not know the chain gets it. */
  name?: string
  /** Addresses of nodes; a wallet that does not know the chain gets them. */
  rpcUrls?: readonly string[]
  /** Addresses of nodes that are asked before `rpcUrls`; no wallet gets them. */
  privateCustomerRpcUrls?: readonly string[]
  /** The currency that fees are paid in, as balances and wallets show it. */
  nativeCurrency?: { name: string; symbol: string; decimals: number }
  /**
   * Addresses of block explorers; a wallet that does not know the chain gets them. The menu links the first https
   * address.
   */
  blockExplorerUrls?: readonly string[]
  /** Pictures of the chain, as https addresses or `data:image/…`; the first is shown. */
  iconUrls?: readonly string[]
}

/** Whether an entry names a node. Another entry of the same chain may name one. */
export const hasNode = (entry: Pick<NetworkConfig, 'rpcUrls' | 'privateCustomerRpcUrls'>): boolean =>
  !!(entry.rpcUrls?.length || entry.privateCustomerRpcUrls?.length)
