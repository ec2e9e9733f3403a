import { createApp as create } from '../element/app.js'
import type { App, Hub } from '../element/hub.js'
import * as view from '../view/early.js'
import { loadRenderer, type Renderer, readRenderer } from './load-renderer.js'

/**
 * What the script tag fetches when the visitor is about to use the button: everything until the list is on screen. The
 * wallets' own parts, React's renderer and the button that React draws are loaded later.
 */
export const createApp = (hub: Hub): App =>
  create(hub, {
    ...view,
    renderer: { isLoaded: () => !!readRenderer(), load: loadRenderer },
    mountButton: (host) => (readRenderer() as Renderer).mountButton(host),
  })
