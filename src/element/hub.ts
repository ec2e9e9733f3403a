import { HUB_SYMBOL } from '../constants.js'
import type { WalletConnectButton } from './button-api.js'

/** What answers for the element once it is loaded: client, events, view. */
export interface App {
  attach(element: WalletConnectButton): void
  detach(element: WalletConnectButton): void
  /** An attribute or property has changed. */
  update(element: WalletConnectButton): void
  /** The visitor is about to use the element: get everything ready. */
  prepare(element: WalletConnectButton): void
  /** The visitor has clicked the button. */
  activate(element: WalletConnectButton): Promise<void>
  restore(element: WalletConnectButton): Promise<void>
  call(element: WalletConnectButton, method: string, args: unknown[]): Promise<unknown>
  read(element: WalletConnectButton, property: string): unknown
}

/** How the parts that are not needed at first are fetched. */
export interface Loaders {
  app(): Promise<{ createApp(hub: Hub, loaders: Loaders): App }>
  view(): Promise<typeof import('../view/index.js')>
}

/**
 * What all copies of this package on a page share: the elements, and what answers for them. It lives under a
 * registered symbol with a protocol number, so that a script tag and an npm copy share one session.
 */
export interface Hub {
  readonly version: string
  readonly elements: Set<WalletConnectButton>
  app: App | null
  /** The load under way, if any. */
  loading: Promise<App> | null
}

declare const __WCB_VERSION__: string

/** This copy's version. */
export const VERSION = __WCB_VERSION__

/** The page's hub; made by the first copy. */
export function getHub(): Hub {
  const scope = globalThis as unknown as Record<symbol, Hub | undefined>
  const key = Symbol.for(HUB_SYMBOL)
  const known = scope[key]
  if (known) return known
  const hub: Hub = { version: VERSION, elements: new Set(), app: null, loading: null }
  // Without a DOM there is nothing to share, and nothing is left behind.
  if (globalThis.customElements) Object.defineProperty(scope, key, { value: hub })
  return hub
}

/** Loads the app once; a failed load is forgotten, so that the next use tries again. */
export function loadApp(hub: Hub, loaders: Loaders): Promise<App> {
  hub.loading ??= loaders.app().then(
    ({ createApp }) => {
      hub.app = createApp(hub, loaders)
      for (const element of hub.elements) hub.app.attach(element)
      return hub.app
    },
    (error) => {
      hub.loading = null
      throw error
    },
  )
  return hub.loading
}
