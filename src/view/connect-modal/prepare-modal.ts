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
  ;(globalThis.requestIdleCallback ?? setTimer)(() => {
    if (ready !== host) return
    adopt(host.shadowRoot as ShadowRoot, themeSheet, connectModalSheet)
    startTransition(() => prototype.connectedCallback.call(host))
  }, undefined as never)
}

/** Hands over the modal that was drawn for this client, once. */
export function takePrepared(client: WalletClient): ModalHost | null {
  const host = ready
  if (host?.[OPTIONS]?.client !== client) return null
  ready = null
  return host
}
