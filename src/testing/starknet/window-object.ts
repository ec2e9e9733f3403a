import type { FeltCall } from '../../protocol/starknet-transaction.js'
import { nameChain } from './chain-names.js'
import { toFelt, toHex } from './hash.js'
import {
  askBefore,
  confirm,
  createStarknetMethods,
  getLeave,
  type StarknetContext,
  signTypedData,
} from './methods.js'
import type { StarknetFaults } from './options.js'
import type { StarknetServing } from './serving.js'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="22" fill="#3b3f8c"/><circle cx="48" cy="48" r="20" fill="#fff"/></svg>',
)}`

type Handler = (...args: unknown[]) => void
type Request = (call: { type: string; params?: unknown }) => Promise<unknown>

/** The object that a wallet puts on `window`, and what the wallet itself changes there. */
export interface WindowObject {
  readonly object: Record<string, unknown>
  readonly request: Request
  /** How often the page has called `on` and `off`. */
  readonly calls: { on: number; off: number }
  /** Shows no account in the older account API, if the wallet has that. */
  close(): void
}

/** The methods of the wallet API (SNIP-1193 style `request`). */
function createRequest(context: StarknetContext, serve: StarknetServing['serve']): Request {
  const { profile } = context
  const methods = createStarknetMethods(context)
  return ({ type, params }) => {
    // JSON throws at once for a bigint, as the transport of such a wallet does.
    const sent = profile.travelsAsJson && params !== undefined ? JSON.parse(JSON.stringify(params)) : params
    return serve(type, sent, async () => {
      const run = Object.hasOwn(methods, type) ? methods[type] : undefined
      const given = (sent ?? {}) as Record<string, unknown>
      if (context.habits.asksBefore) await askBefore(context, type, given)
      if (!run) throw profile.unknown(type)
      return run(given)
    })
  }
}

/** Counts a call of `on`, and does what the fault says instead of subscribing. @returns undefined without a fault */
export function breakOn({ on }: StarknetFaults, calls: WindowObject['calls']): Promise<never> | undefined {
  calls.on++
  if (on === 'throws') throw new Error('on is broken')
  return on === 'rejects' ? Promise.reject(new Error('on is broken')) : undefined
}

/** `on` and `off`, with the habits of the wallet. */
function createEvents({ profile, state, faults }: StarknetContext, calls: WindowObject['calls']) {
  const checkEvent = (event: string) => {
    if (event !== 'accountsChanged' && event !== 'networkChanged') throw new Error(profile.eventError(event))
  }
  return {
    on(event: string, handler: Handler) {
      const broken = breakOn(faults, calls)
      if (broken) return broken
      checkEvent(event)
      state.emitter.on(event, handler)
      return undefined
    },
    off(event: string, handler: Handler) {
      calls.off++
      checkEvent(event)
      state.emitter.removeListener(event, handler)
    },
  }
}

/** The members of the older account API that a connected wallet has. */
function describeAccount(context: StarknetContext, serve: StarknetServing['serve']): Record<string, unknown> {
  const { profile, state } = context
  const { address } = state.account
  return {
    isConnected: true,
    selectedAddress: address,
    chainId: nameChain(profile, state.chain),
    provider: { getChainId: async () => toHex(toFelt(state.chain)) },
    account: {
      address,
      signMessage: (typedData: unknown) =>
        serve('signMessage', typedData, () => signTypedData(context, 'signMessage', typedData)),
      execute: (given: FeltCall | FeltCall[], abis?: unknown, details?: unknown) =>
        serve('execute', { calls: given, abis, details }, async () => {
          await confirm(context, 'execute', 'execute', given)
          return { transaction_hash: await context.send(Array.isArray(given) ? given : [given]) }
        }),
    },
  }
}

/** Creates the object. The older account API is part of it if the wallet still has that. */
export function createWindowObject(
  context: StarknetContext,
  serve: StarknetServing['serve'],
  icon: unknown = ICON,
): WindowObject {
  const { profile, state, faults } = context
  const calls = { on: 0, off: 0 }
  const request = createRequest(context, serve)
  const { id, name, version } = profile
  const object: Record<string, unknown> = {
    id,
    name,
    version,
    icon,
    request,
    ...createEvents(context, calls),
  }
  const open = () => void Object.assign(object, describeAccount(context, serve))
  const accountApi = {
    isConnected: false,
    provider: undefined,
    account: undefined,
    selectedAddress: undefined,
    chainId: undefined,
    isPreauthorized: () =>
      serve('isPreauthorized', undefined, async () => {
        if (context.habits.asksBefore) await askBefore(context, 'isPreauthorized', {})
        return state.visible
      }),
    enable: ({ starknetVersion = 'v5' } = {}) =>
      serve('enable', { starknetVersion }, async () => {
        if (!['v4', 'v5'].includes(starknetVersion)) {
          throw new Error(`Unsupported starknet.js version: ${starknetVersion}`)
        }
        await getLeave(context, 'enable')
        state.muted = false
        if (!faults.enableLeavesUnconnected) open()
        return [state.account.address]
      }),
  }
  if (profile.accountApi) Object.assign(object, accountApi)
  const close = () => {
    if (profile.accountApi)
      Object.assign(object, { isConnected: false, account: undefined, selectedAddress: undefined })
  }
  state.onChange = () => {
    if (object.isConnected) (state.allowed ? open : close)()
  }
  return { object, request, calls, close }
}
