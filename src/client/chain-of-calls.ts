import { isSameStarknetChain } from '../chains/starknet-networks.js'
import { allChains, type ConnectorConfig } from '../connectors/config.js'
import type { RequestProgress } from '../connectors/requests.js'
import { readField } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { parseJson } from '../platform/natives.js'
import { type ChainId, namespaceOf, readEvmChainId, readStarknetChainId } from '../protocol/caip2.js'
import { handOver } from './ask.js'
import type { LiveConnection } from './live-connection.js'

const isSame = (one: ChainId, other: ChainId): boolean => one === other || isSameStarknetChain(one, other)

/** The chains of a family that a page has. */
const listChains = (config: ConnectorConfig, family: string): ChainId[] =>
  allChains(config).filter((one) => namespaceOf(one) === family)

const has = (listed: readonly ChainId[], chainId: ChainId): boolean =>
  listed.some((one) => isSame(one, chainId))

/** The domain's chain of typed data, which may be the text that a wallet gets. */
function readDomainChain(typedData: unknown): unknown {
  let data = typedData
  try {
    if (typeof data === 'string') data = parseJson(data)
  } catch {
    // The check of the data says so.
  }
  const chainId = readField(readField(data, 'domain'), 'chainId')
  return typeof chainId === 'bigint' ? String(chainId) : chainId
}

/**
 * Checks that typed data is for no chain that the page does not have: a signature, such as a permit, moves money as a transaction does.
 *
 * @throws WalletError `chain_mismatch`
 */
export function checkChainOfTypedData(
  config: ConnectorConfig,
  { shown: { chainId } }: LiveConnection,
  typedData: unknown,
): void {
  const family = namespaceOf(chainId)
  const domainChain = readDomainChain(typedData)
  const wanted = family === 'starknet' ? readStarknetChainId(domainChain) : readEvmChainId(domainChain)
  if (wanted && !has(listChains(config, family), wanted)) throw new WalletError('chain_mismatch')
}

/**
 * Brings a wallet to the chain of a page's calls: the chain that the page names, else the one that the wallet is on. Nothing is ever sent on a
 * chain that the page does not have: where the wallet is on such a chain, and the page has a single EVM chain, it is asked to switch there
 * first. The wallet is asked where it is, because a wallet without events may have moved.
 *
 * @param known the chain that the page knew when it made the call
 * @returns the chain that the wallet is on now
 * @throws WalletError `chain_mismatch`
 */
export async function goToChainOfCalls(
  config: ConnectorConfig,
  { session, shown }: LiveConnection,
  options: unknown,
  known: ChainId,
  progress: RequestProgress,
): Promise<ChainId> {
  const family = namespaceOf(known)
  const listed = listChains(config, family)
  const option = readField(options, 'chainId')
  const named = family === 'starknet' ? readStarknetChainId(option) : readEvmChainId(option)
  const here = (await session.readChain?.()) ?? shown.chainId
  const isWanted = named ? isSame(named, here) : isSame(known, here) || !has(listed, known)
  if (has(listed, here) && isWanted) return here
  const [only, ...others] = listed
  const isHome = only && family === 'eip155' && others.length === 0 && (named ?? only) === only
  if (has(listed, here) || !isHome || !session.switchChain) throw new WalletError('chain_mismatch')
  try {
    await handOver(session, progress, async () => session.switchChain?.(only, config, progress))
  } catch (cause) {
    throw new WalletError('chain_mismatch', { cause })
  }
  // The wallet has nothing of the calls yet.
  progress.withdraw()
  return only
}
