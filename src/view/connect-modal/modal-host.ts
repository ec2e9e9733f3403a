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

/** The modal that is on screen. */
let current: ModalHost | null = null

/**
 * Puts the modal on screen, within the same task. Idempotent for the client whose modal is there; another client's gives
 * way with the null choice. Does nothing when the client no longer wants it.
 */
export function showModal(options: ModalOptions): void {
  const { client, opener } = options
  if (!client.getState().open) return
  const shown = current?.isConnected ? current[OPTIONS]?.client : null
  if (shown === client) return
  shown?.dismiss()

  const host = createHost()
  // What is read of the page is read before it is changed: it would be laid out once more.
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

/** Another copy of the package may have defined the tag: it reads the same property. A stranger's class does not. */
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
