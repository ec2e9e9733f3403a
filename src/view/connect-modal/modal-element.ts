import r2wc from '@r2wc/react-to-web-component'
import { MODAL_TAG } from '../../constants.js'
import { Modal } from './modal.js'
import { type ModalHost, OPTIONS } from './options.js'

/** This copy's class of `<wallet-connect-modal>`. */
export let ownClass: CustomElementConstructor | undefined

/**
 * Creates a `<wallet-connect-modal>`. Another copy of the package may have defined the tag: it reads the same property. A
 * foreign class does not, and gets no modal.
 */
export function createModalElement(): ModalHost {
  let tag = MODAL_TAG
  for (let known = customElements.get(tag); known; known = customElements.get(tag)) {
    if (OPTIONS in known.prototype) break
    tag += '-own'
  }
  if (!customElements.get(tag)) {
    ownClass = r2wc(Modal, { shadow: 'open', props: [] })
    Object.defineProperty(ownClass.prototype, OPTIONS, { value: undefined, writable: true })
    customElements.define(tag, ownClass)
  }
  return document.createElement(tag) as ModalHost
}
