import type { NetworkConfig } from '../../chains/network-config.js'
import { readRpcText } from '../../chains/rpc-text.js'
import { PARTS } from '../../element/parts.js'
import { configure, type ElementStore } from '../../element/store.js'
import type { PagePart } from '../../element/view-contract.js'
import { createForm } from './form.js'
import { createPageState } from './page-state.js'
import { leadOn } from './signed-in-href.js'

const write = (nodes: readonly NetworkConfig[]): string =>
  nodes.map(({ chainId, rpcUrls }) => [chainId, ...(rpcUrls ?? [])].join(' ')).join()

/** Reads the attribute `rpc` of a store's elements. An entry that cannot be read is ignored with one warning. */
function createNodes(store: ElementStore): PagePart {
  const warned = new Set<string>()
  return {
    update() {
      for (const element of store.elements) {
        const nodes = readRpcText(element.rpc, (entry) => {
          if (!warned.has(entry))
            console.warn(
              `“${entry.slice(0, 200)}” in rpc is not a chain and the address of its node`,
              element,
            )
          warned.add(entry)
        })
        const parts = element[PARTS]
        if (write(parts.nodes ?? []) === write(nodes)) continue
        parts.nodes = nodes
        configure(store)
      }
    },
  }
}

/** Creates the code for attributes of forms and of pages without scripts. */
export function createPage(store: ElementStore): PagePart {
  const parts = [createNodes(store), createForm(store), createPageState(store)]
  return {
    update() {
      for (const part of parts) part.update()
    },
    signedIn(detail) {
      // The visitor may have signed out while this code was late.
      if (store.client.getState().auth.status === 'signed-in') leadOn(store, detail)
    },
  }
}
