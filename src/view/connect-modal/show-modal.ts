import { flushSync } from 'react-dom'
import type { ModalOptions } from '../../element/view-contract.js'
import { dress } from '../theme/look.js'
import { copyTheme } from '../theme/properties.js'
import { findContainer } from './find-container.js'
import { createModalElement } from './modal-element.js'
import { type ModalHost, OPTIONS } from './options.js'
import { takePrepared } from './prepare-modal.js'
import { readScroll } from './scroll-lock.js'

/** The modal on screen. */
let current: ModalHost | null = null

/** Copies the looks of the element that opened the modal. */
function copyLook(host: ModalHost): void {
  const opener = host[OPTIONS]?.opener
  if (!opener) return
  copyTheme(opener, host)
  host.setAttribute('look', opener.getAttribute('look') ?? '')
}

/** Draws this client's modal with what the page has changed while it is open. Without one it does nothing. */
export function updateModal({ client, ...changed }: ModalOptions): void {
  const options = current?.isConnected ? current[OPTIONS] : undefined
  if (!current || options?.client !== client) return
  const { theme, tag, fontHref, look, termsUrl, privacyUrl, opener } = changed
  const wanted = { theme, tag, fontHref, look, termsUrl, privacyUrl, opener }
  if (Object.entries(wanted).every(([name, value]) => options[name as keyof typeof wanted] === value)) return
  Object.assign(options, wanted)
  copyLook(current)
  if (current.shadowRoot) dress(current, current.shadowRoot)
  options.redraw?.()
}

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

  const prepared = phase === 'choosing' && takePrepared(client)
  const host = prepared || createModalElement()
  // Read the page before it is changed, because it would have to be laid out again.
  const page = { scroll: readScroll(host.ownerDocument), isHidden: false }
  host[OPTIONS] = Object.assign(host[OPTIONS] ?? {}, options, page)
  copyLook(host)
  current = host
  try {
    flushSync(() => {
      findContainer(opener).append(host)
      // It was drawn out of sight.
      if (prepared) host[OPTIONS]?.redraw?.()
    })
    if (host.shadowRoot) dress(host, host.shadowRoot)
  } catch (error) {
    host.remove()
    throw error
  }
}
