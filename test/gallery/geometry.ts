/**
 * Runs in the page: finds what does not fit, as text. A page or surface that scrolls sideways, a text that is cut, an
 * element that extends beyond its surface. Foreign names may be cut, because their length is not ours to choose.
 */
export function findMisfits(): string[] {
  const found: string[] = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`)
  // No text of ours has a thousand characters.
  const isForeign = (node: Element) =>
    node.closest('[translate=no]') !== null ||
    (node.matches('.words *') && (node.textContent?.length ?? 0) > 1_000)
  const name = (node: Element) =>
    `${node.localName}.${node.className} “${node.textContent?.trim().slice(0, 60)}”`
  for (const host of document.querySelectorAll('wallet-connect-button, wallet-connect-modal')) {
    for (const surface of host.shadowRoot?.querySelectorAll('.menu, .card, [part=button]') ?? []) {
      const edges = surface.getBoundingClientRect()
      if (edges.left < -1 || edges.right > innerWidth + 1) found.push(`${name(surface)} leaves the window`)
      for (const node of [surface, ...surface.querySelectorAll<HTMLElement>('*')]) {
        // A ring has no text, and cuts its own light.
        if (
          !(node instanceof HTMLElement) ||
          node.closest('.hidden, .amount, .spinner, svg') ||
          isForeign(node)
        )
          continue
        const style = getComputedStyle(node)
        const isOpen = style.overflowX === 'visible'
        if (!isOpen && node.scrollWidth > node.clientWidth + 1 && !node.querySelector('[translate=no]'))
          found.push(`${name(node)} is cut, ${node.scrollWidth} in ${node.clientWidth} px`)
        const isCut = style.overflowY === 'hidden' && node.scrollHeight > node.clientHeight + 2
        if (isCut && !node.matches('.line, .card, [part=label]') && !node.querySelector('[translate=no]'))
          found.push(`${name(node)} is cut below`)
        const box = node.getBoundingClientRect()
        const isText = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent?.trim())
        if (isText && box.width && (box.left < edges.left - 1 || box.right > edges.right + 1))
          found.push(`${name(node)} stands out`)
      }
    }
  }
  return found
}
