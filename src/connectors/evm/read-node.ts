import { readErrorCode, readErrorMessage, readField } from '../../errors/normalise.js'
import { INTERNAL_ERROR } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { nativeFetch, printJson } from '../../platform/natives.js'
import { within } from '../../platform/time.js'

/** How long one node may take, in ms. */
const EVM_NODE_TIMEOUT = 10_000

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
  return within(answering, EVM_NODE_TIMEOUT, () => {
    stop.abort()
    throw new Error('timeout')
  })
}

/**
 * Reads from a chain's nodes what a wallet is not asked for. The first node that answers counts.
 *
 * @param urls the nodes, in the order to try them
 * @throws WalletError `chain_unavailable` when no node answers; the node's own error with its code
 */
export async function readFromNodes(
  urls: readonly string[],
  method: string,
  params: unknown,
): Promise<unknown> {
  let cause: unknown
  for (const url of urls) {
    let answer: unknown
    try {
      answer = await ask(url, method, params)
    } catch (error) {
      cause = error
      continue
    }
    const refusal = readField(answer, 'error')
    if (refusal) {
      const data = readField(refusal, 'data')
      throw Object.assign(
        new Error(readErrorMessage(refusal) || 'The node refused the request', { cause: refusal }),
        {
          code: readErrorCode(refusal) ?? INTERNAL_ERROR,
          ...(data !== undefined && { data }),
        },
      )
    }
    const result = readField(answer, 'result')
    if (result !== undefined) return result
    cause = new Error('The node gave no result')
  }
  throw new WalletError('chain_unavailable', { cause })
}
