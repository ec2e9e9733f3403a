import { KIB } from '../constants.js'
import { createSignInError } from '../errors/sign-in-error.js'

/** Longest wait for all the answers that one signature needs, in ms. */
const RPC_TIMEOUT = 10_000

const MAX_NODE_ANSWER = KIB * KIB

/** A node of a chain: its URL, or a function that sends one JSON-RPC request and resolves its result. */
export type RpcSource = string | RpcRequest

/** Sends one JSON-RPC request. Rejects with an {@link RpcError} when the node itself answered with an error. */
export type RpcRequest = (method: string, params: unknown, signal: AbortSignal) => Promise<unknown>

/** A node's own error: a revert, an unknown contract … */
export interface RpcError {
  /** JSON-RPC's number of the error. */
  code: number
  /** The node's own message. */
  message: string
  /** What the node adds: the bytes of a revert, or the error of a contract. */
  data?: unknown
}

/** Reads the JSON-RPC error in anything that was thrown, or null. */
export function readRpcError(error: unknown): RpcError | null {
  const { code, message, data } = (error ?? {}) as Partial<RpcError>
  return typeof code === 'number' && typeof message === 'string' ? { code, message, data } : null
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > MAX_NODE_ANSWER) {
      // The answer is refused anyway; a body that cannot be cancelled ends by itself.
      await reader.cancel().catch(() => {})
      throw new Error('the answer is too large')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Creates the request function of a node over HTTP. */
export function createHttpRpc(url: string): RpcRequest {
  return async (method, params, signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      // Not 'error', which Cloudflare's runtime does not know. A redirect is refused below, as any status but 2xx.
      redirect: 'manual',
      signal,
    })
    if (!response.ok) {
      // The body is not read; one that cannot be cancelled ends by itself.
      await response.body?.cancel().catch(() => {})
      throw new Error(`HTTP ${response.status}`)
    }
    const answer = JSON.parse(await readText(response)) as { result?: unknown; error?: unknown } | null
    const error = readRpcError(answer?.error)
    if (error) throw error
    if (answer?.result === undefined) throw new Error('the answer has no result')
    return answer.result
  }
}

/** Runs requests to nodes with a common time limit, which begins now. Its timer ends with them. */
export async function withinTime<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error('the node did not answer')), RPC_TIMEOUT)
  try {
    return await run(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Asks a node within the remaining time.
 *
 * @throws an {@link RpcError} unchanged; for everything else a WalletError `rpc_failed`
 */
export async function askNode(
  source: RpcSource,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const request = typeof source === 'string' ? createHttpRpc(source) : source
  let stop = () => {}
  const timeout = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason)
    stop = () => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
  })
  try {
    return await Promise.race([request(method, params, signal), timeout])
  } catch (cause) {
    if (readRpcError(cause) && !(cause instanceof DOMException)) throw cause
    throw createSignInError('rpc_failed', '', { cause })
  } finally {
    stop()
  }
}
