import { createApp as create } from '../element/app.js'
import type { App, Hub } from '../element/hub.js'
import * as view from '../view/index.js'

/**
 * What the script tag fetches when the visitor is about to use the button: everything except the wallets' own parts.
 */
export const createApp = (hub: Hub): App => create(hub, view)
