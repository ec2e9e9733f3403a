import { toWalletError } from '../errors/normalise.js'
import type { WalletError } from '../errors/wallet-error.js'
import { isOnPage } from '../platform/environment.js'
import { hostsOf } from '../platform/shadow-hosts.js'
import type { WalletConnectButton, WalletEventMap } from './button-api.js'
import { HUB, type User } from './hub.js'

export type { WalletEventMap } from './button-api.js'

declare global {
  interface HTMLElementEventMap extends WalletEventMap {}
  interface DocumentEventMap extends WalletEventMap {}
}

/** Compares by the place in the document; buttons in one component keep their order. */
function byPosition(...both: [a: Element, b: Element]): number {
  const [a, b] = both.map((element) => hostsOf(element).at(-1)) as [Element, Element]
  const place = a.compareDocumentPosition(b)
  return (place & Node.DOCUMENT_POSITION_PRECEDING) - (place & Node.DOCUMENT_POSITION_FOLLOWING)
}

/**
 * Dispatches an event once at `document` and once at each button. The event of the button in use bubbles, the others do
 * not. Without a button in the document, and when the one in use was moved into a frame, `document` itself is a target.
 *
 * @param used the button that the visitor used; it counts only while it is in the document
 * @returns false when a listener called `preventDefault` on a cancelable event
 */
export function dispatchAll(
  elements: Iterable<WalletConnectButton>,
  used: User | null,
  name: keyof WalletEventMap,
  detail: unknown,
): boolean {
  const attached = [...elements].filter(isOnPage).sort(byPosition)
  const main = attached.find((element) => element === used) ?? attached[0]
  const targets = new Set<EventTarget>(main ? [main, ...attached] : [])
  if (main?.ownerDocument !== document) targets.add(document)
  let allowed = true
  for (const target of targets) {
    const bubbles = target === main || target === document
    const cancelable = name === 'wallet_connecting'
    if (!target.dispatchEvent(new CustomEvent(name, { detail, bubbles, composed: true, cancelable })))
      allowed = false
  }
  return allowed
}

/**
 * Reports an error that no client can report, at all buttons of the user's store, by dispatching `wallet_error`.
 *
 * @returns the error
 */
export function dispatchError(user: User, caught: unknown): WalletError {
  const error = toWalletError(caught, 'config_invalid')
  const { code, message } = error
  const elements = [...HUB.elements].filter(({ store }) => store === user.store)
  dispatchAll(elements, user, 'wallet_error', { code, message, error })
  return error
}
