import type { WalletClient } from '../client/wallet-client.js'
import type { ElementStore } from './store.js'

/** A ready look of button and list; an unknown one counts as none. */
export type Look = string

/** What the button needs to know from its element's attributes, already checked. */
export interface ButtonProps {
  /** Text of the button. */
  label: string
  /** The page's own label; empty where it has none. */
  ownLabel: string
  /** Height of the button. */
  size: 'small' | 'medium' | 'large'
  /** The button cannot be used. */
  disabled: boolean
  /** Colours; `system` follows the visitor's preference. */
  theme: 'dark' | 'light' | 'system'
  /** The language asked for, BCP 47. */
  tag: string
  /** The language that the texts in use are in, BCP 47. */
  lang: string
  /** The direction of that language. */
  dir: 'ltr' | 'rtl'
  /** Shows the balance in the connected button. */
  showBalance: boolean
  /** The ready look. */
  look: Look
  /** A click is being served: code is loading, or an attempt is under way. */
  busy: boolean
  /** What the button needed could not be loaded; its label says so. */
  failed?: true | undefined
}

/** What a view may ask for about sign-in; its progress is in the client's state. */
export interface SignInActions {
  /** There is a server to sign in to. */
  isWanted(): boolean
  /** Begins a sign-in; what it leads to is in the client's state and events. */
  start(): void
  /** The click after which the wallet's window may open. */
  proceed(): void
  /** Calls a sign-in off. */
  cancel(): void
  /** Ends the server's session. */
  end(): void
}

/** The element, as the view sees it. */
export interface ButtonHost {
  readonly element: HTMLElement
  /** The shadow root that the button is drawn in. */
  readonly root: ShadowRoot
  /** The client of the element's store. */
  readonly client: WalletClient
  /** Sign-in and its end. */
  readonly signIn: SignInActions
  /** The element's attributes as they are now. */
  getProps(): ButtonProps
  /** Calls `listener` when the props change. @returns the way to stop */
  subscribe(listener: () => void): () => void
  /** The button was activated while no wallet is connected. */
  activate(): void
  /** The menu was opened or closed. */
  setMenuOpen(open: boolean): void
  /** A part that the visitor waits for could not be loaded (a WalletError, `asset_integrity`). */
  fail?(error: unknown): void
}

/** What the modal needs besides the client. */
export interface ModalOptions {
  /** The client whose state the modal shows. */
  client: WalletClient
  /** Sign-in and its end. */
  signIn: SignInActions
  /** Colours of the element that opened it. */
  theme: ButtonProps['theme']
  /** The language asked for, BCP 47. */
  tag: string
  /** A stylesheet of a fonts service, or an empty string. */
  fontHref: string
  /** The ready look of the element that opened it. */
  look: Look
  /** Address of the site's terms as the page wrote it, or an empty string. */
  termsUrl: string
  /** Address of the site's privacy policy as the page wrote it, or an empty string. */
  privacyUrl: string
  /** The element whose click opened it: its `--wcb-*` values are taken over, and focus returns to it. */
  opener: HTMLElement | null
  /** The modal is on screen. */
  onOpened(): void
  /** The modal has left the screen. */
  onClosed(): void
  /** The modal could not be drawn, or failed later; it is off screen. {@link ModalOptions.onClosed} may have been called before. */
  onFailed(error: unknown): void
}

/** What acts on the attributes of forms and of pages without scripts, in one store. */
export interface PagePart {
  /** The store's state or an attribute of one of its elements has changed. */
  update(): void
}

/** What the view chunk offers the element. */
export interface View {
  /** Loads what acts on the attributes of forms and of pages without scripts. @throws WalletError `asset_integrity` */
  loadPage?(store: ElementStore): Promise<PagePart>
  /** React takes over the painted button. @returns a function by which it gives the button back, leaving the nodes */
  mountButton(host: ButtonHost): () => void
  /** Draws the list of wallets out of sight, for the click that may follow. */
  prepareModal?(options: ModalOptions): void
  /**
   * Puts the modal on screen; it goes by itself when the client's `open` turns false. Idempotent while open. May throw where a
   * browser lacks what it needs.
   */
  showModal(options: ModalOptions): void
}
