import r2wc from '@r2wc/react-to-web-component'
import { flushSync } from 'react-dom'
import { MODAL_TAG } from '../../constants.js'
import type { ModalOptions } from '../../element/view-contract.js'
import { warmParts } from '../../platform/chunks.js'
import { dress } from '../theme/look.js'
import { copyTheme } from '../theme/properties.js'
import { findContainer } from './find-container.js'
import { Modal } from './modal.js'
import { type ModalHost, OPTIONS } from './options.js'
import { hasScrollBar } from './scroll-lock.js'

/** The modal on screen. */
let current: ModalHost | null = null

/**
 * Shows the modal within the same task. It does nothing when this client's modal is already open, or when the client no
 * longer wants it. Another client's modal closes with the null choice.
 */
export function showModal(options: ModalOptions): void {
  const { client, opener } = options
  if (!client.getState().open) return
  const shown = current?.isConnected ? current[OPTIONS]?.client : null
  if (shown === client) return
  shown?.dismiss()

  const host = createHost()
  // Read the page before it is changed, because it would have to be laid out again.
  host[OPTIONS] = { ...options, hasScrollBar: hasScrollBar(host.ownerDocument) }
  if (opener) {
    copyTheme(opener, host)
    host.setAttribute('look', opener.getAttribute('look') ?? '')
  }
  current = host
  try {
    flushSync(() => findContainer(opener).append(host))
    if (host.shadowRoot) dress(host, host.shadowRoot)
    warmParts()
  } catch (error) {
    host.remove()
    throw error
  }
}

/** Another copy of the package may have defined the tag: it reads the same property. A foreign class does not. */
function createHost(): ModalHost {
  let tag = MODAL_TAG
  for (let known = customElements.get(tag); known; known = customElements.get(tag)) {
    if (OPTIONS in known.prototype) break
    tag += '-own'
  }
  if (!customElements.get(tag)) {
    const own = r2wc(Modal, { shadow: 'open', props: [] })
    Object.defineProperty(own.prototype, OPTIONS, { value: undefined, writable: true })
    customElements.define(tag, own)
  }
  return document.createElement(tag) as ModalHost
}
