import { WalletError } from '../errors/wallet-error.js'
import { type ChainId, readChainId } from '../protocol/caip2.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInTypedData } from '../protocol/sign-in-starknet.js'
import type { Subject } from './claim.js'
import { verifyEvmSignature } from './evm/verify.js'
import type { RpcSource } from './rpc.js'
import { requireStarknet } from './starknet/library.js'
import { verifyStarknetSignature } from './starknet/verify.js'

/** The accounts that may sign in: those of the site's chains, whose nodes know the contracts. */
export interface Accounts {
  /** Whether accounts of this chain may sign in. */
  accepts(chainId: ChainId): boolean
  /** Whether the site has named a node of this chain. */
  hasNode(chainId: ChainId): boolean
  /**
   * Checks that an account has signed a message.
   *
   * @throws WalletError `signature_invalid`, `account_not_deployed`, `account_mismatch`, `rpc_failed`
   */
  checkSignature(proof: SignInProof, subject: Subject, signal: AbortSignal): Promise<void>
}

/** @throws WalletError `config_invalid` */
function readChains(given: readonly string[]): (ChainId | null)[] {
  const chains = Array.isArray(given) ? given.map((chain) => readChainId(chain)) : []
  if (chains.length === 0 || chains.includes(null)) {
    throw new WalletError('config_invalid', { message: 'createSignIn: chains must be a list of CAIP-2 ids' })
  }
  return chains
}

/** @throws WalletError `config_invalid` */
function readNodes(rpc: Readonly<Record<string, RpcSource>>): Map<string, RpcSource> {
  const nodes = new Map<string, RpcSource>()
  for (const [chain, node] of Object.entries(rpc)) {
    // `fetch` refuses every request to such an address.
    if (typeof node === 'string' && URL.canParse(node) && new URL(node).username)
      throw new WalletError('config_invalid', {
        message:
          'createSignIn: the address of a node cannot contain a user; pass a function that sends its header',
      })
    // A variable that is not set is no node.
    if (node) nodes.set(readChainId(chain) ?? chain, node)
  }
  return nodes
}

/** Checks that the server can sign Starknet accounts in, if it offers a chain of theirs. @throws WalletError `config_invalid` */
function checkStarknet(chains: readonly (ChainId | null)[], nodes: ReadonlyMap<string, RpcSource>): void {
  const own = chains.filter((chain) => chain?.startsWith('starknet:')) as ChainId[]
  if (own.length > 0) requireStarknet()
  const bare = own.find((chain) => !nodes.has(chain))
  if (bare)
    throw new WalletError('config_invalid', {
      message: `createSignIn: ${bare} needs a node: every Starknet account is a contract. Set rpc: { '${bare}': 'https://…' }`,
    })
}

/** Creates the {@link Accounts} of a site. @throws WalletError `config_invalid` */
export function createAccounts(
  given: readonly string[],
  rpc: Readonly<Record<string, RpcSource>> = {},
): Accounts {
  const chains = readChains(given)
  const nodes = readNodes(rpc)
  checkStarknet(chains, nodes)
  return {
    accepts: (chainId) => chains.includes(chainId),
    hasNode: (chainId) => nodes.has(chainId),
    async checkSignature({ message, signature, deployment }, { namespace, chainId, address }, signal) {
      const node = nodes.get(chainId)
      if (namespace === 'eip155')
        return verifyEvmSignature({ address, chainId, message: message as string, signature }, node, signal)
      const typedData = message as SignInTypedData
      return verifyStarknetSignature({ address, typedData, signature, deployment }, node, signal)
    },
  }
}
