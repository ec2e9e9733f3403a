import type { ElementStore } from './store.js'
import type { PagePart, View } from './view-contract.js'

/**
 * Loads the code for attributes of forms and of pages without scripts, when the first element has such an attribute.
 *
 * @returns a function to call when the store or one of its elements has changed; it resolves when the page is updated
 */
export function createPageLink(store: ElementStore, view: View): () => Promise<void> | undefined {
  let part: Promise<PagePart> | undefined
  return () => {
    for (const { name, rpc, required, pageState, signedInHref } of store.elements)
      if (name || rpc || required || pageState || signedInHref) part ??= view.loadPage?.(store)
    return part?.then(
      (page) => page.update(),
      () => {
        // The console has reported the failure; the next change tries again.
        part = undefined
      },
    )
  }
}
