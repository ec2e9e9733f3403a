import type { ModalOptions } from '../../element/view-contract.js'
import type { PageScroll } from './scroll-lock.js'

/**
 * The key under which a modal's host carries its options. It is no attribute, and it is registered, so that one copy of
 * the package can draw a host that another copy made. The number is the protocol's.
 */
export const OPTIONS: unique symbol = Symbol.for('wallet-connect-button.modal.1') as never

/** The options on a modal's host, for the copy of the package that draws it. */
export interface HostOptions extends ModalOptions {
  /** How the page scrolled before the host was added. */
  scroll: PageScroll
  /** Aborted when the list has ended. */
  readonly signal: AbortSignal
  /** The dialog is drawn: it opens, unless it is the same as before. @returns whether it is another */
  open(dialog: HTMLDialogElement): boolean
  /** Draws the modal again, because the options have changed. */
  redraw?(): void
}

/** `<wallet-connect-modal>`. */
export type ModalHost = HTMLElement & { [OPTIONS]?: HostOptions | undefined }
