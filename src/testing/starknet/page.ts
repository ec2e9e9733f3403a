import { toFelt, toHex } from './hash.js'
import type { StarknetFaults } from './options.js'
import type { StarknetProfile } from './profiles.js'
import type { StarknetState } from './state.js'
import { breakOn, type WindowObject } from './window-object.js'

/** What {@link placeOnPage} needs. */
export interface PageParts {
  profile: StarknetProfile
  windowObject: Record<string, unknown>
  request: (call: { type: string; params?: unknown }) => Promise<unknown>
  calls: WindowObject['calls']
  faults: StarknetFaults
  state: StarknetState
}

/** The wallet on a page. */
export interface PagePlace {
  readonly object: Record<string, unknown>
  /** Puts the object there. @returns the way to take it off */
  put(): () => void
  /** The number of listeners of the wallet standard's change event. */
  listenerCount(): number
}

type Register = { register(...wallets: unknown[]): () => void }
type ChangeHandler = (properties: { accounts: unknown[] }) => void

/** Puts a wallet on the page as its profile does: under global names, or by registering (wallet standard). */
export function placeOnPage(parts: PageParts): PagePlace {
  return parts.profile.globals.length > 0 ? placeOnWindow(parts) : placeInRegistry(parts)
}

function placeOnWindow({ profile, windowObject }: PageParts): PagePlace {
  return {
    object: windowObject,
    put() {
      for (const name of profile.globals) {
        // Argent X deletes an existing property and defines its own, which is not enumerable.
        Object.defineProperty(globalThis, name, {
          value: windowObject,
          configurable: true,
          writable: !profile.stubborn,
          enumerable: !profile.stubborn,
        })
      }
      return () => {
        for (const name of profile.globals) {
          if ((globalThis as Record<string, unknown>)[name] === windowObject)
            Reflect.deleteProperty(globalThis, name)
        }
      }
    },
    listenerCount: () => 0,
  }
}

function placeInRegistry({ profile, windowObject, request, calls, faults, state }: PageParts): PagePlace {
  const handlers = new Set<ChangeHandler>()
  const chainName = () => `starknet:${toHex(toFelt(state.chain))}`
  const readAccounts = () =>
    state.visible
      ? [{ address: state.account.address, publicKey: new Uint8Array(), chains: [chainName()], features: [] }]
      : []
  const tell = () => {
    for (const handler of [...handlers]) handler({ accounts: readAccounts() })
  }
  state.emitter.on('accountsChanged', tell)
  state.emitter.on('networkChanged', tell)
  const object = {
    version: '1.0.0',
    name: profile.name,
    icon: windowObject.icon,
    chains: ['starknet:0x534e5f4d41494e', 'starknet:0x534e5f5345504f4c4941'],
    get accounts() {
      return readAccounts()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          await request({ type: 'wallet_requestAccounts', params: { silent_mode: silent } })
          return { accounts: readAccounts() }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          state.allowed = false
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_event: string, handler: ChangeHandler) {
          const broken = breakOn(faults, calls)
          if (broken) return broken
          handlers.add(handler)
          return () => {
            calls.off++
            handlers.delete(handler)
          }
        },
      },
      'starknet:walletApi': { version: '1.0.0', id: profile.id, request, walletVersion: profile.version },
    },
  }
  let unregister: (() => void)[] = []
  const accept = (api: Register) => void unregister.push(api.register(object))
  const onReady = (event: Event) => accept((event as CustomEvent<Register>).detail)
  return {
    object: object as unknown as Record<string, unknown>,
    put() {
      globalThis.addEventListener('wallet-standard:app-ready', onReady)
      globalThis.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: accept }))
      return () => {
        globalThis.removeEventListener('wallet-standard:app-ready', onReady)
        for (const undo of unregister) undo()
        unregister = []
      }
    },
    listenerCount: () => handlers.size,
  }
}
