import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'

/** What answers for the elements once it is loaded: client, events, view. */
export interface App {
  /** The element has come into the document. */
  attach(element: WalletConnectButton): void
  /** The element has left the document, perhaps for a moment. */
  detach(element: WalletConnectButton): void
  /** The element has come into another document. */
  adopt(element: WalletConnectButton): void
  /** An attribute or property has changed. */
  update(element: WalletConnectButton): void
  /** The visitor is about to use the element: get everything ready. */
  prepare(element: WalletConnectButton): void
  /** The visitor has clicked the button. Resolves when there is something to see. @throws WalletError `config_invalid` */
  activate(element: WalletConnectButton): Promise<void>
  /** Restores earlier sessions without any prompt. @throws WalletError `config_invalid` */
  restore(element: WalletConnectButton): Promise<void>
  /** Calls one of the element's methods. @throws WalletError */
  call(element: WalletConnectButton, method: string, args: unknown[]): Promise<unknown>
  /** Reads one of the element's read-only properties. */
  read(element: WalletConnectButton, property: string): unknown
}

/** Fetches what makes the app, for the element that needs it: once, and again after a failure. */
export type Load = (element: WalletConnectButton) => Promise<(hub: Hub) => App>

/**
 * What all copies of this package on a page share: the elements, and what answers for them. It lives under a
 * registered symbol with a protocol number, so that a script tag and an npm copy share one session.
 */
export interface Hub {
  /** The elements in the document. */
  readonly elements: Set<WalletConnectButton>
  /** Set once it is loaded. */
  app?: App
  /** Has the app do something for an element, loading it first. Rejects where the app cannot be loaded. */
  run?(element: WalletConnectButton, method: keyof App): Promise<unknown>
  /** Called when a store has got its client, for those who follow a store and not an element. */
  watchers?: Set<() => void>
}

/** Defined in the script tag, which is built for browsers alone. */
declare const __WCB_DOM__: true

/** Whether there is a page to define an element for. */
export const HAS_DOM = typeof __WCB_DOM__ !== 'undefined' || !!globalThis.customElements

/** The page's hub. Without a DOM nothing is left behind. */
export const HUB: Hub = HAS_DOM
  ? // biome-ignore lint/suspicious/noAssignInExpressions: a statement of its own costs bytes of the script tag
    ((globalThis as never as Record<symbol, Hub>)[PARTS] ??= { elements: new Set() })
  : { elements: new Set() }

declare const __WCB_VERSION__: string

/** This copy's version. */
export const VERSION = __WCB_VERSION__
