import { addListener, ticks } from './natives.js'
import { isInside } from './shadow-hosts.js'

/** After this time the visitor has seen what came under the hand, in ms. */
export const SEEN = 500
/** A click this far from where the pointer was has been aimed, in px. */
const AIMED = 10

/** A place in the window, in px. */
interface Point {
  readonly clientX: number
  readonly clientY: number
}

/** Where the pointer was last; null until this code has heard of it. */
let last: Point | null = null
for (const type of ['pointerdown', 'pointermove'] as const)
  addListener?.(type, ({ clientX, clientY }) => (last = { clientX, clientY }), {
    capture: true,
    passive: true,
  })

const isIn = (box: DOMRect, { clientX: x, clientY: y }: Point): boolean =>
  x >= box.left && x <= box.right && y >= box.top && y <= box.bottom

/**
 * Keeps clicks from a surface that were meant for what was there before: the second click of a double click, the
 * repeats of a held Enter key, and in the first half second a click where the pointer was when the surface appeared, or a tap where
 * the button is that opened the surface. A wallet must not be asked, nor a list closed, by a click that came too late.
 *
 * Where a click is tells more than how the pointer came there: voice control, remote desktops, switches and drivers of tests click
 * without a way, and not every engine says how far the pointer has moved.
 *
 * @param signal aborted when the surface is gone
 * @param opener the button that the surface belongs to
 * @param isKnown the visitor has seen the surface for some time
 */
export function refuseUnmeantClicks(
  surface: HTMLElement,
  signal: AbortSignal,
  opener?: Element | null,
  isKnown?: boolean,
): void {
  const since = isKnown ? Number.NEGATIVE_INFINITY : ticks()
  const view = surface.ownerDocument.defaultView ?? window
  const before = view === globalThis.window ? last : null
  // Before this code has heard of the pointer, all that can be known is that it is over the button.
  const isOver = !before && !!opener?.matches(':hover')
  /** Whether a click is where the hand was. A finger comes down again on the same button, but not on the same point. */
  const isThere = (event: PointerEvent): boolean => {
    const isOfButton = isOver || event.pointerType === 'touch'
    if (isOfButton && opener && isIn(opener.getBoundingClientRect(), event)) return true
    return !!before && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < AIMED
  }
  const isMeant = (event: PointerEvent): boolean => {
    if (event.detail > 1) return false
    // A click by key, or by a script of the page, has no pointer.
    return !event.pointerType || ticks() - since > SEEN || !isThere(event)
  }
  const onClick = (event: MouseEvent) => {
    if (isMeant(event as PointerEvent)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  surface.addEventListener('click', onClick, { capture: true, signal })
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat && isInside(event, surface)) event.preventDefault()
  }
  view.addEventListener('keydown', onKey, { capture: true, signal })
}
