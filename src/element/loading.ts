import type { WalletConnectButton } from './button-api.js'
import { type Face, LOAD_FAILED } from './face/face.js'
import { type App, HUB, type Load, type User } from './hub.js'
import { PARTS } from './parts.js'

/** The text from the catalogue; the catalogue itself is loaded later. */
const ASSET_INTEGRITY = 'Wallet button not loaded. Try again'

/**
 * Paints an element again. Outside of a page it does nothing: an added element is painted once for all its attributes.
 */
export const refresh = (element: WalletConnectButton): void => {
  if (HUB.elements.has(element)) {
    element[PARTS].paint()
    HUB.app?.update(element)
  }
}

/**
 * Changes the face of an element's button: the only place that does.
 *
 * @param before the change ends this face, and counts only while the button has it
 * @param draw shows the change
 */
export const show = (element: WalletConnectButton, face: Face, before?: Face, draw = refresh): void => {
  if (before && element[PARTS].face !== before) return
  element[PARTS].face = face
  draw(element)
}

let load: Load

/** Sets how the app is fetched. */
export const setLoad = (given: Load): void => {
  load = given
}

/** The failure that was reported last. The document hears of each once, however many elements it concerns, and the console of the first. */
let reported: unknown

/** Calls the app for a user, and loads it when it is first needed. Rejects when it cannot be loaded. */
export const run = async (user: User, method: keyof App, ...args: unknown[]): Promise<unknown> => {
  try {
    // Several calls may wait for the same load; the first that continues creates the app.
    const create = await load(user, method)
    HUB.app ??= create(HUB)
  } catch (cause) {
    // The error is also the event's detail: it has a code and a message, and its `error` is itself.
    const error: Error & { error?: unknown } = Object.assign(
      Error(ASSET_INTEGRITY, { cause }),
      { name: 'WalletError', code: 'asset_integrity' },
      // A load function that knows the reason rejects with the fields of its own error.
      cause,
    )
    error.error = error
    // What could not be fetched ahead is fetched again when it is needed. Only a failure then matters to the visitor.
    if (method !== 'prepare') {
      if (!reported) console.error(error.message, cause)
      if (PARTS in user) {
        show(user, LOAD_FAILED)
        user.dispatchEvent(
          new CustomEvent('wallet_error', { bubbles: reported !== cause, composed: true, detail: error }),
        )
      }
      reported = cause
    }
    throw error
  }
  return (HUB.app[method] as (...args: unknown[]) => unknown)(user, ...args)
}

/** Calls {@link run} when nobody waits for the answer, because an event has reported the failure. */
export const runQuietly = (element: WalletConnectButton, method: keyof App): Promise<unknown> =>
  run(element, method).catch(() => {})
