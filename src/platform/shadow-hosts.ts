/** An element, and the hosts of the shadow roots around it, from the inside out. The `host` of a link is a text, and no host. */
export const hostsOf = (element: Element): Element[] =>
  element?.nodeType ? [element, ...hostsOf((element.getRootNode() as ShadowRoot).host)] : []
