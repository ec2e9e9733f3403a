import { matchesMedia } from '../../platform/environment.js'
import { afterPaint } from '../../platform/time.js'
import { adopt } from '../theme/adopt.js'
import { themeSheet } from '../theme/theme.css.js'
import { connectModalSheet } from './connect-modal.css.js'
import type { HostOptions } from './options.js'
import { type Standing, stand } from './stance.js'
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

/** A dialog that was shown, and may be out of sight for a moment. */
export interface OpenDialog {
  dialog: HTMLDialogElement
  standing: Standing
  /** What had the focus before: the browser gives it back only where the dialog was modal. */
  before: HTMLElement | null
  /** Undoes everything but the dialog itself. */
  stop(): void
}

/**
 * Shows a dialog once it is drawn, with the focus at its beginning. A key, a click, or the page that hides it closes the list.
 *
 * @param last the dialog that this one replaces on screen
 * @throws what `showModal` throws
 */
export function openDialog(
  dialog: HTMLDialogElement,
  host: HTMLElement,
  options: HostOptions,
  last?: OpenDialog,
): OpenDialog {
  const life = new AbortController()
  const { signal } = life
  last?.stop()
  const before = last?.before ?? findFocus(host.ownerDocument)
  // Before the dialog is shown, which focuses this element then: a later focus would need another layout. In a frame of
  // another page browsers refuse it, and say so in the console.
  const first = dialog.querySelector<HTMLElement>('.wallet') ?? dialog.querySelector('h1')
  if (first && parent === self) first.autofocus = true

  adopt(host.shadowRoot as ShadowRoot, themeSheet, connectModalSheet)
  const leave = () => options.move('closed')
  const close = () => {
    VIEWS.value?.playExit(host)
    leave()
  }
  const standing = stand(dialog, host, options, !!last, close)
  onBackdropClick(dialog, signal, close)
  // Leave at once: the browser reports the close in a later task, and the page may have opened the list again by then.
  dialog.addEventListener('cancel', close, { signal })
  dialog.addEventListener('close', () => dialog.open || standing.isAway() || leave(), { signal })
  watchSight(dialog, signal, () => standing.isAway() || leave())
  // An engine may not know `autofocus` in a dialog.
  if (!first?.matches(':focus')) first?.focus({ preventScroll: true })
  return {
    dialog,
    standing,
    before,
    stop() {
      life.abort()
      standing.stop()
    },
  }
}
