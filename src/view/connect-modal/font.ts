/**
 * Registers the stylesheet of a fonts service with the document, once: `@font-face` does nothing inside a shadow root.
 *
 * Called when the modal first opens, so that no third party hears of a visitor who asked for nothing. A link added by
 * script blocks no rendering; a font that comes late, or never, leaves the system's in place.
 */
export function loadFont(page: Document, href: string): void {
  if (!href) return
  try {
    const { href: url, protocol } = new URL(href, page.baseURI)
    if (!/^https?:$/.test(protocol)) return
    for (const sheet of page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (sheet.href === url) return
    const link = page.createElement('link')
    link.rel = 'stylesheet'
    link.href = url
    page.head.append(link)
  } catch {
    // Not an address: the system's font it is.
  }
}
