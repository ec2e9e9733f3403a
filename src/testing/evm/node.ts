import { createRpcError, RPC_CODES } from './error.js'

/** One JSON-RPC request. */
export interface RpcRequest {
  /** The method's name, such as `eth_call`. */
  method: string
  /** The params of the method. */
  params?: unknown
}

/** Asks a node. `url` is the wallet's node of the current chain. Rejects with the node's own error. */
export type AskNode = (url: string, request: RpcRequest) => Promise<unknown>

/** Asks a JSON-RPC node over HTTP from the page itself, so the page's `connect-src` must allow it. */
export const askOverHttp: AskNode = async (url, { method, params }) => {
  let answer: { result?: unknown; error?: { code: number; message: string; data?: unknown } }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    })
    answer = await response.json()
  } catch (error) {
    throw createRpcError(RPC_CODES.internal, `The node at ${url} did not answer`, { originalError: error })
  }
  if (answer.error) throw createRpcError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}
