/** Whether an event happens inside an element. A page's closed shadow root hides the way of a key, and not where the focus is. */
export function isInside(event: Event, element: Element): boolean {
  if (event.composedPath().includes(element)) return true
  const { activeElement } = element.getRootNode() as ShadowRoot
  return hostsOf(element).includes(event.target as Element) && element.contains(activeElement)
}

/** An element, and the hosts of the shadow roots around it, from the inside out. The `host` of a link is a text, and no host. */
export const hostsOf = (element: Element): Element[] =>
  element?.nodeType ? [element, ...hostsOf((element.getRootNode() as ShadowRoot).host)] : []
