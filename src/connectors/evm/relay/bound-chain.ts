import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
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

/**
 * Chooses the chain to send a request on.
 *
 * @param bound what {@link readBoundChain} has returned
 * @param chains the chains that the session names
 * @throws WalletError `chain_mismatch` when the session does not name the chain that the request is bound to
 */
export function chooseChain(bound: ChainId | null, shown: ChainId, chains: readonly ChainId[]): ChainId {
  const wanted = bound ?? shown
  if (chains.includes(wanted)) return wanted
  if (bound) throw new WalletError('chain_mismatch')
  // The wallet may be on a chain that its session does not name yet; then ask on a chain that the session names.
  return chains[0] as ChainId
}
