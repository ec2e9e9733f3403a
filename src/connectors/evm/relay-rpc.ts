import type { ChainId } from '../../chains/caip2.js'
import { readChainId } from '../../chains/caip2.js'
import type { WalletConfig } from '../../client/config.js'
import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { nativeFetch, printJson } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import { toProviderError } from '../relay/failures.js'
import { readProjectId } from '../relay/project-id.js'

/** One node may take this long, in ms. */
const NODE_TIMEOUT = 10_000

/** The default node of a chain: chain and project id go as query parameters (specification, section 7). */
export const toDefaultNode = (chainId: ChainId, projectId: string): string =>
  `https://rpc.walletconnect.org/v1/?${new URLSearchParams({ chainId, projectId })}`.replace('%3A', ':')

/** The nodes of a chain, in the order to try them: the page's own if it brings any, private ones first. */
export function listNodes(chainId: ChainId, config: WalletConfig): string[] {
  const own = config.networks.find((network) => readChainId(network.chainId) === chainId)
  const urls = [...(own?.privateCustomerRpcUrls ?? []), ...(own?.rpcUrls ?? [])]
  return urls.length > 0 ? urls : [toDefaultNode(chainId, readProjectId(config.projectId))]
}

let counter = 0

async function ask(url: string, method: string, params: unknown): Promise<unknown> {
  if (!nativeFetch) throw new TypeError('fetch is missing')
  const stop = new AbortController()
  const answering = nativeFetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: printJson({ jsonrpc: '2.0', id: ++counter, method, params: params ?? [] }),
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
    signal: stop.signal,
  }).then((response) => response.json() as Promise<unknown>)
  return within(answering, NODE_TIMEOUT, () => {
    stop.abort()
    throw new Error('timeout')
  })
}

/**
 * Reads from a chain's nodes what a wallet is not asked for.
 *
 * @throws WalletError `chain_unavailable` when no node answers; the node's own error with its code
 */
export async function readFromNode(
  chainId: ChainId,
  config: WalletConfig,
  method: string,
  params: unknown,
): Promise<unknown> {
  let cause: unknown
  for (const url of listNodes(chainId, config)) {
    let answer: unknown
    try {
      answer = await ask(url, method, params)
    } catch (error) {
      cause = error
      continue
    }
    const error = readField(answer, 'error')
    if (error) throw toProviderError(error)
    const result = readField(answer, 'result')
    if (result !== undefined) return result
    cause = new Error('The node gave no result')
  }
  throw new WalletError('chain_unavailable', { cause })
}
