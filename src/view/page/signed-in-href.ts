import type { SignInDetail } from '../../client/wallet-client.js'
import type { ElementStore } from '../../element/store.js'
import { readAddress } from '../../platform/environment.js'
import { openHere } from '../../platform/open-link.js'

/** Values that the console has warned about. */
const warned = new Set<string>()

/** Reads an address of an attribute; null unless it is of this page's own origin. */
function readOwnAddress(href: string): URL | null {
  const url = URL.canParse(href, document.baseURI) ? new URL(href, document.baseURI) : null
  // Compare the scheme too: a page without an origin and every `javascript:` address share the origin “null”.
  const { origin, protocol } = readAddress()
  if (url?.origin === origin && url.protocol === protocol) return url
  if (!warned.has(href)) console.warn(`signed-in-href="${href.slice(0, 200)}" is not an address of ${origin}`)
  warned.add(href)
  return null
}

/**
 * Opens `signed-in-href` once the server has verified a signature. It does nothing for a restored session, and when a
 * form submits the proof, because the form's own action leads on.
 *
 * @param go opens an address in place of the page
 */
export function leadOn(
  store: Pick<ElementStore, 'used' | 'elements'>,
  { message, verified }: SignInDetail,
  go: (url: string) => void = openHere,
): void {
  if (message === undefined || !verified) return
  const all = [...(store.used ? [store.used] : []), ...store.elements]
  const href = all.find((element) => element.signedInHref)?.signedInHref
  const url = href ? readOwnAddress(href) : null
  if (url) go(url.href)
}
