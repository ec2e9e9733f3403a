import { getEvmNodes } from '../chains/evm-nodes.js'
import type { NetworkInput } from '../chains/networks.js'
import { getOwnStarknetNodes } from '../chains/starknet-nodes.js'
import { ask } from '../connectors/evm/provider.js'
import { readFromNodes } from '../connectors/evm/read-node.js'
import { createStarknetNode } from '../connectors/starknet/node.js'
import { type ChainId, namespaceOf } from '../protocol/caip2.js'
import { type AccountName, cleanAccountName, type ResolveName } from './account-name.js'
import { type EthCall, readEnsName } from './ens.js'
import { readStarknetId } from './starknet-id.js'

/** The chain that has ENS names. */
const ENS_CHAIN = 'eip155:1'

/** The account whose name is read. */
export interface Named {
  account: string
  chainId: ChainId
  /** The wallet's own provider, an EIP-1193 one on EVM chains. */
  provider: unknown
}

/** Where names are read from. */
export interface NameSources {
  /** Names are wanted. */
  names?: boolean
  networks: readonly NetworkInput[]
  resolveName?: ResolveName | undefined
}

/** Reads from the page's own Ethereum node, else through the connected wallet, and never through anybody else. */
function findEthCall({ chainId, provider }: Named, networks: readonly NetworkInput[]): EthCall | null {
  const nodes = getEvmNodes(ENS_CHAIN, networks)
  const toParams = (to: string, data: string) => [{ to, data }, 'latest']
  if (nodes.length) return (to, data) => readFromNodes(nodes, 'eth_call', toParams(to, data))
  if (chainId !== ENS_CHAIN || !provider) return null
  const wallet = provider as Parameters<typeof ask>[0]
  return (to, data) => ask(wallet, 'eth_call', toParams(to, data))
}

/**
 * Reads the name of an account: from the page's own reader, else from ENS on EVM chains and from Starknet ID on
 * Starknet.
 *
 * @throws what nodes, wallets and the page's reader throw
 */
export async function readName(named: Named, { networks, resolveName }: NameSources): Promise<AccountName> {
  const { account, chainId } = named
  if (resolveName) return cleanAccountName(await resolveName(account, chainId))
  if (namespaceOf(chainId) === 'eip155') {
    const call = findEthCall(named, networks)
    return call ? readEnsName(call, account) : {}
  }
  const nodes = getOwnStarknetNodes(chainId, networks)
  return nodes.length ? readStarknetId(createStarknetNode(nodes), account, chainId) : {}
}
