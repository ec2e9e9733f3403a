import { createApp as create } from '../element/app.js'
import type { App, Hub } from '../element/hub.js'
import * as view from '../view/index.js'
import { loadDom, readDom } from './late-react/load-dom.js'

/**
 * What the script tag fetches when the visitor is about to use the button: everything until the list is on screen. The
 * wallets' own parts and React's renderer are loaded later.
 */
export const createApp = (hub: Hub): App =>
  create(hub, { ...view, renderer: { isLoaded: () => !!readDom(), load: loadDom } })
