import type { ElementStore } from '../../element/store.js'

/** Values that were warned of. */
const warned = new Set<string>()

/** The address that an attribute names, where it is one of this page's own origin. */
function readOwnAddress(href: string): URL | null {
  const url = URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null
  // By the scheme too: a page without an origin of its own shares the word “null” with every `javascript:` address.
  if (url?.origin === location.origin && url.protocol === location.protocol) return url
  if (!warned.has(href))
    console.warn(`signed-in-href="${href.slice(0, 200)}" is not an address of ${location.origin}`)
  warned.add(href)
  return null
}

/**
 * Leads on to `signed-in-href` once the server has verified a signature. A restored session leads nowhere, and
 * where the proof goes with a form, the form's own action does.
 *
 * @param go opens an address in place of the page
 */
export function followSignIn(
  store: ElementStore,
  go: (url: string) => void = (url) => location.assign(url),
): void {
  store.client.on('signed_in', ({ message, verified }) => {
    if (message === undefined || !verified) return
    const all = [...(store.used ? [store.used] : []), ...store.elements]
    const href = all.find((element) => element.signedInHref)?.signedInHref
    const url = href ? readOwnAddress(href) : null
    if (url) go(url.href)
  })
}
