import { ticks } from './natives.js'
import { isInside } from './shadow-hosts.js'

/** After this time the visitor has seen what came under the hand, in ms. */
export const SEEN = 500
/** A pointer that has moved this far since then has been aimed, in px. */
const AIMED = 10

/**
 * Keeps clicks from a surface that were meant for what was there before: the second click of a double click, the
 * repeats of a held Enter key, and in the first half second a click of a pointer that nobody has moved since, or a tap where
 * the button is that opened the surface. A wallet must not be asked, nor a list closed, by a click that came too late.
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
  let moved = 0
  const follow = ({ movementX, movementY }: MouseEvent) => {
    moved += Math.abs(movementX) + Math.abs(movementY)
  }
  // A pointer that comes into the window has moved, though its first event says nothing of it.
  const enter = () => {
    moved = AIMED
  }
  const isMeant = (event: PointerEvent): boolean => {
    const { detail, clientX: x, clientY: y, pointerType } = event
    if (detail > 1) return false
    // A click by key, or by a script of the page, has no pointer.
    if (!pointerType || moved >= AIMED || ticks() - since > SEEN) return true
    const box = pointerType === 'touch' && opener?.getBoundingClientRect()
    return !!box && (x < box.left || x > box.right || y < box.top || y > box.bottom)
  }
  const onClick = (event: MouseEvent) => {
    if (isMeant(event as PointerEvent)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  surface.addEventListener('click', onClick, { capture: true, signal })
  const view = surface.ownerDocument.defaultView ?? window
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat && isInside(event, surface)) event.preventDefault()
  }
  view.addEventListener('keydown', onKey, { capture: true, signal })
  view.document.documentElement.addEventListener('pointerenter', enter, { signal })
  view.addEventListener('pointermove', follow, { capture: true, passive: true, signal })
}
