import type { ModalOptions } from '../../element/view-contract.js'
import type { PageScroll } from './scroll-lock.js'

/**
 * The key under which a modal's host carries its options. It is no attribute, and it is registered, so that one copy of
 * the package can draw a host that another copy made. The number is the protocol's.
 */
export const OPTIONS: unique symbol = Symbol.for('wallet-connect-button.modal.1') as never

/** The options on a modal's host. */
export interface HostOptions extends ModalOptions {
  /** How the page scrolled before the host was added; another copy of the package may not say so. */
  scroll?: PageScroll
  /** It is drawn out of sight, for a click that may come. */
  isHidden?: boolean
  /** A view has thrown. Waiting callers must learn that, and not that the visitor has closed the list. */
  isBroken?: boolean
  /** Draws the modal again, because the options have changed while it is open. */
  redraw?: (() => void) | undefined
  /** What had the focus before: the browser gives it back only where the dialog was modal. */
  before?: HTMLElement | null
  /** The dialog that was shown, and may be out of sight for a moment. */
  dialog?: HTMLDialogElement | undefined
  /** Ends what showing the dialog has begun, and closes the dialog unless another one has replaced it. */
  end?: ((isReplaced?: boolean) => void) | undefined
}

/** `<wallet-connect-modal>`. */
export type ModalHost = HTMLElement & { [OPTIONS]?: HostOptions }
