import { INVALID_REQUEST } from '../../errors/rpc-codes.js'
import { copyParams } from '../copy-params.js'
import type { ProviderEmitter } from '../emitter.js'
import type { OpenRequests } from '../open-requests.js'
import { createRpcError, nestRpcError, type ProviderRpcError, RPC_CODES, toPlainError } from './error.js'
import type { EvmFaults } from './faults.js'
import type { EvmMethods } from './methods.js'
import type { RpcRequest } from './node.js'
import type { EvmState } from './state.js'

/** A provider as pages see it (EIP-1193). If a fault removes a member, the member really is missing. */
export interface ScriptedProvider {
  request(args: RpcRequest): Promise<unknown>
  on(event: string, listener: (...args: never[]) => void): unknown
  removeListener(event: string, listener: (...args: never[]) => void): unknown
  off(event: string, listener: (...args: never[]) => void): unknown
  isConnected(): boolean
}

/** A request that reached the wallet. */
export interface RequestRecord {
  readonly method: string
  /** The params as the page sent them, even if the original was changed later. */
  readonly params: unknown
  outcome: 'open' | 'answered' | 'failed'
}

/** What {@link createScriptedProvider} needs. */
export interface ProviderParts {
  methods: EvmMethods
  /** What the wallet does before it answers. */
  before(method: string, params: unknown): Promise<void>
  state: EvmState
  faults: EvmFaults
  emitter: ProviderEmitter
  log: RequestRecord[]
  delay: number
  open: OpenRequests
}

/** Whether a wallet passes a method on to its node: reads only, nothing that could sign or change the node itself. */
const isRead = (method: string): boolean => /^(?:eth_(?!sign)|net_|web3_)/.test(method)

function mutate(params: unknown): void {
  if (!Array.isArray(params)) return
  for (const [index, value] of params.entries()) {
    if (value !== null && typeof value === 'object') Object.assign(value, { alteredByWallet: true })
    else params[index] = `${String(value)} altered by the wallet`
  }
}

/** Serves requests: it applies the faults first, then the wallet's own methods, then asks the node. */
function createServing(parts: ProviderParts) {
  const { methods, state, faults, open } = parts
  let awake: Promise<void> | undefined

  async function answer(method: string, params: unknown): Promise<unknown> {
    const { wakeUp } = faults
    if (wakeUp) {
      awake ??= new Promise((resolve) => setTimeout(resolve, wakeUp))
      await awake
    }
    if (faults.hold?.includes(method)) await open.hold(method)
    if (parts.delay > 0) await new Promise((resolve) => setTimeout(resolve, parts.delay))
    if (!state.isOnline)
      throw createRpcError(RPC_CODES.disconnected, 'The wallet is disconnected from all chains')
    if (faults.errors && Object.hasOwn(faults.errors, method)) throw faults.errors[method]
    if (faults.answers && Object.hasOwn(faults.answers, method)) return faults.answers[method]
    if (faults.asksBefore) await parts.before(method, params)
    if (!faults.unsupported?.includes(method)) {
      const own = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (own) return own(params)
      if (isRead(method)) return state.ask({ method, params })
    }
    throw createRpcError(RPC_CODES.methodNotFound, `The method ${method} does not exist or is not available`)
  }

  return async (record: RequestRecord, params: unknown): Promise<unknown> => {
    try {
      const value = await open.serve(async () => {
        const own = await answer(record.method, params)
        if (faults.loseAnswers?.includes(record.method)) await open.hold(record.method)
        return own
      })
      record.outcome = 'answered'
      return value
    } catch (error) {
      record.outcome = 'failed'
      const code = (error as ProviderRpcError | undefined)?.code
      const thrown =
        faults.nestErrors && typeof code === 'number' ? nestRpcError(error as ProviderRpcError) : error
      throw faults.plainErrors ? toPlainError(thrown) : thrown
    }
  }
}

/** The wallet's `request`: it writes the request down, and answers in the form that the faults ask for. */
function createRequest(parts: ProviderParts): ScriptedProvider['request'] {
  const { faults, emitter, log } = parts
  const serve = createServing(parts)
  return (args) => {
    if (typeof args?.method !== 'string') {
      return Promise.reject(createRpcError(INVALID_REQUEST, 'A request is an object with a method'))
    }
    const { method, params } = args
    const record: RequestRecord = { method, params: copyParams(params), outcome: 'open' }
    log.push(record)
    for (const [event, ...values] of faults.emits?.[method] ?? []) emitter.emit(event, ...values)
    const sent = faults.mutateParams ? copyParams(params) : params
    if (faults.mutateParams) mutate(params)
    const shape = faults.shape?.[method]
    if (shape === 'throws')
      throw faults.errors?.[method] ?? createRpcError(RPC_CODES.internal, 'thrown on the spot')
    if (shape === 'plain') return faults.answers?.[method] as Promise<unknown>
    if (shape === 'throwing-thenable') {
      const thenable = {
        then() {
          throw createRpcError(RPC_CODES.internal, 'thrown by then')
        },
      }
      return thenable as unknown as Promise<unknown>
    }
    return serve(record, sent)
  }
}

/** Creates the provider. */
export function createScriptedProvider(parts: ProviderParts): ScriptedProvider {
  const { state, faults, emitter } = parts
  const subscribe = (event: string, listener: (...args: never[]) => void) => {
    if (faults.on === 'throws') throw new Error('on is broken')
    if (faults.on === 'rejects') return Promise.reject(new Error('on is broken'))
    emitter.on(event, listener as (...args: unknown[]) => void)
    return provider
  }
  const unsubscribe = (event: string, listener: (...args: never[]) => void) => {
    emitter.removeListener(event, listener as (...args: unknown[]) => void)
    return provider
  }
  const provider: ScriptedProvider = {
    request: createRequest(parts),
    on: subscribe,
    removeListener: unsubscribe,
    off: unsubscribe,
    isConnected: () => state.isOnline,
  }
  for (const member of faults.omit ?? []) delete (provider as Partial<ScriptedProvider>)[member]
  if (faults.on === 'throwing-getter') {
    Object.defineProperty(provider, 'on', {
      get() {
        throw new Error('on cannot be read')
      },
    })
  }
  return provider
}
