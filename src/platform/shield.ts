import { isInside } from './shadow-hosts.js'

/** Keys, which listeners inside the surface do not get either. */
const KEYS = ['keydown', 'keyup', 'keypress']

/** What a page's traps, drawers and scroll locks answer, and what nobody inside the surface listens to. */
const HIDDEN = ['mousedown', 'mouseup', 'touchstart', 'touchend', 'touchmove', 'wheel', 'focus']

/** What they answer too, and what the surface itself needs. */
const HANDED_IN = ['pointerdown', 'pointerup', 'click', 'focusin']

/**
 * Gives an event that the page must not see to the surface alone: a copy of it that stays inside the shadow root. What the browser does
 * by itself, such as to follow a link, the first event does; the copy can only prevent it.
 */
function handIn(event: Event): void {
  const Kind = event.constructor as typeof MouseEvent
  const init = new Proxy(event, {
    get: (own, name) => (name === 'composed' ? false : Reflect.get(own, name)),
  }) as MouseEventInit
  const copy = new Kind(event.type, init)
  copy.preventDefault()
  Object.defineProperties(copy, {
    defaultPrevented: { get: () => event.defaultPrevented },
    preventDefault: { value: () => event.preventDefault() },
  })
  event.composedPath()[0]?.dispatchEvent(copy)
}

/**
 * Hides from the page, while a surface of ours is open, what happens in it: keys, presses, clicks, focus and scrolling; and everywhere
 * Escape, and Tab if the surface traps the focus.
 *
 * The page's focus traps, hotkeys, drawers and scroll locks would react to them, because outside of a shadow root nobody can see
 * what the target is; many listen in the capture phase, and stop what is not in their own container. So it is hidden where it
 * begins, at the window. No default action is prevented: the browser still closes, cycles, types and scrolls.
 *
 * @param onKey called with each hidden keydown
 * @returns the way to stop
 */
export function shield(
  surface: Element,
  isModal: boolean,
  onKey: (event: KeyboardEvent) => void = () => {},
): () => void {
  const view = surface.ownerDocument.defaultView ?? globalThis
  const stop = new AbortController()
  const options = { capture: true, passive: true, signal: stop.signal }
  const listen = (types: readonly string[], run: (event: Event) => void, passive = true) => {
    for (const type of types) view.addEventListener(type, run, { ...options, passive })
  }
  const keep = (event: Event) => {
    const { key } = event as KeyboardEvent
    const inside = isInside(event, surface)
    if (!inside && key !== 'Escape' && !(isModal && key === 'Tab')) return
    event.stopImmediatePropagation()
    if (inside && event.type === 'keydown') onKey(event as KeyboardEvent)
  }
  const hide = (event: Event) => {
    if (event.composedPath().includes(surface)) event.stopImmediatePropagation()
  }
  const take = (event: Event) => {
    if (!event.composedPath().includes(surface)) return
    event.stopPropagation()
    handIn(event)
  }
  listen(KEYS, keep, false)
  listen(HIDDEN, hide)
  listen(HANDED_IN, take, false)
  return () => stop.abort()
}
