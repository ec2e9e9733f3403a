import type { ModalOptions } from '../contract.js'

/**
 * Key under which a modal's host carries its options: never an attribute, and registered, so that a host made by one
 * copy of the package can be drawn by another. The number is the protocol's.
 */
export const OPTIONS: unique symbol = Symbol.for('wallet-connect-button.modal.1') as never

/** `<wallet-connect-modal>`. */
export type ModalHost = HTMLElement & { [OPTIONS]?: ModalOptions }
