/**
 * Keeps keys from the page while a surface of ours is on screen: Escape and whatever is typed inside it, and Tab where
 * the surface holds the focus in.
 *
 * The page's focus traps and hotkeys would act on them otherwise: from outside a shadow root nobody can tell that the
 * target is a text field. Nothing is prevented: the browser still closes, cycles and types.
 *
 * @param onKey called with each keydown that is kept; listeners inside the surface do not hear it
 * @returns the way to stop
 */
export function shieldKeys(
  surface: Element,
  isModal: boolean,
  onKey: (event: KeyboardEvent) => void = () => {},
): () => void {
  const view = surface.ownerDocument.defaultView ?? window
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
