import { createPlacement } from '../placement.js'
import { isValidSignature } from './account.js'
import { createSender } from './execution.js'
import type { StarknetContext } from './methods.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults } from './options.js'
import { placeOnPage } from './page.js'
import { STARKNET_PROFILES } from './profiles.js'
import { createStarknetPrompts } from './prompts.js'
import { createServing } from './serving.js'
import { StarknetState } from './state.js'
import { hashTypedData } from './typed-data-hash.js'
import type { ScriptedStarknetWallet } from './wallet.js'
import { createWindowObject } from './window-object.js'

/** Creates what the methods of a wallet use. */
function createContext(options: ScriptedStarknetWalletOptions): StarknetContext {
  const profile = { ...STARKNET_PROFILES[options.profile ?? 'argentX'], ...options.overrides }
  const faults: StarknetFaults = { ...options.faults }
  const habits = options.habits ?? {}
  const state = new StarknetState(options, profile, faults)
  const approve = options.approve ?? 'always'
  const prompts = createStarknetPrompts(
    approve,
    profile.refusal,
    habits.windowClosesAfter,
    habits.keepsRequests,
  )
  return { profile, state, faults, habits, prompts, send: createSender(state) }
}

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
  const context = createContext(options)
  const { profile, state, faults, prompts } = context
  const { emitter } = state
  const lock = () => {
    state.locked = true
  }
  const { requests, serve, release, end } = createServing(options, faults, lock)
  const { object, request, calls, close } = createWindowObject(context, serve, options.icon)
  const page = placeOnPage({ profile, windowObject: object, request, calls, faults, state })
  const placement = createPlacement(page.put)
  const hash: ScriptedStarknetWallet['hash'] = (typedData) => hashTypedData(typedData, state.account.address)

  return {
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
    install: placement.put,
    uninstall: placement.remove,
    setApprove: prompts.setApprove,
    nextPrompt: prompts.next,
    closeWindow: prompts.hide,
    allow() {
      state.allowed = true
    },
    disconnect() {
      state.allowed = false
      close()
      state.tell('accountsChanged', [...profile.noAccounts])
      if (profile.tellsAccountsOnNetwork) state.tell('networkChanged', undefined)
    },
    lock,
    unlock() {
      state.locked = false
      prompts.approve('unlock')
    },
    setAccount: (index) => state.setAccount(index),
    setChain: (name) => state.moveTo(name),
    emit: emitter.emit,
    listenerCount: (event) => (profile.globals.length > 0 ? emitter.count(event) : page.listenerCount()),
    release,
    hash,
    isValidSignature: (typedData, signature) => isValidSignature(state.account, hash(typedData), signature),
    dispose() {
      placement.remove()
      const gone = new Error('The wallet is gone')
      end(gone)
      prompts.close(gone)
      emitter.clear()
    },
  }
}
