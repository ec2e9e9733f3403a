import type { WalletClient } from '../client/wallet-client.js'
import { isOnPage } from '../platform/environment.js'
import type { WalletConnectButton } from './button-api.js'
import type { WalletEventMap } from './events.js'
import { readConfig } from './read-config.js'

/** The elements of one store name, and the client they share. */
export interface ElementStore {
  /** The client of this store name. */
  readonly client: WalletClient
  /** The elements that can provide the configuration. */
  readonly elements: Set<WalletConnectButton>
  /** The element that the visitor used last. */
  used: WalletConnectButton | null
  /** The configuration has changed while a wallet was asked: that attempt keeps the configuration that it began with. */
  isLate?: boolean
  /** Dispatches an event to the page. @returns false when a listener cancelled it */
  dispatch(name: keyof WalletEventMap, detail: unknown): boolean
}

/** The element that provides the configuration: the element in use, else the first; elements on the page come first. */
export function findMain({ used, elements }: ElementStore): WalletConnectButton | undefined {
  const all = [...(used ? [used] : []), ...elements]
  return all.find(isOnPage) ?? all[0]
}

/** Whether a new configuration may count now: nothing runs, or the visitor still chooses. */
export const isFree = ({ client }: ElementStore): boolean =>
  /^(?:ready|restoring|choosing)$/.test(client.getState().phase)

/** Gives the client the configuration of the main element, as soon as no wallet is asked. */
export function configure(store: ElementStore): void {
  const main = findMain(store)
  store.isLate = !isFree(store)
  if (store.isLate || !main) return
  try {
    store.client.configure(readConfig(main))
  } catch {
    // The next call or click reads the same configuration and reports the error.
  }
}
