import { getEvmNodes } from '../../../chains/evm-nodes.js'
import { RECONNECT_INTERVAL } from '../../../constants.js'
import { readField } from '../../../errors/normalise.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { until } from '../../../platform/time.js'
import { type ChainId, readChainId, readEvmChainId } from '../../../protocol/caip2.js'
import { toEvmHex } from '../../../protocol/evm-hex.js'
import type { ConnectorConfig } from '../../config.js'
import { SWITCH_CONFIRM_TIMEOUT } from '../../limits.js'
import type { RequestProgress } from '../../requests.js'
import { createProviderEvents, type ProviderEvents } from '../provider-events.js'
import { readFromNodes } from '../read-node.js'
import { readSessionCapabilities, type SessionProperties } from './session-capabilities.js'

/** A wallet over the relay, as its session knows it. */
export interface RelayWallet {
  /** False once the session is over. */
  readonly isLive: boolean
  readonly accounts: readonly string[]
  readonly chainId: ChainId
  readonly chains: readonly ChainId[]
  readonly methods: readonly string[]
  /** True when the wallet can be switched no more (see `listSwitchTargets`). */
  readonly cannotSwitch?: boolean
  /**
   * Moves to a chain that the wallet has approved. The wallet is not asked (ethereum-provider does the same).
   *
   * @param isOurs false when the wallet itself has moved; true also when it has, because the page has asked
   */
  moveTo(chainId: ChainId, isOurs?: boolean): void
  /** Sends a request to the wallet. */
  send(method: string, params: unknown, progress?: RequestProgress): Promise<unknown>
}

/** The EIP-1193 provider of a relay wallet, with a way to notify its listeners. */
export interface RelayProvider extends ProviderEvents {
  /** @param progress of the page's request, which can be given up */
  request(args: { method: string; params?: unknown }, progress?: RequestProgress): Promise<unknown>
  emit(event: string, payload: unknown): void
}

/**
 * Methods that only the wallet can answer. All other methods go to the chain's node unless the wallet has granted them.
 */
const WALLETS_OWN = /^(?:wallet_|personal_|eth_sign|eth_sendTransaction$|eth_requestAccounts$)/

/** Methods that need the session's keys: without a session they fail with "no session". */
const SIGNING = /^(?:personal_sign|eth_sign|eth_sendTransaction)/

/** Answers `wallet_getCapabilities` by what the session says; null when the wallet has to be asked. */
function answerCapabilities(
  { accounts, chains }: RelayWallet,
  session: SessionProperties,
  params: unknown,
): Record<string, unknown> | null {
  const address = String(readField(params, '0')).toLowerCase()
  const account = accounts.find((one) => one.toLowerCase() === address)
  const wanted = readField(params, '1') ?? chains.map(toEvmHex)
  if (!account || !Array.isArray(wanted) || wanted.length === 0) return null
  const answer: Record<string, unknown> = {}
  for (const hex of wanted) {
    const chainId = readEvmChainId(hex)
    const found = chainId && readSessionCapabilities(session, account, chainId)
    if (!found) return null
    answer[String(hex)] = found
  }
  return answer
}

/** Whether the wallet is asked over the relay which batches it has before calls are sent. */
export function asksBeforeCalls(
  { accounts, chainId, chains, methods }: RelayWallet,
  session: SessionProperties,
  calls: unknown,
  options: unknown,
): boolean {
  const wanted = readChainId(readField(options, 'chainId')) ?? chainId
  return (
    Array.isArray(calls) &&
    calls.length > 1 &&
    wanted === chainId &&
    chains.includes(chainId) &&
    methods.includes('wallet_getCapabilities') &&
    !readSessionCapabilities(session, accounts[0] as string, chainId)
  )
}

/** Creates the EIP-1193 provider of a session. */
export function createRelayProvider(
  wallet: RelayWallet,
  config: ConnectorConfig,
  session: SessionProperties = {},
): RelayProvider {
  async function switchTo(params: unknown, progress?: RequestProgress): Promise<null> {
    const target = readEvmChainId(readField(readField(params, '0'), 'chainId'))
    if (!target) throw new WalletError('request_invalid', { message: 'Not a chain id' })
    if (target === wallet.chainId) return null
    if (wallet.cannotSwitch) throw new WalletError('network_switching_only_available_in_wallet')
    if (!wallet.chains.includes(target)) {
      if (!wallet.methods.includes('wallet_switchEthereumChain')) throw new WalletError('not_implemented')
      await wallet.send('wallet_switchEthereumChain', params, progress)
      // A wallet may answer first and grant the chain afterwards, or never.
      const isThere = () => wallet.chainId === target || wallet.chains.includes(target)
      if (!(await until(isThere, SWITCH_CONFIRM_TIMEOUT, RECONNECT_INTERVAL)))
        throw new WalletError('chain_mismatch')
    }
    wallet.moveTo(target)
    return null
  }

  return {
    async request({ method, params }, progress) {
      if (!wallet.isLive) throw new WalletError(SIGNING.test(method) ? 'no_session' : 'not_connected')
      switch (method) {
        case 'eth_accounts':
        case 'eth_requestAccounts':
          return [...wallet.accounts]
        case 'eth_chainId':
          return toEvmHex(wallet.chainId)
        case 'net_version':
          return wallet.chainId.slice('eip155:'.length)
        case 'wallet_switchEthereumChain':
          return switchTo(params, progress)
      }
      const known = method === 'wallet_getCapabilities' && answerCapabilities(wallet, session, params)
      if (known) return known
      if (wallet.methods.includes(method)) return wallet.send(method, params, progress)
      if (WALLETS_OWN.test(method)) throw new WalletError('not_implemented')
      return readFromNodes(getEvmNodes(wallet.chainId, config.networks, config.projectId), method, params)
    },
    ...createProviderEvents(),
  }
}
