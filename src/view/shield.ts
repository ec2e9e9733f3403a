/**
 * Hides keys from the page while a surface of ours is open: Escape, everything typed in it, and Tab if the surface
 * traps the focus.
 *
 * The page's focus traps and hotkeys would react to them, because outside of a shadow root nobody can see that the
 * target is a text field. No default action is prevented: the browser still closes, cycles and types.
 *
 * @param onKey called with each hidden keydown; listeners inside the surface do not get it
 * @returns the way to stop
 */
export function shieldKeys(
  surface: Element,
  isModal: boolean,
  onKey: (event: KeyboardEvent) => void = () => {},
): () => void {
  const view = surface.ownerDocument.defaultView ?? globalThis
  const keep = (event: KeyboardEvent) => {
    const inside = event.composedPath().includes(surface)
    if (!inside && event.key !== 'Escape' && !(isModal && event.key === 'Tab')) return
    event.stopImmediatePropagation()
    if (inside && event.type === 'keydown') onKey(event)
  }
  const types = ['keydown', 'keyup', 'keypress'] as const
  for (const type of types) view.addEventListener(type, keep, true)
  return () => {
    for (const type of types) view.removeEventListener(type, keep, true)
  }
}
