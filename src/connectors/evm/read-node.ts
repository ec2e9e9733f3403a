import { readErrorCode, readErrorMessage, readField } from '../../errors/normalise.js'
import { INTERNAL_ERROR } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { nativeFetch, printJson } from '../../platform/natives.js'
import { within } from '../../platform/time.js'

/** How long one node may take, in ms. */
const EVM_NODE_TIMEOUT = 10_000

/** The numbers with which providers say that a limit is reached: EIP-1474's, QuickNode's, the gateways' and Ankr's. */
const LIMITS: readonly number[] = [-32005, -32007, -32029, -32090]

/** Whether a number is one of a limit, or an HTTP status, which Alchemy puts on its errors. */
const isLimit = (code: number): boolean => LIMITS.includes(code) || (code >= 400 && code < 600)

let counter = 0

interface Reply {
  /** Whether the HTTP status is that of a success. */
  isOk: boolean
  answer: unknown
}

async function ask(url: string, method: string, params: unknown): Promise<Reply> {
  if (!nativeFetch) throw new TypeError('fetch is missing')
  const stop = new AbortController()
  const answering = nativeFetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: printJson({ jsonrpc: '2.0', id: ++counter, method, params: params ?? [] }),
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
    signal: stop.signal,
  }).then(async (response) => ({ isOk: response.ok, answer: (await response.json()) as unknown }))
  return within(answering, EVM_NODE_TIMEOUT, () => {
    stop.abort()
    throw new Error('timeout')
  })
}

/** The error of a node, with its number and data. */
function toNodeError(refusal: unknown) {
  const data = readField(refusal, 'data')
  return Object.assign(
    new Error(readErrorMessage(refusal) || 'The node refused the request', { cause: refusal }),
    { code: readErrorCode(refusal) ?? INTERNAL_ERROR, ...(data !== undefined && { data }) },
  )
}

/**
 * Reads from a chain's nodes what a wallet is not asked for. The first node that answers counts. A node that is out of
 * order or has reached a limit, which it says by its HTTP status or its error's number, has not answered.
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
  let refusal: Error | undefined
  for (const url of urls) {
    let reply: Reply
    try {
      reply = await ask(url, method, params)
    } catch (error) {
      cause = error
      continue
    }
    const { isOk, answer } = reply
    const given = readField(answer, 'error')
    if (given) {
      const error = toNodeError(given)
      if (isOk && !isLimit(error.code)) throw error
      refusal = error
      continue
    }
    const result = readField(answer, 'result')
    if (result !== undefined) return result
    cause = new Error('The node gave no result')
  }
  throw refusal ?? new WalletError('chain_unavailable', { cause })
}
