import type { StarknetNode } from './node.js'

/** Selectors of the functions that we read: starknet_keccak of their names. */
export const SELECTORS = {
  balanceOf: '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e',
  balance_of: '0x35a73cd311a05d46deda634c5ee045db92f811b4e74bca4437fcb5302b7af33',
  decimals: '0x4c4fb1ab068f6039d5780c68dd0fa2f8742cceb3426d19667778ca7f3518a9',
  symbol: '0x216b05c387bab9ac31918a3e61672f4618601f3c598a2f3f2710f37053e1ea4',
} as const

/** Calls a view function of a contract. @returns its result as felts @throws NodeError, WalletError */
export function callContract(
  node: StarknetNode,
  contractAddress: string,
  selector: string,
  calldata: readonly string[] = [],
): Promise<unknown> {
  const request = { contract_address: contractAddress, entry_point_selector: selector, calldata }
  return node.request('starknet_call', { request, block_id: 'latest' })
}
