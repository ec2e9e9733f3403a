import type { FeltCall } from '../../protocol/starknet-transaction.js'
import { isValidSignature } from './account.js'
import { createSender } from './execution.js'
import { toFelt, toHex } from './hash.js'
import { confirm, createStarknetMethods, getLeave, type StarknetContext, signTypedData } from './methods.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults } from './options.js'
import { placeOnPage } from './page.js'
import { STARKNET_PROFILES } from './profiles.js'
import { createStarknetPrompts } from './prompts.js'
import { createServing } from './serving.js'
import { createStarknetState } from './state.js'
import { hashTypedData } from './typed-data-hash.js'
import type { ScriptedStarknetWallet } from './wallet.js'

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="22" fill="#3b3f8c"/><circle cx="48" cy="48" r="20" fill="#fff"/></svg>',
)}`

type Handler = (...args: unknown[]) => void

/**
 * Creates a Starknet wallet for tests of pages without an extension. It behaves like Argent X (Ready), Braavos, Keplr,
 * OKX, or a wallet of the wallet standard, with real Stark keys, SNIP-12 hashes and transactions. Use test keys only.
 *
 * @example
 * const wallet = createScriptedStarknetWallet({ profile: 'braavos' })
 * wallet.install()
 * // … the page connects and signs …
 * wallet.setApprove('never')
 * expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'sign'])
 */
export function createScriptedStarknetWallet(
  options: ScriptedStarknetWalletOptions = {},
): ScriptedStarknetWallet {
  const profile = { ...STARKNET_PROFILES[options.profile ?? 'argentX'], ...options.overrides }
  const faults: StarknetFaults = { ...options.faults }
  const habits = options.habits ?? {}
  const state = createStarknetState(options, profile, faults, () => {
    if (windowObject.isConnected) (state.allowed ? open : close)()
  })
  const prompts = createStarknetPrompts(
    options.approve ?? 'always',
    profile.refusal,
    habits.windowClosesAfter,
  )
  const context: StarknetContext = { profile, state, faults, habits, prompts, send: createSender(state) }
  const methods = createStarknetMethods(context)
  const { requests, serve, release, end } = createServing(options, faults, () => wallet.lock())
  const calls = { on: 0, off: 0 }
  let remove = () => {}

  const request = ({ type, params }: { type: string; params?: unknown }) => {
    // JSON throws at once for a bigint, as the transport of such a wallet does.
    const sent = profile.travelsAsJson && params !== undefined ? JSON.parse(JSON.stringify(params)) : params
    return serve(type, sent, async () => {
      const run = Object.hasOwn(methods, type) ? methods[type] : undefined
      if (!run) throw profile.unknown(type)
      return run((sent ?? {}) as Record<string, unknown>)
    })
  }
  const checkEvent = (event: string) => {
    if (event !== 'accountsChanged' && event !== 'networkChanged') throw new Error(profile.eventError(event))
  }
  const on = (event: string, handler: Handler) => {
    calls.on++
    if (faults.on === 'throws') throw new Error('on is broken')
    if (faults.on === 'rejects') return Promise.reject(new Error('on is broken'))
    checkEvent(event)
    state.emitter.on(event, handler)
    return undefined
  }
  const off = (event: string, handler: Handler) => {
    calls.off++
    checkEvent(event)
    state.emitter.removeListener(event, handler)
  }

  const windowObject: Record<string, unknown> = {
    id: profile.id,
    name: profile.name,
    version: profile.version,
    icon: options.icon ?? ICON,
    request,
    on,
    off,
    ...(profile.accountApi && createAccountApi()),
  }

  /** Sets the account and the chain that the older account API shows. */
  function open(): void {
    Object.assign(windowObject, {
      isConnected: true,
      selectedAddress: state.account.address,
      chainId: state.nameChain(state.chain),
      provider: { getChainId: async () => toHex(toFelt(state.chain)) },
      account: {
        address: state.account.address,
        signMessage: (typedData: unknown) =>
          serve('signMessage', typedData, () => signTypedData(context, 'signMessage', typedData)),
        execute: (given: FeltCall | FeltCall[], abis?: unknown, details?: unknown) =>
          serve('execute', { calls: given, abis, details }, async () => {
            await confirm(context, 'execute', 'execute', given)
            return { transaction_hash: await context.send(Array.isArray(given) ? given : [given]) }
          }),
      },
    })
  }

  /** The older account API, if the wallet still has it. */
  function createAccountApi(): Record<string, unknown> {
    return {
      isConnected: false,
      provider: undefined,
      account: undefined,
      selectedAddress: undefined,
      chainId: undefined,
      isPreauthorized: () => serve('isPreauthorized', undefined, async () => state.visible),
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
  }

  const page = placeOnPage({ profile, windowObject, request, state })
  const close = () => {
    if (profile.accountApi) {
      Object.assign(windowObject, { isConnected: false, account: undefined, selectedAddress: undefined })
    }
  }

  const wallet: ScriptedStarknetWallet = {
    profile,
    object: page.object,
    faults,
    requests,
    prompts: prompts.shown,
    openPrompts: prompts.open,
    calls,
    get mostPrompts() {
      return prompts.most
    },
    get account() {
      return state.account
    },
    accounts: state.accounts,
    get chain() {
      return state.chain
    },
    get allowed() {
      return state.allowed
    },
    get locked() {
      return state.locked
    },
    install({ after } = {}) {
      remove()
      const timer = after === undefined ? undefined : setTimeout(page.put, after)
      if (after === undefined) page.put()
      remove = () => {
        clearTimeout(timer)
        page.remove()
        remove = () => {}
      }
      return remove
    },
    uninstall: () => remove(),
    setApprove: prompts.setApprove,
    nextPrompt: prompts.next,
    allow() {
      state.allowed = true
    },
    disconnect() {
      state.allowed = false
      close()
      state.tell('accountsChanged', [...profile.noAccounts])
      if (profile.tellsAccountsOnNetwork) state.tell('networkChanged', undefined)
    },
    lock() {
      state.locked = true
    },
    unlock() {
      state.locked = false
    },
    setAccount: state.setAccount,
    setChain: state.moveTo,
    emit: state.emitter.emit,
    listenerCount: (event) =>
      profile.globals.length > 0 ? state.emitter.count(event) : page.listenerCount(),
    release,
    hash: (typedData) => hashTypedData(typedData, state.account.address),
    isValidSignature: (typedData, signature) =>
      isValidSignature(state.account, hashTypedData(typedData, state.account.address), signature),
    dispose() {
      remove()
      const gone = new Error('The wallet is gone')
      end(gone)
      prompts.close(gone)
      state.emitter.clear()
    },
  }
  return wallet
}
