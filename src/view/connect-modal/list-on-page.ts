import { startTransition } from 'react'
import { flushSync } from 'react-dom'
import { isConnecting } from '../../client/machine.js'
import type { WalletState } from '../../client/state.js'
import type { DrawnList, ModalOptions } from '../../element/view-contract.js'
import { setTimer } from '../../platform/natives.js'
import { adopt } from '../theme/adopt.js'
import { dress } from '../theme/look.js'
import { copyTheme } from '../theme/properties.js'
import { themeSheet } from '../theme/theme.css.js'
import { connectModalSheet } from './connect-modal.css.js'
import { type OpenDialog, openDialog } from './dialog-lifetime.js'
import { findContainer } from './find-container.js'
import { createModalElement } from './modal-element.js'
import { type HostOptions, OPTIONS } from './options.js'
import { readScroll } from './scroll-lock.js'
import { VIEWS } from './views-part.js'

/** Whether a copy has been laid out: the browser keeps the fonts, the shapes of words and the style rules. */
let isLaidOut = false

/**
 * Lays out a copy of the drawn list, unseen, within the button. Then the browser has loaded the list's fonts, shaped its
 * words and read its style rules, which take most of the layout's time when the click shows the list.
 */
function layOutCopy(drawn: ShadowRoot, opener: Element): void {
  const dialog = drawn.querySelector('dialog')
  const button = opener.shadowRoot
  if (isLaidOut || !dialog || !button) return
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

/** Gives the focus back: the browser does it only while a dialog is modal, and Safari does not focus a clicked button. */
function returnFocus(page: Document, places: (HTMLElement | null)[]): void {
  // Of a closed shadow root only the host is known, which may take no focus.
  for (const element of places) if (page.activeElement === page.body) element?.focus({ preventScroll: true })
}

/** Copies the looks of the element that opened the modal. */
function copyLook(host: HTMLElement, opener: Element | null): void {
  if (!opener) return
  copyTheme(opener, host)
  host.setAttribute('look', opener.getAttribute('look') ?? '')
}

/** Whether the list closes because a wallet has connected or signed. Several phases may have passed since the last update. */
function isDone(last: WalletState, { phase, open, auth, connections }: WalletState): boolean {
  if (open || phase !== 'ready') return false
  if (last.phase === 'ready') return auth.status === 'signed-in'
  return isConnecting(last.phase) && connections !== last.connections
}

/** Draws a list out of sight. React draws in idle time, and lets the page run in between. */
function drawAhead(
  host: ReturnType<typeof createModalElement>,
  root: ShadowRoot,
  options: ModalOptions,
): void {
  const { opener } = options
  if (opener?.ownerDocument !== document) return
  const whenIdle = (run: () => void) =>
    (globalThis.requestIdleCallback ?? setTimer)(() => {
      if (options.isHidden) run()
    }, undefined as never)
  whenIdle(() => {
    adopt(root, themeSheet, connectModalSheet)
    startTransition(() => host.connectedCallback())
    whenIdle(() => layOutCopy(root, opener))
  })
}

/** Makes a list: its host, and what the host's dialog does to the page. What becomes of the list, its owner knows. */
export function createList(options: ModalOptions): DrawnList {
  const { client } = options
  const host = createModalElement()
  const root = host.shadowRoot as ShadowRoot
  const life = new AbortController()
  let opened: OpenDialog | undefined
  /** The client's state while the list was last wanted. */
  let last = client.getState()
  const carried: HostOptions = Object.assign(Object.create(options) as ModalOptions, {
    signal: life.signal,
    scroll: readScroll(host.ownerDocument),
    open(dialog: HTMLDialogElement) {
      if (opened?.dialog === dialog) return false
      opened = openDialog(dialog, host, carried, opened)
      if (life.signal.aborted) {
        // A listener of the page has ended the list when the dialog took the focus.
        opened.stop()
        dialog.close()
      } else {
        // After the client's other listeners.
        queueMicrotask(() => options.move('shown'))
      }
      return true
    },
  })
  host[OPTIONS] = carried

  return {
    prepare: () => drawAhead(host, root, options),
    show() {
      // Read the page before it is changed, because it would have to be laid out again.
      carried.scroll = readScroll(host.ownerDocument)
      copyLook(host, options.opener)
      const { redraw } = carried
      flushSync(() => {
        findContainer(options.opener).append(host)
        // It was drawn out of sight.
        redraw?.()
      })
      dress(host, root)
    },
    update(look) {
      if (
        look &&
        Object.entries(look).some(([name, value]) => options[name as keyof typeof look] !== value)
      ) {
        Object.assign(options, look)
        copyLook(host, options.opener)
        dress(host, root)
        carried.redraw?.()
      }
      opened?.standing.update()
      last = client.getState()
    },
    end() {
      host[OPTIONS] = undefined
      life.abort()
      if (opened && isDone(last, client.getState())) VIEWS.value?.playExit(host, options.opener)
      opened?.stop()
      // Closing returns the focus; removing the dialog does not.
      opened?.dialog.close()
      // A library of the page may have a `remove` that needs a parent.
      if (host.isConnected) host.remove()
      if (opened) returnFocus(host.ownerDocument, [opened.before, options.opener])
    },
  }
}
