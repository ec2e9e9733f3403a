import type { ElementStore } from '../../element/store.js'
import type { PagePart } from '../../element/view-contract.js'
import { createForm } from './form.js'
import { createNodes } from './nodes.js'
import { createPageState } from './page-state.js'
import { followSignIn } from './signed-in-href.js'

/** Creates the code for attributes of forms and of pages without scripts. */
export function createPage(store: ElementStore): PagePart {
  const parts = [createNodes(store), createForm(store), createPageState(store)]
  followSignIn(store)
  return {
    update() {
      for (const part of parts) part.update()
    },
  }
}
