import type { WalletClient } from '../client/wallet-client.js'

/** What the button needs to know from its element's attributes, already checked. */
export interface ButtonProps {
  label: string
  /** The page's own label; empty where it has none. */
  ownLabel: string
  size: 'small' | 'medium' | 'large'
  disabled: boolean
  theme: 'dark' | 'light' | 'system'
  /** The language asked for, BCP 47. */
  tag: string
  /** The language that the texts in use are in, BCP 47, and its direction. */
  lang: string
  dir: 'ltr' | 'rtl'
  showBalance: boolean
  /** A click was seen and is being served (chunks on their way, attempt under way). */
  busy: boolean
  /** What the button needed could not be had; its label says so. */
  failed?: true | undefined
}

/** What a view may have done about sign-in; how far that is stands in the client's state. */
export interface SignInActions {
  /** There is a server to sign in to. */
  isWanted(): boolean
  start(): void
  /** The click after which the wallet's window may open. */
  proceed(): void
  cancel(): void
  end(): void
}

/** The element, as the view sees it. */
export interface ButtonHost {
  readonly element: HTMLElement
  readonly root: ShadowRoot
  readonly client: WalletClient
  readonly signIn: SignInActions
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
  client: WalletClient
  signIn: SignInActions
  theme: ButtonProps['theme']
  /** The language asked for, BCP 47. */
  tag: string
  /** A stylesheet of a fonts service, or an empty string. */
  fontHref: string
  /** The element whose click opened it: its `--wcb-*` values are taken over, and focus returns to it. */
  opener: HTMLElement | null
  onOpened(): void
  onClosed(): void
  /** The modal could not be drawn, or no longer; it is away. {@link ModalOptions.onClosed} may have been called before. */
  onFailed(error: unknown): void
}

/** What the view chunk offers the element. */
export interface View {
  /** React takes over the painted button. @returns the way to let it go, leaving the nodes as they are */
  mountButton(host: ButtonHost): () => void
  /**
   * Puts the modal on screen; it goes by itself when the client's `open` turns false. Idempotent while open. May throw where a
   * browser lacks what it needs.
   */
  showModal(options: ModalOptions): void
}
