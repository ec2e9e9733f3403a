import type { ElementStore } from './store.js'
import type { PagePart, View } from './view-contract.js'

/**
 * Loads what acts on the attributes of forms and of pages without scripts, with the first element that has one.
 *
 * @returns what to call when the store or one of its elements has changed; it resolves when the part has followed
 */
export function createPageLink(store: ElementStore, view: View): () => Promise<void> | undefined {
  let part: Promise<PagePart> | undefined
  return () => {
    for (const { name, rpc, required, pageState, signedInHref } of store.elements)
      if (name || rpc || required || pageState || signedInHref) part ??= view.loadPage?.(store)
    return part?.then(
      (page) => page.update(),
      () => {
        // The console has the failure; the next change tries again.
        part = undefined
      },
    )
  }
}
