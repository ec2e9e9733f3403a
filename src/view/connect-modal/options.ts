import type { ModalOptions } from '../../element/view-contract.js'

/**
 * Key under which a modal's host carries its options: never an attribute, and registered, so that a host made by one
 * copy of the package can be drawn by another. The number is the protocol's.
 */
export const OPTIONS: unique symbol = Symbol.for('wallet-connect-button.modal.1') as never

/** What a modal's host carries. */
export interface HostOptions extends ModalOptions {
  /** The page's scroll bar took room before the host came; another copy of the package may not say. */
  hasScrollBar?: boolean
  /** It is drawn out of sight, for a click that may come. */
  isHidden?: boolean
  /** A view has thrown: whoever waits is to learn that, not that the visitor has closed the list. */
  isBroken?: boolean
}

/** `<wallet-connect-modal>`. */
export type ModalHost = HTMLElement & { [OPTIONS]?: HostOptions }
