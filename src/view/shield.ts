import { isInside } from '../platform/shadow-hosts.js'

/** What drawers and scroll locks of a page answer: they would capture the pointer, or stop the list from scrolling. */
const HANDS = ['pointerdown', 'wheel', 'touchmove']

/**
 * Hides from the page, while a surface of ours is open, what happens in it: keys, presses and scrolling; and everywhere Escape, and
 * Tab if the surface traps the focus.
 *
 * The page's focus traps, hotkeys, drawers and scroll locks would react to them, because outside of a shadow root nobody can see
 * what the target is. No default action is prevented: the browser still closes, cycles, types and scrolls.
 *
 * @param onKey called with each hidden keydown; listeners inside the surface do not get it
 * @returns the way to stop
 */
export function shield(
  surface: Element,
  isModal: boolean,
  onKey: (event: KeyboardEvent) => void = () => {},
): () => void {
  const view = surface.ownerDocument.defaultView ?? globalThis
  const keep = (event: KeyboardEvent) => {
    const inside = isInside(event, surface)
    if (!inside && event.key !== 'Escape' && !(isModal && event.key === 'Tab')) return
    event.stopImmediatePropagation()
    if (inside && event.type === 'keydown') onKey(event)
  }
  const types = ['keydown', 'keyup', 'keypress'] as const
  for (const type of types) view.addEventListener(type, keep, true)
  const { host } = surface.getRootNode() as ShadowRoot
  const stop = (event: Event) => event.stopPropagation()
  for (const type of HANDS) host.addEventListener(type, stop, { passive: true })
  return () => {
    for (const type of types) view.removeEventListener(type, keep, true)
    for (const type of HANDS) host.removeEventListener(type, stop)
  }
}
