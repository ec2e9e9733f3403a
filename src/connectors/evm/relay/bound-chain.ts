import { readField } from '../../../errors/normalise.js'
import { type ChainId, readEvmChainId } from '../../../protocol/caip2.js'

/** Requests that are for one chain: on another chain they would move other assets, or sign something else. */
const BOUND = /^(?:eth_send|eth_signT|wallet_sendCalls$)/

/**
 * The chain that a request is bound to: the chain that it names, else the chain that the page shows. A transaction and a batch may name
 * one (`chainId`).
 *
 * @returns null for a request that is bound to no chain, such as `personal_sign` and reads
 */
export function readBoundChain(method: string, params: unknown, shown: ChainId): ChainId | null {
  if (!BOUND.test(method)) return null
  return readEvmChainId(readField(readField(params, '0'), 'chainId')) ?? shown
}
