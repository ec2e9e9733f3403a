import type { WalletConnectButton } from './button-api.js'
import type { App, Hub, Load } from './hub.js'
import { PARTS } from './parts.js'

/** Has the app do something for an element. Rejects where the app cannot be loaded. */
export type Run = (element: WalletConnectButton, method: keyof App, ...args: unknown[]) => Promise<unknown>

/** The catalogue's sentence; the catalogue itself is loaded later. */
const ASSET_INTEGRITY = 'Wallet button not fully loaded. Reload the page.'

/** What the page hears when the app cannot be loaded: what the load itself says, where it knows better. */
export const explain = (cause: unknown): Error & { error?: unknown } =>
  Object.assign(Error(ASSET_INTEGRITY, { cause }), { name: 'WalletError', code: 'asset_integrity' })

/** Paints an element again. Outside of a page it waits: coming there, it is painted once for all its attributes. */
export const refresh = (element: WalletConnectButton, hub: Hub): void => {
  if (hub.elements.has(element)) {
    element[PARTS].paint()
    hub.app?.update(element)
  }
}

/** The console says it once, however many elements fail. */
let isReported: boolean | undefined

/** Creates the {@link Run} of a hub, which loads the app when it is first needed. */
export const createRun =
  (hub: Hub, load: Load): Run =>
  async (element, method, ...args) => {
    try {
      // Several calls may wait for the same load: the first to come back creates the app.
      const create = await load(element)
      hub.app ??= create(hub)
    } catch (cause) {
      const error = explain(cause)
      // The error is its own detail: it has a code and a message, and is given itself.
      error.error = error
      // What was fetched ahead is fetched again when it is needed; only then has the visitor lost something.
      if (method !== 'prepare') {
        if (!isReported) console.error(error.message, error.cause)
        isReported = true
        element[PARTS].failed = true
        refresh(element, hub)
        element.dispatchEvent(
          new CustomEvent('wallet_error', { bubbles: true, composed: true, detail: error }),
        )
      }
      throw error
    }
    return (hub.app[method] as (...args: unknown[]) => unknown)(element, ...args)
  }
