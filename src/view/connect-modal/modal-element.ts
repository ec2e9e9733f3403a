import r2wc from '@r2wc/react-to-web-component'
import { MODAL_TAG } from '../../constants.js'
import { Modal } from './modal.js'
import { type HostOptions, OPTIONS } from './options.js'

/** What r2wc makes. */
declare class Host extends HTMLElement {
  [OPTIONS]?: HostOptions | undefined
  connectedCallback(): void
  disconnectedCallback(): void
}

/** This copy's class of `<wallet-connect-modal>`. A host without options, whose list has ended, stays empty. */
const createClass = () =>
  class extends (r2wc(Modal, { shadow: 'open', props: [] }) as typeof Host) {
    override connectedCallback() {
      if (this[OPTIONS]) super.connectedCallback()
    }
    // Also when the page moves the host: its list is over.
    override disconnectedCallback() {
      this[OPTIONS]?.move('closed')
      super.disconnectedCallback()
    }
  }

/**
 * Creates a `<wallet-connect-modal>`. Another copy of the package may have defined the tag: it reads the same property. A
 * foreign class does not, and gets no modal.
 */
export function createModalElement(): Host {
  let tag = MODAL_TAG
  for (let known = customElements.get(tag); known; known = customElements.get(tag)) {
    if (OPTIONS in known.prototype) break
    tag += '-own'
  }
  if (!customElements.get(tag)) {
    const own = createClass()
    Object.defineProperty(own.prototype, OPTIONS, { value: undefined, writable: true })
    customElements.define(tag, own)
  }
  return document.createElement(tag) as Host
}
