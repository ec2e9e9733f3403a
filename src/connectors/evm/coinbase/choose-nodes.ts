import { getEvmNodes } from '../../../chains/evm-nodes.js'
import type { ConnectorConfig } from '../../config.js'
import type { Signer } from './provider.js'
import type { WalletChain } from './vault.js'

/**
 * Methods that only the wallet can answer. We read all others from the chain's nodes. The SDK would read them with its
 * own headers, which a page's nodes refuse, and only from the wallet's nodes.
 */
const WALLETS_OWN =
  /^(?:wallet_|personal_|eth_sign|eth_ecRecover$|eth_sendTransaction$|eth_requestAccounts$|eth_accounts$|eth_coinbase$|eth_chainId$|net_version$)/

/**
 * The nodes that answer a method: the page's, else the wallet's, else the default node; null when the wallet answers
 * it.
 */
export function chooseNodes(
  { chain }: Signer & { chain?: WalletChain },
  method: string,
  config: ConnectorConfig,
): readonly string[] | null {
  if (!chain || WALLETS_OWN.test(method)) return null
  const projectId = chain.rpcUrl ? undefined : config.projectId
  const nodes = getEvmNodes(`eip155:${chain.id}`, config.networks, projectId)
  return nodes.length || !chain.rpcUrl ? nodes : [chain.rpcUrl]
}
