import { isOnPage } from '../platform/environment.js'
import { clearTimer, setTimer } from '../platform/natives.js'
import { afterPaint } from '../platform/time.js'
import type { WalletConnectButton } from './button-api.js'
import { dispatchError } from './events.js'
import { BUTTON_SHEET } from './face/button-sheet.js'
import type { App, Hub } from './hub.js'
import { callMethod, readProperty } from './methods.js'
import { canMount, mountControl } from './mount-control.js'
import { PARTS } from './parts.js'
import { configure, type ElementStore, findMain } from './store.js'
import { createStores, type Draw, type OpenStore } from './stores.js'
import type { View } from './view-contract.js'

/** How long the modal takes to appear, in ms. */
const OPENING = 250

/**
 * Serves a click on a button without a wallet: opens the attempt that runs, or connects.
 *
 * @param draw lets React draw the button; called after the list is on screen, which comes first
 */
function activate({ client }: Pick<ElementStore, 'client'>, draw: () => void): void {
  afterPaint(() => (client.getState().open ? setTimer(draw, OPENING) : draw()))
  if (client.getState().status === 'connecting') client.open()
  else {
    client.connect().catch((error) => {
      // Without a list on screen the visitor would not learn why the attempt failed.
      if (error.code !== 'user_rejected' && client.getState().phase === 'failed') client.open()
    })
  }
}

/** When an element is out of the document for longer than this, its pending attempt ends, in ms. */
const DETACHED_GRACE = 1_000

/** Creates the app: one per page, with one client for each store name. */
export function createApp(hub: Hub, view: View): App {
  const mounts = mountControl(view)
  const draw: Draw = (element, { client, signIn }) =>
    mounts.mount(element, client, {
      signIn,
      // The client's state reports a failure to connect; an event reports a wrong configuration.
      activate: () => void app.activate(element).catch(() => {}),
      use() {
        const home = stores.get(element)
        if (home) home.used = element
      },
      fail: (error) => void dispatchError(element, error),
    })
  const stores = createStores(hub, view, mounts, draw)
  /** Painted buttons that have their sheets and their language: they follow the page's language. */
  const dressed = new WeakSet<WalletConnectButton>()
  function dress(element: WalletConnectButton) {
    dressed.add(element)
    view.dressButton?.(element)
  }

  /**
   * Draws the button of an element that is about to be used. Where React is still to be loaded, the painted button only gets
   * its sheets and its language, and React draws it with the first attempt.
   */
  function drawAhead(element: WalletConnectButton, store: OpenStore): void {
    if (!canMount(view) && store.client.getState().status === 'idle') dress(element)
    else draw(element, store)
  }

  /**
   * Gives the element's store the element's current configuration. A wrong configuration is also reported by an event.
   */
  function use(element: WalletConnectButton): OpenStore {
    try {
      return stores.use(element)
    } catch (error) {
      throw dispatchError(element, error)
    }
  }

  /** An element stays usable with a wrong configuration; its next use reports it. */
  function tryJoin(element: WalletConnectButton): OpenStore | null {
    try {
      return stores.join(element)
    } catch {
      return null
    }
  }

  const app: App = {
    attach(element) {
      element.addEventListener('click', forwardClick)
      clearTimer(element[PARTS].leaving)
      // A load that failed before has worked now.
      element[PARTS].failed = null
      element[PARTS].paint()
      app.update(element)
    },
    detach(element) {
      // To move an element, the page first removes it.
      if (stores.get(element)) element[PARTS].leaving = setTimer(() => stores.leave(element), DETACHED_GRACE)
    },
    adopt(element) {
      // The element's sheets and its React tree belong to the document that it has left.
      const home = stores.get(element)
      stores.leave(element)
      element[PARTS].root.adoptedStyleSheets = [adoptedSheet(element)]
      if (home && isOnPage(element)) app.attach(element)
    },
    update(element) {
      const store = tryJoin(element)
      // The element may have joined a store that is already connected, from another page or another store.
      if (store?.client.getState().status === 'connected' && isOnPage(element)) draw(element, store)
      mounts.update(element)
      if (dressed.has(element) && !element[PARTS].taken) dress(element)
      if (store?.client.getState().account) store.signIn.prepare()
      // `updatePage` never rejects: the console has its failures.
      void store?.updatePage()
      if (store && element === findMain(store)) {
        configure(store)
        store.modal.refresh()
      }
    },
    prepare(element) {
      // The element may have gone while the code was loading.
      const store = isOnPage(element) && tryJoin(element)
      if (!store) return
      store.client.discover()
      store.signIn.prepare()
      drawAhead(element, store)
      if (element.matches(':hover,:focus-within')) store.modal.prepare(element)
    },
    async activate(element) {
      if (!isOnPage(element)) return
      const store = use(element)
      activate(store, () => {
        if (stores.get(element) === store) drawAhead(element, store)
      })
    },
    async restore(element) {
      const store = stores.join(element)
      configure(store)
      await store.client.restore()
    },
    call: async (element, method, args) => callMethod(use(element), method, args),
    read: (element, property) => readProperty(stores.find(element)?.client, property),
  }
  for (const element of hub.elements) app.attach(element)
  // The language of an element is that of the nearest `lang` above it.
  globalThis.document &&
    new MutationObserver(() => {
      for (const element of hub.elements) {
        element[PARTS].paint()
        app.update(element)
      }
    }).observe(document, { attributeFilter: ['lang'], subtree: true })
  return app
}

/** Creates the button's sheet for the element's new document, because a constructed sheet belongs to one document. */
function adoptedSheet({ ownerDocument }: WalletConnectButton): CSSStyleSheet {
  const sheet = new ((ownerDocument.defaultView ?? globalThis) as typeof globalThis).CSSStyleSheet()
  sheet.replaceSync(BUTTON_SHEET)
  return sheet
}

/**
 * Hands a click on the element itself to its drawn button: a label clicks the element, and so does the pointer where the page has
 * captured it, as drawers and carousels do.
 */
function forwardClick(event: Event): void {
  const element = event.currentTarget as WalletConnectButton
  const { taken, root } = element[PARTS]
  if (taken && event.composedPath()[0] === element) root.querySelector('button')?.click()
}
