import { NativePromise } from '../platform/natives.js'
import type { ElementStore } from './store.js'
import type { PagePart, View } from './view-contract.js'

/**
 * Loads what acts on the attributes of forms and of pages without scripts, with the first element that has one.
 *
 * @returns what to call when the store or one of its elements has changed; it resolves when the part has followed
 */
export function createPageLink(store: ElementStore, view: View): () => Promise<void> | undefined {
  let part: PagePart | undefined
  let loading: Promise<void> | undefined
  return () => {
    part?.update()
    for (const { name, rpc, required, pageState, signedInHref } of store.elements)
      if (name || rpc || required || pageState || signedInHref)
        loading ??= NativePromise.resolve(view.loadPage?.(store)).then(
          (loaded) => {
            part = loaded
            part?.update()
          },
          () => {
            // The console has been told; the next change tries again.
            loading = undefined
          },
        )
    return loading
  }
}
