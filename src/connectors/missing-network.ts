import type { NetworkInput } from '../chains/networks.js'
import { nameChain } from '../chains/networks.js'
import { WalletError } from '../errors/wallet-error.js'
import type { ChainId } from '../protocol/caip2.js'

/**
 * The error for a network that a wallet lacks. `network` is its name, which the visitor needs to add it there.
 *
 * @param cause what the wallet has said
 */
export function createMissingNetwork(
  chainId: ChainId,
  networks: readonly NetworkInput[] = [],
  cause?: unknown,
): WalletError & { network: string } {
  const error = new WalletError('network_switching_only_available_in_wallet', { cause })
  return Object.assign(error, { network: nameChain(chainId, networks) })
}
