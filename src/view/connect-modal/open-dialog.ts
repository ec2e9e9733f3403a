import { shieldKeys } from '../shield.js'
import { adopt } from '../theme/adopt.js'
import { themeSheet } from '../theme/theme.css.js'
import { connectModalSheet } from './connect-modal.css.js'
import type { HostOptions, ModalHost } from './options.js'
import { hasScrollBar, lockScroll } from './scroll-lock.js'
import { VIEWS } from './views-part.js'

/**
 * Shows the dialog and holds everything that belongs to its being there. Whatever ends it (a key, a button, the client,
 * the page removing or hiding the host or what it is in), the choice is settled, and all of it is undone, once.
 *
 * @returns what the host's removal calls
 */
export function openDialog(dialog: HTMLDialogElement, host: ModalHost, options: HostOptions): () => void {
  const { client, opener } = options
  const page = host.ownerDocument
  const stop = new AbortController()
  const { signal } = stop
  // Native closing gives the focus back, removal alone does not.
  const leave = () => {
    dialog.close()
    host.remove()
  }
  /** Goes before {@link leave} where the visitor ends it or the wallet has answered, and not where the page does. */
  const fadeOut = () => VIEWS.value?.playExit(host)

  adopt(host.shadowRoot as ShadowRoot, themeSheet, connectModalSheet)
  // Before the dialog is shown: that lays the page out, which the lock would have it do again.
  const unlock = lockScroll(page, options.hasScrollBar ?? hasScrollBar(page))
  try {
    dialog.showModal()
  } catch (error) {
    unlock()
    throw error
  }
  const unshield = shieldKeys(dialog, true, (event) => VIEWS.value?.moveInList(event, dialog))

  // A drag out of the card, or into it, is a click on what holds both ends: the backdrop.
  let isOutside = false
  const onPress = ({ type, target }: Event) => {
    isOutside = target === dialog && (type === 'pointerdown' || isOutside)
  }
  dialog.addEventListener('pointerdown', onPress, { signal })
  dialog.addEventListener('pointerup', onPress, { signal })
  const onClick = ({ target }: Event) => {
    if (!isOutside || target !== dialog) return
    fadeOut()
    leave()
  }
  dialog.addEventListener('click', onClick, { signal })
  dialog.addEventListener('cancel', fadeOut, { signal })
  dialog.addEventListener('close', leave, { signal })
  let { phase } = client.getState()
  const unsubscribe = client.subscribe(() => {
    const state = client.getState()
    if (!state.open) {
      if (phase === 'verifying' && state.phase === 'ready') fadeOut()
      leave()
    }
    phase = state.phase
  })
  // An ancestor that is no longer drawn would leave a modal that nobody sees, and a page that nobody can use.
  // On paper it is not meant to be seen.
  const sight = new ResizeObserver(
    () => dialog.getClientRects().length || matchMedia('print').matches || leave(),
  )
  sight.observe(dialog)

  // A page that answers by closing must not find React in the middle of its work.
  let isTold = false
  const tell = () => {
    if (!isTold) options.onOpened()
    isTold = true
  }
  queueMicrotask(tell)
  return () => {
    tell()
    stop.abort()
    unsubscribe()
    sight.disconnect()
    unshield()
    unlock()
    dialog.close()
    host.remove()
    // Safari gives a clicked button no focus to return to.
    if (page.activeElement === page.body) opener?.focus({ preventScroll: true })
    if (client.getState().open && !options.isBroken) client.dismiss()
    options.onClosed()
  }
}
