import { createApp as create } from '../element/app.js'
import type { App, Hub } from '../element/hub.js'
import { keepPart, loadChunk } from '../platform/chunks.js'
import * as view from '../view/early.js'
import type * as List from './list.js'
import { loadRenderer, type Renderer, readRenderer } from './load-renderer.js'

let list: typeof List | undefined
const importList = () => import('./list.js')

/** Loads the list; after a failure, of which the console tells, the next call tries again. It never rejects. */
async function loadList(): Promise<void> {
  try {
    list = await loadChunk('embed/list', importList)
  } catch {
    // The list cannot be shown, and says so then.
  }
}

/**
 * What the script tag fetches when the visitor is about to use the button, or is connected already: everything but the list,
 * React's renderer, the button that React draws, and the wallets' own parts.
 *
 * @param part what the script tag has fetched at the same time: the list, or what connects EVM wallets in the page
 */
export function createApp(hub: Hub, part?: object): App {
  if (part && 'showModal' in part) list = part as typeof List
  else if (part) keepPart('connectors/evm/injected/connect', part)
  return create(hub, {
    ...view,
    renderer: { isLoaded: () => !!readRenderer(), load: loadRenderer },
    mountButton: (host) => (readRenderer() as Renderer).mountButton(host),
    untilReady: (tag) => (list ? view.untilReady(tag) : Promise.all([loadList(), view.untilReady(tag)])),
    prepareModal: (options) => (list ? list.prepareModal(options) : void loadList()),
    showModal: (options) => (list as typeof List).showModal(options),
    updateModal: (options) => list?.updateModal(options),
  })
}
