import type { WalletState } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { WalletConnectButton } from './button-api.js'
import type { ElementStore } from './store.js'

/** A ready look of button and list; an unknown look counts as none. */
export type Look = string

/** What the button needs from its element's attributes, already checked. */
export interface ButtonProps {
  /** Text of the button. */
  label: string
  /** The page's own label; empty when it has none. */
  ownLabel: string
  /** Height of the button. */
  size: 'small' | 'medium' | 'large'
  /** The button cannot be used. */
  disabled: boolean
  /** The colours; `system` follows the visitor's preference. */
  theme: 'dark' | 'light' | 'system'
  /** The requested language, BCP 47. */
  tag: string
  /** The language of the texts in use, BCP 47. */
  lang: string
  /** The writing direction of that language; `auto` until its texts have loaded. */
  dir: 'ltr' | 'rtl' | 'auto'
  /** Shows the balance in the connected button. */
  showBalance: boolean
  /** The name of the ready look. */
  look: Look
  /** A click is being served: code is loading, or an attempt is under way. */
  busy: boolean
  /** A part that the button needs could not be loaded; its label says so. */
  failed: boolean
}

/** What a view may ask of the sign-in; its progress is in the client's state. */
export interface SignInActions {
  /** Whether there is a server to sign in to. */
  isWanted(): boolean
  /** Begins a sign-in; its result is in the client's state and events. */
  start(): void
  /** Reports the click after which the wallet's window may open. */
  proceed(): void
  /** Cancels a sign-in. */
  cancel(reason?: WalletError): void
  /** Ends the server's session. */
  end(): void
}

/** How the menu opens: by the pointer, or by a key at its first or last row. */
export interface Opening {
  start: 'first' | 'last' | null
}

/** What the view knows of the element. */
export interface ButtonHost {
  readonly element: HTMLElement
  /** The shadow root that contains the button. */
  readonly root: ShadowRoot
  /** The client of the element's store. */
  readonly client: WalletClient
  /** The client's state when the button was about to be drawn: what has changed since is news for the visitor. */
  readonly start: WalletState
  /** Sign-in and sign-out. */
  readonly signIn: SignInActions
  /** The visitor came near the connected button before React drew it. */
  isNear?: boolean
  /** The visitor has opened the menu before React drew the button. */
  opening?: Opening | undefined
  /** Reads the element's current attributes. */
  getProps(): ButtonProps
  /** Calls `listener` when the props change. @returns the way to stop */
  subscribe(listener: () => void): () => void
  /** Call it when the button was activated while no wallet is connected. */
  activate(): void
  /** Call it when the menu was opened or closed. */
  setMenuOpen(open: boolean): void
  /** Call it when a part that the visitor waits for could not be loaded (a WalletError, `asset_integrity`). */
  fail?(error: unknown): void
}

/** What an element says of the list that it opens. */
export interface ListLook {
  /** The colours of the element that opened the modal. */
  theme: ButtonProps['theme']
  /** The requested language, BCP 47. */
  tag: string
  /** A stylesheet of a fonts service, or an empty string. */
  fontHref: string
  /** The ready look of the element that opened the modal. */
  look: Look
  /** Address of the site's terms as the page wrote it, or an empty string. */
  termsUrl: string
  /** Address of the site's privacy policy as the page wrote it, or an empty string. */
  privacyUrl: string
  /** The element whose click opened the modal. The modal copies its `--wcb-*` values and returns the focus to it. */
  opener: HTMLElement | null
}

/** What a list needs. Each list has its own: what it says after its end changes nothing. */
export interface ModalOptions extends ListLook {
  /** The client whose state the modal shows. */
  client: WalletClient
  /** Sign-in and sign-out. */
  signIn: SignInActions
  /** The list is drawn out of sight, for a click that may come. */
  readonly isHidden: boolean
  /** The dialog is open, or the list closes. */
  move(to: 'shown' | 'closed'): void
  /** The list could not be drawn, or failed later: it closes, and whoever waits for it learns why. */
  fail(cause: unknown): void
}

/** A list that a view has made. It has effects on the page; how far it is, its owner knows. */
export interface DrawnList {
  /** Draws it out of sight, for the click that may follow. */
  prepare(): void
  /** Shows it within the same task. May throw when a browser lacks a feature that it needs. */
  show(): void
  /** The client's state has changed, or the element that opened the list. */
  update(look?: ListLook): void
  /** Takes it off the page, and undoes everything that showing it has begun. */
  end(): void
}

/** The code for attributes of forms and of pages without scripts, in one store. */
export interface PagePart {
  /** Call it when the store's state or an attribute of one of its elements has changed. */
  update(): void
  /** Call it when somebody has signed in. */
  signedIn?(detail: SignInDetail): void
}

/** What the view chunk offers the element. */
export interface View {
  /** What has to be loaded before {@link View.mountButton}, in a build that loads it only when it is needed. */
  renderer?: {
    isLoaded(): boolean
    /** After a failure the next call tries again. @throws WalletError `asset_integrity` */
    load(): Promise<unknown>
  }
  /** Gives the idle button the sheets of its theme and its look, and loads its language. */
  dressButton?(element: WalletConnectButton): void
  /** Loads the code for attributes of forms and of pages without scripts. @throws WalletError `asset_integrity` */
  loadPage?(store: ElementStore): Promise<PagePart>
  /**
   * Draws a connected button without React. It calls `callReact`, once or more, when the visitor comes near the button or when
   * only React can show what has happened. @returns the way to stop; with `isOver` it also draws the button as first painted
   */
  paintButton?(host: ButtonHost, callReact: () => void): (isOver?: boolean) => void
  /** Lets React take over the painted button. @returns a function that gives the button back and leaves the nodes */
  mountButton(host: ButtonHost): () => void
  /**
   * Waits for what the modal's first frame needs: its code, and the texts of a tag for a second at most; null when they are
   * there. The promise never rejects.
   */
  untilReady?(tag: string): Promise<unknown> | null
  /** Makes a list of wallets; undefined while its code is not there, which this begins to load. */
  createList(options: ModalOptions): DrawnList | undefined
}
