/**
 * Elements that a page shows above itself, and that may trap its focus. A dialog of Headless UI closes at a click outside of
 * its panel, even inside of the dialog; its panel and its other parts carry `data-headlessui-state`.
 */
const DIALOG_LIKE =
  'dialog,[popover],[role=dialog],[role=alertdialog],[aria-modal=true],:is([role=dialog],[role=alertdialog]) [data-headlessui-state]'

/** The parent in the flat tree: through slots, and out of shadow roots. */
const parentOf = (node: Node): Node | null =>
  (node as Element).assignedSlot ?? node.parentNode ?? (node as ShadowRoot).host ?? null

/**
 * Finds the container of the modal's host: the nearest dialog-like element around the opener that the visitor can see and use,
 * else the body.
 *
 * On the body, the focus trap of a dialog around the button would break the modal. In the button's own root, an
 * ancestor that disappears or is inert would leave an invisible modal and a frozen page.
 */
export function findContainer(opener: HTMLElement | null): HTMLElement {
  let found: HTMLElement | undefined
  for (let node: Node | null = opener; node; node = parentOf(node)) {
    if (node.nodeType !== 1) continue
    const element = node as HTMLElement
    if (element.inert) found = undefined
    else if (element.matches(DIALOG_LIKE) && element.checkVisibility?.() !== false) found ??= element
  }
  return found ?? (opener?.ownerDocument ?? document).body
}
