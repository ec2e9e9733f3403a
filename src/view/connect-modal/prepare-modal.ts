import { startTransition } from 'react'
import type { WalletClient } from '../../client/wallet-client.js'
import type { ModalOptions } from '../../element/view-contract.js'
import { setTimer } from '../../platform/natives.js'
import { adopt } from '../theme/adopt.js'
import { themeSheet } from '../theme/theme.css.js'
import { connectModalSheet } from './connect-modal.css.js'
import { createModalElement, ownClass } from './modal-element.js'
import { type ModalHost, OPTIONS } from './options.js'

/** The modal that is drawn out of sight, until a click shows it. */
let ready: ModalHost | null = null

/**
 * Draws the list of wallets out of sight, so that a click only has to show it. React draws in idle time, and lets the page
 * run in between. The drawn list is dropped when the client's phase changes before the list is shown.
 */
export function prepareModal(options: ModalOptions): void {
  const { client, opener } = options
  if (ready || opener?.ownerDocument !== document) return
  const host = createModalElement()
  if (!ownClass || host.constructor !== ownClass) return
  const { prototype } = ownClass
  const drop = () => {
    stop()
    if (ready !== host) return
    ready = null
    prototype.disconnectedCallback.call(host)
  }
  ready = host
  host[OPTIONS] = { ...options, isHidden: true, onFailed: drop }
  const stop = client.subscribe(() => client.getState().phase === 'ready' || drop())
  const whenIdle = (run: () => void) =>
    (globalThis.requestIdleCallback ?? setTimer)(() => {
      if (ready === host) run()
    }, undefined as never)
  whenIdle(() => {
    adopt(host.shadowRoot as ShadowRoot, themeSheet, connectModalSheet)
    startTransition(() => prototype.connectedCallback.call(host))
    if (!isLaidOut) whenIdle(() => layOutCopy(host, opener))
  })
}

/** Whether a copy has been laid out: the browser keeps the fonts, the shapes of words and the style rules. */
let isLaidOut = false

/**
 * Lays out a copy of the drawn list, unseen, within the button. Then the browser has loaded the list's fonts, shaped its
 * words and read its style rules, which take most of the layout's time when the click shows the list.
 */
function layOutCopy(host: ModalHost, opener: Element): void {
  const dialog = host.shadowRoot?.querySelector('dialog')
  const button = opener.shadowRoot
  if (!dialog || !button) return
  const copy = dialog.cloneNode(true) as HTMLDialogElement
  copy.classList.add('unseen')
  copy.setAttribute('open', '')
  const place = document.createElement('div')
  const root = place.attachShadow({ mode: 'closed' })
  adopt(root, themeSheet, connectModalSheet)
  root.append(copy)
  button.append(place)
  copy.getBoundingClientRect()
  place.remove()
  isLaidOut = true
}

/** Hands over the modal that was drawn for this client, once. */
export function takePrepared(client: WalletClient): ModalHost | null {
  const host = ready
  if (host?.[OPTIONS]?.client !== client) return null
  ready = null
  return host
}
