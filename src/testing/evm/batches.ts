import { type BatchCall, sendAsOne, sendCall } from './batch-contract.js'
import { createRpcError, RPC_CODES } from './error.js'
import { ask, type EvmContext, type EvmMethods, invalidParams, readHexChain, readObject } from './methods.js'
import type { Batches } from './options.js'

/** A batch that was sent. */
interface SentBatch {
  chainId: string
  atomic: boolean
  hashes: readonly string[]
}

const METHODS = [
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
]

function readCalls(value: unknown): BatchCall[] {
  if (!Array.isArray(value) || value.length === 0) throw invalidParams('A batch needs calls')
  for (const call of value as (Record<string, unknown> | null)[]) {
    const { to, data = '0x', value: amount = '0x0' } = call ?? {}
    if (!/^0x[0-9a-f]{40}$/i.test(String(to))) throw invalidParams('A call needs an address')
    if (!/^0x(?:[0-9a-f]{2})*$/i.test(String(data))) throw invalidParams('The data of a call is hex')
    if (!/^0x(?:0|[1-9a-f][0-9a-f]*)$/i.test(String(amount))) throw invalidParams('An amount is hex')
  }
  return value as BatchCall[]
}

/** Refuses what a wallet has to know and does not: a capability that is not optional (5700). */
function checkCapabilities(capabilities: unknown): void {
  for (const [name, wanted] of Object.entries(
    (capabilities ?? {}) as Record<string, { optional?: boolean }>,
  )) {
    if (name !== 'paymasterService' && wanted?.optional !== true)
      throw createRpcError(RPC_CODES.unsupportedCapability, `The capability ${name} is not supported`)
  }
}

/** The fields of a receipt that a wallet shows. */
const toShown = ({
  logs,
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
}: Record<string, unknown>) => ({
  logs,
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
})

/** What a wallet says that it can do. */
function describe(batches: Batches): object {
  if (batches === 'no-capability') return {}
  const status = batches === 'not-atomic' ? 'unsupported' : 'supported'
  return { atomic: { status }, paymasterService: { supported: true } }
}

const toState = (statuses: readonly string[], count: number): number => {
  if (statuses.length < count) return 100
  const reverted = statuses.filter((status) => status === '0x0').length
  if (reverted === 0) return 200
  return reverted === count ? 500 : 600
}

/** The methods for batches of calls (EIP-5792, version 2.0.0). */
export function createBatchMethods(context: EvmContext): EvmMethods {
  const { state } = context
  const sent = new Map<string, SentBatch>()

  const requireAccount = (address: unknown): string => {
    const account = state.granted.find((one) => one.toLowerCase() === String(address).toLowerCase())
    if (account) return account
    throw createRpcError(RPC_CODES.unauthorized, 'This page may not use that account')
  }
  const find = (params: unknown): [string, SentBatch] => {
    const [id] = Array.isArray(params) ? params : []
    const batch = sent.get(id)
    if (batch) return [id, batch]
    throw createRpcError(RPC_CODES.unknownBatch, 'There is no batch with this id')
  }
  const send = async (from: string, calls: readonly BatchCall[]): Promise<Omit<SentBatch, 'chainId'>> => {
    if (state.batches === 'atomic') return { atomic: true, hashes: [await sendAsOne(state, from, calls)] }
    const hashes: string[] = []
    for (const call of calls) hashes.push(await sendCall(state, from, call))
    return { atomic: false, hashes }
  }

  const methods: EvmMethods = {
    async wallet_getCapabilities(params) {
      const [address, chains = [state.chainId]] = Array.isArray(params) ? params : []
      requireAccount(address)
      if (!Array.isArray(chains)) throw invalidParams('The chains are a list')
      const known = chains.map(readHexChain).filter((id) => state.knows(id))
      return Object.fromEntries(known.map((chainId) => [chainId, describe(state.batches)]))
    },
    async wallet_sendCalls(params) {
      const { version, from, chainId, atomicRequired, calls, capabilities, id } = readObject(params)
      if (version !== '2.0.0') throw invalidParams('The version is 2.0.0')
      if (typeof atomicRequired !== 'boolean') throw invalidParams('atomicRequired is true or false')
      if (readHexChain(chainId) !== state.chainId)
        throw createRpcError(RPC_CODES.unsupportedChain, 'The wallet is on another chain')
      const account = requireAccount(from ?? state.granted[0])
      const list = readCalls(calls)
      checkCapabilities(capabilities)
      const { batches } = state
      if (batches === 'refused' || (atomicRequired && batches !== 'atomic' && batches !== 'partial'))
        throw createRpcError(RPC_CODES.notAtomic, 'This account cannot send several calls as one')
      const name = typeof id === 'string' ? id : `0x${createId()}`
      if (sent.has(name)) throw createRpcError(RPC_CODES.duplicateBatch, 'There is a batch with this id')
      await ask(context, 'send', 'wallet_sendCalls', params)
      sent.set(name, { ...(await send(account, list)), chainId: state.chainId })
      return { id: name }
    },
    async wallet_getCallsStatus(params) {
      const [id, { chainId, atomic, hashes }] = find(params)
      const receipts: Record<string, unknown>[] = []
      for (const hash of hashes) {
        const receipt = await state.ask({ method: 'eth_getTransactionReceipt', params: [hash] })
        if (receipt) receipts.push(receipt as Record<string, unknown>)
      }
      const status = toState(
        receipts.map((receipt) => String(receipt.status)),
        hashes.length,
      )
      const shown = receipts.map(toShown)
      return { version: '2.0.0', id, chainId, status, atomic, ...(shown.length && { receipts: shown }) }
    },
    async wallet_showCallsStatus(params) {
      find(params)
      return null
    },
  }
  /** A wallet without batches has none of the methods. */
  const guard = (method: string) => async (params: unknown) => {
    const { batches } = state
    if (batches === 'none')
      throw createRpcError(RPC_CODES.methodNotFound, `The method ${method} does not exist`)
    if (batches === 'unsupported') throw createRpcError(RPC_CODES.unsupported, `${method} is not supported`)
    return methods[method]?.(params)
  }
  return Object.fromEntries(METHODS.map((method) => [method, guard(method)]))
}

/** An id of 32 bytes, which looks like a transaction's hash, as some wallets give. */
const createId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
