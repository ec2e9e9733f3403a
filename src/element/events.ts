import { toWalletError } from '../errors/normalise.js'
import type { WalletError } from '../errors/wallet-error.js'
import { isOnPage } from '../platform/environment.js'
import type { WalletConnectButton, WalletEventMap } from './button-api.js'
import { HUB } from './hub.js'

export type { WalletEventMap } from './button-api.js'

declare global {
  interface HTMLElementEventMap extends WalletEventMap {}
  interface DocumentEventMap extends WalletEventMap {}
}

/** The hosts of the shadow roots around a node, from the outermost on, and the node itself. */
function toPath(node: Node): Node[] {
  const { host } = node.getRootNode() as ShadowRoot
  return host ? [...toPath(host), node] : [node]
}

/** Compares by the place in the document, also inside of shadow roots. */
function byPosition(a: Node, b: Node): number {
  const others = toPath(b)
  const pairs = toPath(a).map((node, level) => [node, others[level] ?? b] as const)
  const [own, other] = pairs.find(([one, two]) => one !== two) ?? [a, b]
  return own.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

/**
 * Dispatches an event once at `document` and once at each button. The event of the button in use bubbles, the others do
 * not. Without a button in the document, the target is `document` itself. The document of a frame into which a button was moved
 * hears the event in the same way.
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
  const mains = new Map<Document, EventTarget>([[document, document]])
  for (const element of attached) {
    const { ownerDocument } = element
    const isFirst = (mains.get(ownerDocument) ?? document) === document
    if (isFirst || element === used) mains.set(ownerDocument, element)
  }
  const bubbling = new Set(mains.values())
  let allowed = true
  for (const target of new Set<EventTarget>([...bubbling, ...attached])) {
    const event = new CustomEvent(name, {
      detail,
      bubbles: bubbling.has(target),
      composed: true,
      cancelable: name === 'wallet_connecting',
    })
    if (!target.dispatchEvent(event)) allowed = false
  }
  return allowed
}

/**
 * Reports an error that no client can report, at all buttons of the element's store, by dispatching `wallet_error`.
 *
 * @returns the error
 */
export function dispatchError(element: WalletConnectButton, caught: unknown): WalletError {
  const error = toWalletError(caught, 'config_invalid')
  const { code, message } = error
  const elements = [...HUB.elements].filter(({ store }) => store === element.store)
  dispatchAll(elements, element, 'wallet_error', { code, message, error })
  return error
}
