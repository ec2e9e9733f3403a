import { EVM_CONNECT } from '../connectors/evm/injected/connector.js'
import { createApp as create } from '../element/app.js'
import type { App, Hub } from '../element/hub.js'
import { createPart } from '../platform/chunks.js'
import { dressButton, loadPage, paintButton, untilReady } from '../view/early.js'
import type * as List from './list.js'
import { RENDERER, type Renderer } from './load-renderer.js'

const LIST = createPart<typeof List>(() => import('./list.js'))

/** Loads the list; after a failure, of which the console tells, the next call tries again. It never rejects. */
async function loadList(): Promise<void> {
  try {
    await LIST.load()
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
  if (part && 'createList' in part) LIST.value = part as typeof List
  else if (part) EVM_CONNECT.value = part as typeof EVM_CONNECT.value
  return create(hub, {
    dressButton,
    loadPage,
    paintButton,
    renderer: { isLoaded: () => !!RENDERER.value, load: RENDERER.load },
    mountButton: (host) => (RENDERER.value as Renderer).mountButton(host),
    untilReady: (tag) => (LIST.value ? untilReady(tag) : Promise.all([loadList(), untilReady(tag)])),
    createList: (options) => (LIST.value ? LIST.value.createList(options) : void loadList()),
  })
}
