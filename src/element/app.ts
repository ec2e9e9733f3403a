import { isOnPage } from '../platform/environment.js'
import { NativePromise, setTimer } from '../platform/natives.js'
import { hostsOf } from '../platform/shadow-hosts.js'
import { afterPaint } from '../platform/time.js'
import type { WalletConnectButton } from './button-api.js'
import { dispatchError } from './events.js'
import { IDLE, LOAD_FAILED } from './face/face.js'
import type { App, Hub, User } from './hub.js'
import { show } from './loading.js'
import { callMethod, readProperty } from './methods.js'
import { canMount, type MountControl, mountControl } from './mount-control.js'
import { createStore, type OpenStore } from './open-store.js'
import { PARTS } from './parts.js'
import { createSeats, type Seats } from './seats.js'
import { configure, type ElementStore, findMain } from './store.js'
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

/** The methods that end something. */
const ENDS = /^(?:disconnect|signOut|close)$/

/** The app of a page, with one client for each store name. */
class PageApp implements App {
  readonly #view: View
  readonly #mounts: MountControl
  readonly #seats: Seats
  /** Hears when a `lang` changes around an element. */
  readonly #languages: MutationObserver | undefined
  /** Painted buttons that have their sheets and their language: they follow the page's language. */
  readonly #dressed = new WeakSet<WalletConnectButton>()

  constructor(hub: Hub, view: View) {
    this.#view = view
    this.#mounts = mountControl(view)
    this.#seats = createSeats(
      (first) => createStore(first, view, (...drawn) => this.#draw(...drawn)),
      this.#mounts.unmount,
    )
    hub.tagOf = findTag
    this.#languages =
      globalThis.MutationObserver &&
      new MutationObserver(() => {
        for (const element of hub.elements) {
          element[PARTS].paint()
          this.update(element)
        }
      })
  }

  attach(user: User): void {
    this.#seats.stay(user)
    if (!(PARTS in user)) return void this.#seats.join(user)
    user.addEventListener('click', forwardClick)
    for (const host of hostsOf(user))
      this.#languages?.observe(host.getRootNode(), { attributeFilter: ['lang'], subtree: true })
    // A load that failed before has worked now.
    show(user, IDLE, LOAD_FAILED)
    user[PARTS].paint()
    this.update(user)
  }

  detach(user: User): void {
    this.#seats.depart(user)
  }

  adopt(element: WalletConnectButton): void {
    // The React tree belongs to the document that the element has left.
    this.#seats.leave(element)
    if (isOnPage(element)) this.attach(element)
  }

  update(element: WalletConnectButton): void {
    const store = this.#tryJoin(element)
    // The element may have joined a store that is already connected, from another page or another store.
    if (store?.client.getState().status === 'connected' && isOnPage(element)) this.#draw(element, store)
    this.#mounts.update(element)
    if (this.#dressed.has(element) && !element[PARTS].taken) this.#dress(element)
    store?.signIn.update()
    // `updatePage` never rejects: the console has its failures.
    void store?.updatePage()
    if (store && element === findMain(store)) {
      configure(store)
      store.modal.refresh()
    }
  }

  prepare(element: WalletConnectButton): void {
    // The element may have gone while the code was loading.
    const store = isOnPage(element) && this.#tryJoin(element)
    if (!store) return
    store.client.discover()
    store.signIn.prepare()
    this.#drawAhead(element, store)
    if (element.matches(':hover,:focus-within')) store.modal.prepare(element)
  }

  async activate(element: WalletConnectButton): Promise<void> {
    if (!isOnPage(element)) return
    const store = this.#use(element)
    activate(store, () => {
      if (this.#seats.get(element) === store) this.#drawAhead(element, store)
    })
  }

  async restore(user: User): Promise<void> {
    if (document.hidden) {
      // A hidden page has no frames, so it asks no wallet until it is shown.
      await new NativePromise((shown) => requestAnimationFrame(shown))
    }
    // The element may have gone meanwhile.
    if (PARTS in user && !isOnPage(user)) return
    const store = this.#seats.join(user)
    configure(store)
    await store.client.restore()
  }

  async call(user: User, method: string, args: unknown[]): Promise<unknown> {
    // An element looks for its session in a microtask of its insertion; a call of the same task comes after that.
    await null
    return callMethod(this.#use(user, ENDS.test(method)), method, args)
  }

  read(user: User, property: string): unknown {
    return readProperty(this.#seats.find(user)?.client, property)
  }

  #draw(element: WalletConnectButton, store: OpenStore): void {
    // The client's state reports a failure to connect; an event reports a wrong configuration.
    this.#mounts.mount(element, store, () => void this.activate(element).catch(() => {}))
  }

  /**
   * Draws the button of an element that is about to be used. Where React is still to be loaded, the painted button only gets
   * its sheets and its language, and React draws it with the first attempt.
   */
  #drawAhead(element: WalletConnectButton, store: OpenStore): void {
    if (!canMount(this.#view) && store.client.getState().status === 'idle') this.#dress(element)
    else this.#draw(element, store)
  }

  #dress(element: WalletConnectButton): void {
    this.#dressed.add(element)
    this.#view.dressButton?.(element)
  }

  /**
   * Gives the user's store its current configuration. A wrong configuration is also reported by an event.
   *
   * @param isEnd what was begun with the configuration before also ends with a wrong one
   */
  #use(user: User, isEnd = false): OpenStore {
    try {
      return this.#seats.use(user)
    } catch (error) {
      const home = this.#seats.get(user)
      if (isEnd && home) return home
      throw dispatchError(user, error)
    }
  }

  /** An element stays usable with a wrong configuration; its next use reports it. */
  #tryJoin(element: WalletConnectButton): OpenStore | null {
    try {
      return this.#seats.join(element)
    } catch {
      return null
    }
  }
}

/** Creates the app of a page, and gives it the elements that are there already. */
export function createApp(hub: Hub, view: View): App {
  const app = new PageApp(hub, view)
  for (const element of hub.elements) app.attach(element)
  return app
}

/** The language of an element: that of the nearest `lang` above it, also outside of the shadow roots that it is in. */
function findTag(element: Element): string {
  const near = hostsOf(element).map((host) => host.closest('[lang]'))
  const { lang } = (near.find((one) => one) ?? document.documentElement) as HTMLElement
  // Servers often write a locale, de_DE, where HTML expects de-DE.
  return lang?.replaceAll('_', '-') || 'en'
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
