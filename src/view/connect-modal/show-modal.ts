import { flushSync } from 'react-dom'
import type { ModalOptions } from '../../element/view-contract.js'
import { dress } from '../theme/look.js'
import { copyTheme } from '../theme/properties.js'
import { findContainer } from './find-container.js'
import { createModalElement } from './modal-element.js'
import { type ModalHost, OPTIONS } from './options.js'
import { takePrepared } from './prepare-modal.js'
import { hasScrollBar } from './scroll-lock.js'

/** The modal on screen. */
let current: ModalHost | null = null

/**
 * Shows the modal within the same task. It does nothing when this client's modal is already open, or when the client no
 * longer wants it. Another client's modal closes with the null choice.
 */
export function showModal(options: ModalOptions): void {
  const { client, opener } = options
  const { open, phase } = client.getState()
  if (!open) return
  const shown = current?.isConnected ? current[OPTIONS]?.client : null
  if (shown === client) return
  shown?.dismiss()

  const host = (phase === 'choosing' && takePrepared(client)) || createModalElement()
  // Read the page before it is changed, because it would have to be laid out again.
  const page = { hasScrollBar: hasScrollBar(host.ownerDocument), isHidden: false }
  host[OPTIONS] = Object.assign(host[OPTIONS] ?? {}, options, page)
  if (opener) {
    copyTheme(opener, host)
    host.setAttribute('look', opener.getAttribute('look') ?? '')
  }
  current = host
  try {
    flushSync(() => findContainer(opener).append(host))
    if (host.shadowRoot) dress(host, host.shadowRoot)
  } catch (error) {
    host.remove()
    throw error
  }
}
