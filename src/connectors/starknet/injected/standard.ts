import { MAX_WALLETS } from '../../../constants.js'
import type { FoundWallet } from '../wallet-object.js'
import { toFound, type WalletCard } from './scan.js'

/** The feature of the wallet standard that carries Starknet's wallet API. */
export const WALLET_API = 'starknet:walletApi'

/** Wallets that have registered themselves. All clients share one listener for as long as the page lives. */
interface Registry {
  list(): Iterable<FoundWallet>
  /** @returns the way to stop */
  watch(listener: () => void): () => void
}

function readRegistered(wallet: unknown): FoundWallet | null {
  try {
    const { name, icon, features } = wallet as WalletCard & { features: Record<string, unknown> }
    const api = features[WALLET_API] as { id?: unknown; request?: unknown; walletVersion?: unknown }
    const { id = name, request, walletVersion: version } = api
    return typeof request === 'function'
      ? toFound(wallet as object, 'standard', { id, name, version, icon })
      : null
  } catch {
    return null
  }
}

function listen(): Registry {
  const wallets = new Map<unknown, FoundWallet>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const api = {
    register(...registered: unknown[]) {
      for (const wallet of registered) {
        const found = wallets.size < MAX_WALLETS && !wallets.has(wallet) ? readRegistered(wallet) : null
        if (found) wallets.set(wallet, found)
      }
      notify()
      return () => {
        for (const wallet of registered) wallets.delete(wallet)
        notify()
      }
    },
  }
  globalThis.addEventListener('wallet-standard:register-wallet', (event) => {
    try {
      ;(event as CustomEvent<(registrar: typeof api) => void>).detail(api)
    } catch {
      // An error in a wallet's own callback must not stop the others.
    }
  })
  globalThis.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return {
    list: () => wallets.values(),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

let page: Registry | undefined

/** Returns the page's registry, which listens from the first call on. */
export function getRegistry(): Registry {
  page ??= listen()
  return page
}
