import type { WalletConnectButton } from './button-api.js'
import { HAS_DOM, PARTS } from './parts.js'

/** Code of the page that follows a store without an element, as React's hook does: one for each store. */
export interface Follower {
  readonly store: string
  /** Called when a store has got its client, perhaps this one. */
  follow(): void
}

/** Who uses a store. */
export type User = WalletConnectButton | Follower

/** The app, which serves the elements once it is loaded: client, events, view. */
export interface App {
  /** The element was added to the document, or the follower has found its store. */
  attach(user: User): void
  /** The user has left the page, perhaps for a moment. */
  detach(user: User): void
  /** The element was moved to another document. */
  adopt(element: WalletConnectButton): void
  /** An attribute or property has changed. */
  update(element: WalletConnectButton): void
  /** The visitor is about to use the element: prepare everything. */
  prepare(element: WalletConnectButton): void
  /** The visitor has clicked the button. Resolves when there is something to see. @throws WalletError `config_invalid` */
  activate(element: WalletConnectButton): Promise<void>
  /** Restores earlier sessions without a prompt. @throws WalletError `config_invalid` */
  restore(user: User): Promise<void>
  /** Calls one of the element's methods. @throws WalletError */
  call(user: User, method: string, args: unknown[]): Promise<unknown>
  /** Reads one of the element's read-only properties. */
  read(user: User, property: string): unknown
}

/**
 * Fetches the code that creates the app, for a user who needs it and what it is needed for: once, and again after a
 * failure.
 */
export type Load = (user: User, method: keyof App) => Promise<(hub: Hub) => App>

/**
 * What all copies of this package on a page share: the elements, and the app. It is stored under a registered symbol
 * with a protocol number, so that a script tag and an npm copy share one session.
 */
export interface Hub {
  /** The elements in the document. */
  readonly elements: Set<WalletConnectButton>
  /** The app, once it is loaded. */
  app?: App
  /** The requested language of an element, also out of the shadow roots that it is in. Set by the app. */
  tagOf?(element: Element): string
  /** The label of a button that has failed, in the language of a tag, if the texts of that language have loaded. */
  failedLabelOf?(tag: string): string | undefined
  /** Calls the app for a user, and loads it first if necessary. Rejects when the app cannot be loaded. */
  run?(user: User, method: keyof App, ...args: unknown[]): Promise<unknown>
  /** Who follows a store without an element. */
  followers?: Set<Follower>
}

const page = globalThis as { [PARTS]?: Hub }

/** The page's hub. Without a DOM the global object is not changed. */
export const HUB: Hub = page[PARTS] ?? { elements: new Set() }
if (HAS_DOM) page[PARTS] = HUB
