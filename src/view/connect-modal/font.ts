/**
 * Adds the stylesheet of a fonts service to the document, once, because `@font-face` does nothing inside a shadow root.
 *
 * It is called when the modal first opens, so that no third party learns about a visitor who asked for nothing. A link
 * added by a script does not block rendering; until the font has loaded, or if it never does, the system's font is
 * used.
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
    // The text is not an address, so the system's font is used.
  }
}
