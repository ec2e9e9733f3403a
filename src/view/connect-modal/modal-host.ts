import r2wc from '@r2wc/react-to-web-component'
import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { MODAL_TAG } from '../../constants.js'
import type { ModalOptions } from '../../element/view-contract.js'
import { setTimer } from '../../platform/natives.js'
import { adopt } from '../theme/adopt.js'
import { dress } from '../theme/look.js'
import { copyTheme } from '../theme/properties.js'
import { themeSheet } from '../theme/theme.css.js'
import { connectModalSheet } from './connect-modal.css.js'
import { findContainer } from './find-container.js'
import { Modal } from './modal.js'
import { type ModalHost, OPTIONS } from './options.js'
import { hasScrollBar } from './scroll-lock.js'

/** The modal on screen. */
let current: ModalHost | null = null

/** The modal that is drawn out of sight, until a click shows it. */
let ready: ModalHost | null = null

/** This copy's class of the modal's host. */
let own: CustomElementConstructor | undefined

/**
 * Draws the list of wallets out of sight, so that {@link showModal} only has to show it. React draws in idle time, and lets the
 * page run in between. The drawn list is dropped when the client's phase changes before the list is shown.
 */
export function prepareModal(options: ModalOptions): void {
  const { client, opener } = options
  if (ready || current?.isConnected || opener?.ownerDocument !== document) return
  const host = createHost()
  if (!own || host.constructor !== own) return
  const drop = () => {
    stop()
    if (ready !== host) return
    ready = null
    own?.prototype.disconnectedCallback.call(host)
  }
  ready = host
  host[OPTIONS] = { ...options, isHidden: true, onFailed: drop }
  const stop = client.subscribe(() => client.getState().phase === 'ready' || drop())
  ;(globalThis.requestIdleCallback ?? setTimer)(() => {
    if (ready !== host) return
    adopt(host.shadowRoot as ShadowRoot, themeSheet, connectModalSheet)
    startTransition(() => own?.prototype.connectedCallback.call(host))
  }, undefined as never)
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

  const isReady = phase === 'choosing' && ready?.[OPTIONS]?.client === client
  const host = isReady ? (ready as ModalHost) : createHost()
  if (host === ready) ready = null
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

/** Another copy of the package may have defined the tag: it reads the same property. A foreign class does not. */
function createHost(): ModalHost {
  let tag = MODAL_TAG
  for (let known = customElements.get(tag); known; known = customElements.get(tag)) {
    if (OPTIONS in known.prototype) break
    tag += '-own'
  }
  if (!customElements.get(tag)) {
    own = r2wc(Modal, { shadow: 'open', props: [] })
    Object.defineProperty(own.prototype, OPTIONS, { value: undefined, writable: true })
    customElements.define(tag, own)
  }
  return document.createElement(tag) as ModalHost
}
