import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { API } from '@starknet-io/types-js'
import type { InvokeV3 } from '../../src/testing/starknet/transaction.js'
import { createStarknetChain, ERRORS, type StarknetChain, type StarknetRpcError } from './starknet-chain.js'

/** The real addresses of the two fee tokens. */
export const ETH_TOKEN = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'
export const STRK_TOKEN = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d'

/** Ways in which a node fails. */
export interface NodeFaults {
  /** No answer at all, an error page, an answer that is not JSON, an error of the transport. */
  mode?: 'hang' | 'http-500' | 'html' | 'rate-limit'
  /** Errors answered for a method. */
  errors?: Record<string, StarknetRpcError>
  /** Results for a method, whatever the params are. */
  results?: Record<string, unknown>
}

/** A Starknet node on loopback, over HTTP with CORS. */
export interface StarknetTestNode {
  readonly url: string
  readonly chain: StarknetChain
  readonly faults: NodeFaults
  /** Every requested method, in order. */
  readonly methods: readonly string[]
  close(): Promise<void>
}

type Params = Record<string, unknown>
type Result<M extends keyof API.Methods> = API.Methods[M]['result']

/** Hex without leading zeros, as FELT in the specification. */
const FELT = /^0x(?:0|[1-9a-f][0-9a-f]{0,62})$/i

/** The methods; their results have the specification's types. */
function createMethods(chain: StarknetChain) {
  const felt = (value: unknown): string => {
    if (typeof value !== 'string' || !FELT.test(value))
      throw { code: -32602, message: 'Invalid params', data: value }
    return value
  }
  return {
    starknet_specVersion: (): Result<'starknet_specVersion'> => '0.9.0',
    starknet_chainId: (): Result<'starknet_chainId'> => chain.chainId as Result<'starknet_chainId'>,
    starknet_blockNumber: (): Result<'starknet_blockNumber'> => chain.blockNumber,
    starknet_getNonce: ({ contract_address }: Params): Result<'starknet_getNonce'> =>
      chain.getNonce(felt(contract_address)),
    starknet_getClassHashAt: ({ contract_address }: Params): Result<'starknet_getClassHashAt'> =>
      chain.getClassHash(felt(contract_address)),
    starknet_call({ request }: Params): Result<'starknet_call'> {
      const { contract_address, entry_point_selector, calldata } = request as Params
      return chain.call(felt(contract_address), felt(entry_point_selector), (calldata as unknown[]).map(felt))
    },
    starknet_addInvokeTransaction: ({
      invoke_transaction,
    }: Params): Result<'starknet_addInvokeTransaction'> => ({
      transaction_hash: chain.add(invoke_transaction as unknown as InvokeV3),
    }),
    starknet_getTransactionStatus: ({ transaction_hash }: Params): Result<'starknet_getTransactionStatus'> =>
      chain.getStatus(felt(transaction_hash)),
    starknet_getTransactionReceipt: ({ transaction_hash }: Params) =>
      chain.getReceipt(felt(transaction_hash)),
  }
}

/** The order of the parameters, for clients that send a list. */
const POSITIONS: Record<string, readonly string[]> = {
  starknet_call: ['request', 'block_id'],
  starknet_getNonce: ['block_id', 'contract_address'],
  starknet_getClassHashAt: ['block_id', 'contract_address'],
  starknet_addInvokeTransaction: ['invoke_transaction'],
  starknet_getTransactionStatus: ['transaction_hash'],
  starknet_getTransactionReceipt: ['transaction_hash'],
}

const toNamed = (method: string, params: unknown): Params =>
  Array.isArray(params)
    ? Object.fromEntries(params.map((value, index) => [POSITIONS[method]?.[index] ?? String(index), value]))
    : ((params ?? {}) as Params)

/** Starts a node with the two fee tokens on it. */
export async function startStarknetNode({
  chain = 'SN_MAIN',
  mining = 'auto' as 'auto' | 'manual',
} = {}): Promise<StarknetTestNode> {
  const state = createStarknetChain(chain, mining)
  state.addToken({ address: ETH_TOKEN, symbol: 'ETH', decimals: 18 })
  state.addToken({ address: STRK_TOKEN, symbol: 'STRK', decimals: 18, symbolAs: 'bytes' })
  const methods: Record<string, (params: Params) => unknown> = createMethods(state)
  const faults: NodeFaults = {}
  const asked: string[] = []

  const answer = (text: string): unknown => {
    const { id, method, params } = JSON.parse(text) as { id: unknown; method: string; params: unknown }
    asked.push(method)
    try {
      if (faults.errors?.[method]) throw faults.errors[method]
      if (faults.mode === 'rate-limit') throw { code: -32005, message: 'Too many requests' }
      const given = faults.results && Object.hasOwn(faults.results, method)
      if (given) return { jsonrpc: '2.0', id, result: faults.results?.[method] }
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw { code: -32601, message: 'Method not found' }
      return { jsonrpc: '2.0', id, result: run(toNamed(method, params)) }
    } catch (error) {
      const known = error as StarknetRpcError
      return {
        jsonrpc: '2.0',
        id,
        error: typeof known?.code === 'number' ? known : { ...ERRORS.contractError(String(error)) },
      }
    }
  }
  const reply = (response: ServerResponse, status: number, type: string, body: string) => {
    response.writeHead(status, {
      'content-type': type,
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    response.end(body)
  }
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') return reply(response, 204, 'text/plain', '')
    if (faults.mode === 'hang') return
    if (faults.mode === 'http-500') return reply(response, 500, 'text/plain', 'Internal error')
    if (faults.mode === 'html') return reply(response, 200, 'text/html', '<h1>Maintenance</h1>')
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => reply(response, 200, 'application/json', JSON.stringify(answer(text))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    chain: state,
    faults,
    methods: asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
