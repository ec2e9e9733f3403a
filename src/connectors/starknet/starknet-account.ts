import type { Call as StarknetJsCall, WalletAccount } from 'starknet'
import type { NetworkInput } from '../../chains/networks.js'
import { readEventChain, toStarknetHex } from '../../chains/starknet-networks.js'
import { getStarknetNodes } from '../../chains/starknet-nodes.js'
import { ConnectorNotConnectedError } from '../../errors/not-connected-error.js'
import { WalletError } from '../../errors/wallet-error.js'
import { within } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { ConnectorConfig } from '../config.js'
import { allChains } from '../config.js'
import type { WalletSession } from '../connector.js'
import { ask } from './wallet-call.js'
import type { StarknetWallet } from './wallet-object.js'

/** Longest wait for a node to return its JSON-RPC specification version, in ms. */
const VERSION_TIMEOUT = 3_000

/** What {@link createStarknetAccount} needs. */
export interface StarknetAccountInput {
  wallet: StarknetWallet
  account(): string
  accounts(): readonly string[]
  chainId(): ChainId
  config: ConnectorConfig
  requests: Required<Pick<WalletSession, 'execute' | 'signTypedData' | 'switchChain' | 'watchAsset'>>
  /** Calls back when account or network may be others, also without an event of the wallet. @returns the way to stop */
  follow(run: () => void): () => void
  /** Aborted when the session ends. */
  signal: AbortSignal
}

type StarknetJs = typeof import('starknet')

/**
 * Loads starknet.js, which an application installs if it wants such an account. @throws WalletError `config_invalid`
 * without it
 */
async function loadStarknet(): Promise<StarknetJs> {
  // A bundler treats an import inside `try` as optional, and builds without the package.
  let cause: unknown
  try {
    const starknet = await import('starknet')
    if (starknet.WalletAccount) return starknet
  } catch (error) {
    cause = error
  }
  const message = 'To use an account of starknet.js, install the starknet package'
  throw new WalletError('config_invalid', { message, cause })
}

type Handler = (...args: unknown[]) => void

/**
 * Wraps the wallet for starknet.js and works around known faults of its WalletAccount: an empty account list crashes
 * it, it never removes its listeners, it passes calldata to the wallet unconverted, and its `connect` prompts.
 */
function fenceWallet(
  input: StarknetAccountInput,
  { CallData }: StarknetJs,
  onMoved: (chainId: ChainId) => void,
) {
  const { wallet, requests, config, signal } = input
  const named = allChains(config)
  const stops = new Map<Handler, () => void>()
  signal.addEventListener('abort', () => {
    for (const stop of stops.values()) stop()
    stops.clear()
  })
  const own: Record<string, (params: Record<string, unknown>) => Promise<unknown>> = {
    wallet_requestAccounts: async () => [input.account()],
    wallet_requestChainId: async () => toStarknetHex(input.chainId()),
    async wallet_addInvokeTransaction({ calls }) {
      const list = calls as {
        contract_address: string
        entry_point: string
        calldata?: StarknetJsCall['calldata']
      }[]
      const { transactionHash } = await requests.execute(
        list.map(({ contract_address, entry_point, calldata = [] }) => ({
          contractAddress: contract_address,
          entrypoint: entry_point,
          calldata: CallData.compile(calldata),
        })),
      )
      return { transaction_hash: transactionHash }
    },
    wallet_signTypedData: (params) => requests.signTypedData(params),
    async wallet_switchStarknetChain({ chainId }) {
      const target = readEventChain(chainId, named)
      if (!target) throw new WalletError('network_switching_only_available_in_wallet')
      await requests.switchChain(target, config)
      return true
    },
    async wallet_watchAsset(params) {
      await requests.watchAsset(params as never)
      return true
    },
  }
  return {
    id: wallet.id,
    name: wallet.name,
    version: wallet.version,
    icon: wallet.icon,
    async request({ type, params }: { type: string; params?: unknown }) {
      if (signal.aborted) throw new ConnectorNotConnectedError()
      return Object.hasOwn(own, type)
        ? own[type]?.((params ?? {}) as Record<string, unknown>)
        : ask(wallet, type, params)
    },
    on(event: string, handler: Handler) {
      if (signal.aborted) return
      const isAccounts = event === 'accountsChanged'
      const read = () => (isAccounts ? input.accounts().join() : input.chainId())
      let last = read()
      const stop = input.follow(() => {
        const now = read()
        if (!now || now === last) return
        last = now
        if (isAccounts) return handler([...input.accounts()])
        handler(toStarknetHex(input.chainId()))
        onMoved(input.chainId())
      })
      stops.set(handler, stop)
    },
    off(_event: string, handler: Handler) {
      stops.get(handler)?.()
      stops.delete(handler)
    },
  }
}

/**
 * Creates a starknet.js WalletAccount on a connected wallet. It reads from the session's nodes and follows the
 * session's network. Signatures and transactions go through the session and its checks. It loads starknet.js, and never
 * prompts.
 *
 * @throws WalletError `chain_unavailable` when no node is known for the chain, `config_invalid` when starknet.js is not
 * installed
 */
export async function createStarknetAccount(input: StarknetAccountInput): Promise<WalletAccount> {
  const starknet = await loadStarknet()
  const nodeOf = (chainId: ChainId) =>
    getStarknetNodes(chainId, input.config.networks as readonly NetworkInput[])[0]
  const nodeUrl = nodeOf(input.chainId())
  if (!nodeUrl) throw new WalletError('chain_unavailable')
  const options = { nodeUrl, chainId: toStarknetHex(input.chainId()) as never }
  const plain = () => new starknet.RpcProvider(options)
  const provider = await within(starknet.RpcProvider.create(options).catch(plain), VERSION_TIMEOUT, plain)
  const walletProvider = fenceWallet(input, starknet, (chainId) => {
    const next = nodeOf(chainId)
    // starknet.js changes its chain id and would still ask the old network's node.
    if (next) provider.channel.nodeUrl = next
  })
  return new starknet.WalletAccount({
    provider,
    walletProvider: walletProvider as never,
    address: input.account(),
  })
}
