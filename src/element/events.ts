import { toWalletError } from '../errors/normalise.js'
import type { WalletError } from '../errors/wallet-error.js'
import { isOnPage } from '../platform/environment.js'
import type { WalletConnectButton, WalletEventMap } from './button-api.js'

export type { WalletEventMap } from './button-api.js'

declare global {
  interface HTMLElementEventMap extends WalletEventMap {}
  interface DocumentEventMap extends WalletEventMap {}
}

/**
 * Dispatches an event once at `document` and once at each button. The event of the button in use bubbles, the others do
 * not. Without a button in the document, the target is `document` itself.
 *
 * @param used the button that the visitor used; it counts only while it is in the document
 * @returns false when a listener called `preventDefault` on a cancelable event
 */
export function dispatchAll(
  elements: Iterable<WalletConnectButton>,
  used: WalletConnectButton | null,
  name: keyof WalletEventMap,
  detail: unknown,
): boolean {
  const attached = [...elements].filter(isOnPage).sort(byPosition)
  const main = used && attached.includes(used) ? used : attached[0]
  const send = (target: EventTarget, bubbles: boolean) =>
    target.dispatchEvent(
      new CustomEvent(name, { detail, bubbles, composed: true, cancelable: name === 'wallet_connecting' }),
    )
  let allowed = send(main ?? document, true)
  for (const element of attached) if (element !== main && !send(element, false)) allowed = false
  return allowed
}

const byPosition = (a: Node, b: Node): number =>
  a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

/** Reports an error of an element that has no client yet, by dispatching `wallet_error`. @returns the error */
export function dispatchError(element: WalletConnectButton, caught: unknown): WalletError {
  const error = toWalletError(caught, 'config_invalid')
  dispatchAll([element], element, 'wallet_error', { code: error.code, message: error.message, error })
  return error
}
