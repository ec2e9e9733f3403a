import type { WalletConnectButton } from './button-api.js'
import { type App, HUB, type Load } from './hub.js'
import { PARTS } from './parts.js'

/** The catalogue's sentence; the catalogue itself is loaded later. */
const ASSET_INTEGRITY = 'Wallet button not fully loaded. Reload the page.'

/** Paints an element again. Outside of a page it waits: coming there, it is painted once for all its attributes. */
export const refresh = (element: WalletConnectButton): void => {
  if (HUB.elements.has(element)) {
    element[PARTS].paint()
    HUB.app?.update(element)
  }
}

let load: Load

/** Says how the app is fetched. */
export const setLoad = (given: Load): void => {
  load = given
}

/** The console says it once, however many elements fail. */
let isReported: boolean | undefined

/** Has the app do something for an element, loading it when it is first needed. Rejects where it cannot be loaded. */
export const run = async (
  element: WalletConnectButton,
  method: keyof App,
  ...args: unknown[]
): Promise<unknown> => {
  try {
    // Several calls may wait for the same load: the first to come back creates the app.
    const create = await load(element)
    HUB.app ??= create(HUB)
  } catch (cause) {
    // The error is its own detail: it has a code and a message, and is given itself.
    const error: Error & { error?: unknown } = Object.assign(
      Error(ASSET_INTEGRITY, { cause }),
      { name: 'WalletError', code: 'asset_integrity' },
      // A load that knows better rejects with the fields of an error of its own.
      cause,
    )
    error.error = error
    // What was fetched ahead is fetched again when it is needed; only then has the visitor lost something.
    if (method !== 'prepare') {
      if (!isReported) console.error(error.message, error.cause)
      isReported = true
      element[PARTS].failed = true
      refresh(element)
      element.dispatchEvent(new CustomEvent('wallet_error', { bubbles: true, composed: true, detail: error }))
    }
    throw error
  }
  return (HUB.app[method] as (...args: unknown[]) => unknown)(element, ...args)
}

/** The same where nobody waits for the answer: an event has reported the failure. */
export const runQuietly = (element: WalletConnectButton, method: keyof App): Promise<unknown> =>
  run(element, method).catch(() => {})
