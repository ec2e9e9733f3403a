import { isConnecting } from '../../client/machine.js'
import { matchesMedia } from '../../platform/environment.js'
import { afterPaint } from '../../platform/time.js'
import { adopt } from '../theme/adopt.js'
import { themeSheet } from '../theme/theme.css.js'
import { connectModalSheet } from './connect-modal.css.js'
import type { HostOptions, ModalHost } from './options.js'
import { stand } from './stance.js'
import { VIEWS } from './views-part.js'

/** Calls back when the visitor clicks beside the card. */
function onBackdropClick(dialog: HTMLDialogElement, signal: AbortSignal, run: () => void): void {
  // A drag out of the card, or into it, counts as a click on the backdrop, which contains both ends.
  let isOutside = false
  const onPress = ({ type, target }: Event) => {
    isOutside = target === dialog && (type === 'pointerdown' || isOutside)
  }
  dialog.addEventListener('pointerdown', onPress, { signal })
  dialog.addEventListener('pointerup', onPress, { signal })
  dialog.addEventListener('click', ({ target }) => isOutside && target === dialog && run(), { signal })
}

/** If an ancestor is no longer drawn, the modal would be invisible and the page unusable. In print it is hidden on purpose. */
function watchSight(dialog: HTMLDialogElement, signal: AbortSignal, leave: () => void): void {
  const sight = new ResizeObserver(() => dialog.getClientRects().length || matchesMedia('print') || leave())
  // The first report only says that the dialog is there, and would come before the paint.
  afterPaint(() => signal.aborted || sight.observe(dialog))
  signal.addEventListener('abort', () => sight.disconnect())
}

/** The focused element of a page, in its shadow roots too; null when nothing has the focus. */
function findFocus(page: Document): HTMLElement | null {
  let at = page.activeElement
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
  return at === page.body ? null : (at as HTMLElement | null)
}

/**
 * Shows the dialog and sets up what it needs. Whatever closes it (a key, a button, the client, or the page removing or
 * hiding the host), the choice is settled and everything is undone, once.
 *
 * @param isReplacement the dialog replaces one that was on screen, so the page does not learn about it
 * @returns the function to call when the host is removed; it leaves the host when another dialog has replaced this one
 */
export function openDialog(
  dialog: HTMLDialogElement,
  host: ModalHost,
  options: HostOptions,
  isReplacement: boolean,
): (isReplaced?: boolean) => void {
  const { client, opener } = options
  const page = host.ownerDocument
  const stop = new AbortController()
  const { signal } = stop
  // Closing returns the focus; removing the dialog does not.
  const leave = () => {
    dialog.close()
    host.remove()
  }
  options.before ??= findFocus(page)
  /**
   * Runs before {@link leave} when the visitor closes the modal or the wallet has answered, not when the page closes
   * it.
   */
  const fadeOut = (to?: Element | null) => VIEWS.value?.playExit(host, to)

  adopt(host.shadowRoot as ShadowRoot, themeSheet, connectModalSheet)
  const close = () => {
    fadeOut()
    leave()
  }
  const standing = stand(dialog, host, options, isReplacement, close)
  onBackdropClick(dialog, signal, close)
  // Leave at once: the browser reports the close in a later task, and the page may have opened the list again by then.
  dialog.addEventListener('cancel', close, { signal })
  dialog.addEventListener('close', () => dialog.open || standing.isAway() || leave(), { signal })
  let { phase, connections } = client.getState()
  const unsubscribe = client.subscribe(() => {
    const state = client.getState()
    if (!state.open) {
      // Several phases may have passed since the last call.
      const isDone =
        phase === 'ready'
          ? state.auth.status === 'signed-in'
          : isConnecting(phase) && state.connections !== connections
      if (state.phase === 'ready' && isDone) fadeOut(opener)
      leave()
    } else standing.update()
    ;({ phase, connections } = state)
  })
  watchSight(dialog, signal, () => standing.isAway() || leave())

  // A page's listener may close the modal, which must not happen while React renders.
  let isTold = isReplacement
  const tell = () => {
    if (!isTold) options.onOpened()
    isTold = true
  }
  queueMicrotask(tell)
  return (isReplaced) => {
    tell()
    stop.abort()
    unsubscribe()
    standing.stop()
    if (isReplaced) return
    dialog.close()
    // A library of the page may have a `remove` that needs a parent.
    if (host.isConnected) host.remove()
    // The browser gives the focus back only while the dialog is modal. Safari does not focus a clicked button.
    // Of a closed shadow root only the host is known, which may take no focus.
    for (const element of [options.before, opener])
      if (page.activeElement === page.body) element?.focus({ preventScroll: true })
    if (client.getState().open && !options.isBroken) client.dismiss()
    options.onClosed()
  }
}
