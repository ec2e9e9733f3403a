/**
 * Creates what speaks for a modal. Its status region lasts as long as the modal, and says the sentence that a view carries in
 * `data-say`, once; after the heading when the heading has changed since the view appeared, which began with the focus on it.
 *
 * @returns call it with the view's name when the view was drawn
 */
export function createSpeaker(root: ShadowRoot): (view: string) => void {
  let shown = ''
  let first = ''
  let hadNode = false
  return (view) => {
    const node = root.querySelector<HTMLElement>('[data-say]')
    const heading = node?.querySelector('h2')?.textContent ?? ''
    if (view !== shown || !hadNode) first = heading
    shown = view
    hadNode = !!node
    const text = [heading !== first && heading, node?.dataset.say].filter(Boolean).join('. ')
    const region = root.querySelector('[role=status]')
    if (region && region.textContent !== text) region.textContent = text
  }
}
