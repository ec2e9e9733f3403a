import { createWalletClient } from '../client/create-wallet-client.js'
import { callSafely } from '../client/store.js'
import type { ConnectOptions, WalletClient } from '../client/wallet-client.js'
import { DETACHED_GRACE } from '../constants.js'
import { toWalletError } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { clearTimer, setTimer } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { dispatchAll, type WalletEventMap } from './events.js'
import { BUTTON_SHEET } from './face/button-sheet.js'
import type { App, Hub } from './hub.js'
import { createModalControl } from './modal-control.js'
import { mountControl } from './mount-control.js'
import { PARTS } from './parts.js'
import { readConfig } from './read-config.js'
import { showStatus } from './show-status.js'
import { createSignInLink, type SignInLink } from './sign-in.js'
import type { View } from './view-contract.js'

/** The elements of one store name, and the client they share. */
export interface Shared {
  client: WalletClient
  signIn: SignInLink
  elements: Set<WalletConnectButton>
  /** The element the visitor used last. */
  used: WalletConnectButton | null
  /** The configuration has changed during an attempt, which finishes with the one it began with. */
  isLate?: boolean
  dispatch(name: keyof WalletEventMap, detail: unknown): boolean
}

/** The client's events, and what they are called in the page. */
const EVENTS = [
  'connecting',
  'connected',
  'changed',
  'disconnected',
  'signed_in',
  'signed_out',
  'transaction',
  'error',
] as const

/** How long the modal takes to come in, in ms. */
const OPENING = 250

/** Creates what answers for the elements: one per page, with one client for each store name. */
export function createApp(hub: Hub, view: View): App {
  const stores = new Map<string, Shared>()
  const homes = new Map<WalletConnectButton, Shared>()
  const leaving = new Map<WalletConnectButton, number>()
  const mounts = mountControl(view)

  function share(element: WalletConnectButton): Shared {
    const name = element.store
    const known = stores.get(name)
    if (known) return known
    const client = createWalletClient(readConfig(element))
    const shared = {
      client,
      elements: new Set(),
      used: null,
      dispatch: (event, detail) => dispatchAll(shared.elements, shared.used, event, detail),
    } as Shared
    shared.signIn = createSignInLink(shared)
    for (const event of EVENTS) client.on(event, (detail) => shared.dispatch(`wallet_${event}`, detail))
    const modal = createModalControl(shared, view)
    client.subscribe(() => {
      modal.update()
      for (const element of shared.elements) {
        showStatus(element, client.getState())
        if (client.getState().status === 'connected' && element.isConnected) draw(element, shared)
      }
      if (shared.isLate && client.getState().phase === 'ready') configure(shared)
    })
    controls.set(shared, modal)
    stores.set(name, shared)
    // The first ones come while the app is still being made.
    queueMicrotask(() => {
      for (const watcher of [...(hub.watchers ?? [])]) callSafely(watcher)
    })
    return shared
  }
  const controls = new Map<Shared, ReturnType<typeof createModalControl>>()

  /** The element's client, with the element's configuration as it is now. @throws WalletError `config_invalid` */
  function use(element: WalletConnectButton): Shared {
    const shared = join(element)
    shared.used = element
    if (!element[PARTS].standIn) shared.client.configure(readConfig(element))
    return shared
  }

  /** The element whose configuration counts: the one in use, else the first; those on the page come first. */
  function findMain({ used, elements }: Shared): WalletConnectButton | undefined {
    const all = [...(used ? [used] : []), ...elements].filter((element) => !element[PARTS].standIn)
    return all.find((element) => element.isConnected) ?? all[0]
  }

  /** Takes over what the page has changed, once no attempt is under way. */
  function configure(shared: Shared) {
    const main = findMain(shared)
    shared.isLate = shared.client.getState().phase !== 'ready'
    if (shared.isLate || !main) return
    try {
      shared.client.configure(readConfig(main))
    } catch {
      // A configuration that is nonsense is told when it is used.
    }
  }

  function join(element: WalletConnectButton): Shared {
    const shared = share(element)
    const home = homes.get(element)
    if (home !== shared) {
      home?.elements.delete(element)
      mounts.unmount(element)
      homes.set(element, shared)
      if (!element[PARTS].standIn) shared.elements.add(element)
      showStatus(element, shared.client.getState())
    }
    return shared
  }

  /** A page may have configured nonsense: that must not keep the element from being there. */
  function tryJoin(element: WalletConnectButton): Shared | null {
    try {
      return join(element)
    } catch {
      return null
    }
  }

  function leave(element: WalletConnectButton) {
    leaving.delete(element)
    mounts.unmount(element)
    const home = homes.get(element)
    homes.delete(element)
    home?.elements.delete(element)
    if (home?.used !== element) return
    home.used = null
    home.client.abort(new WalletError('disposed'))
  }

  const draw = (element: WalletConnectButton, { client, signIn }: Shared) =>
    mounts.mount(element, client, {
      signIn,
      activate: () => void activate(element).catch(() => {}),
      use() {
        const home = homes.get(element)
        if (home) home.used = element
      },
      fail: (error) => void reportFrom(element, error),
    })

  /** Serves a click. Resolves when there is something to see, not when the visitor is done. */
  async function activate(element: WalletConnectButton): Promise<void> {
    let shared: Shared
    try {
      shared = use(element)
    } catch (error) {
      throw reportFrom(element, error)
    }
    const { client } = shared
    // The list comes first, and what moves it in; the button looks as it should meanwhile.
    const drawLate = () => {
      if (homes.get(element) === shared) draw(element, shared)
    }
    afterPaint(() => (client.getState().open ? setTimer(drawLate, OPENING) : drawLate()))
    if (client.getState().status === 'connecting') client.open()
    else {
      client.connect().catch((error) => {
        // Without a list on screen the visitor would not learn why nothing happens.
        if (error.code !== 'user_rejected' && client.getState().phase === 'failed') client.open()
      })
    }
  }

  /** Tells the page of an error that comes before there is a client. */
  function reportFrom(element: WalletConnectButton, caught: unknown): WalletError {
    const error = toWalletError(caught, 'config_invalid')
    dispatchAll([element], element, 'wallet_error', { code: error.code, message: error.message, error })
    return error
  }

  const methods: Record<string, (shared: Shared, ...args: never[]) => unknown> = {
    async open(shared) {
      shared.client.open()
      await controls.get(shared)?.untilShown()
    },
    async close(shared) {
      shared.client.dismiss()
      await controls.get(shared)?.untilHidden()
    },
    async connect({ client, signIn }, options?: ConnectOptions) {
      const result = await client.connect(options)
      if (result.wallet) await signIn.complete()
      return result
    },
    signIn: ({ signIn }) => signIn.signIn(),
    signOut: ({ signIn }) => signIn.signOut(),
  }

  const app: App = {
    attach(element) {
      clearTimer(leaving.get(element))
      leaving.delete(element)
      // What could not be had before is there now.
      element[PARTS].failed = undefined
      element[PARTS].paint()
      app.update(element)
    },
    detach(element) {
      if (!homes.has(element)) return
      leaving.set(
        element,
        setTimer(() => leave(element), DETACHED_GRACE),
      )
    },
    adopt(element) {
      // Its sheets and its React tree belong to the document it has left.
      const home = homes.get(element)
      leave(element)
      element[PARTS].root.adoptedStyleSheets = [adoptedSheet(element)]
      if (home && element.isConnected) this.attach(element)
    },
    update(element) {
      const shared = tryJoin(element)
      // It may have come to a session that stands, from another page or another store.
      if (shared?.client.getState().status === 'connected' && element.isConnected) draw(element, shared)
      mounts.update(element)
      if (shared?.client.getState().account) shared.signIn.prepare()
      if (shared && element === findMain(shared)) configure(shared)
    },
    prepare(element) {
      const shared = tryJoin(element)
      if (!shared) return
      shared.client.discover()
      shared.signIn.prepare()
      draw(element, shared)
    },
    async activate(element) {
      await activate(element)
    },
    async restore(element) {
      const shared = use(element)
      shared.used = null
      await shared.client.restore()
    },
    async call(element, method, args) {
      let shared: Shared
      try {
        shared = use(element)
      } catch (error) {
        throw reportFrom(element, error)
      }
      const own = methods[method] as ((shared: Shared, ...args: unknown[]) => unknown) | undefined
      const { client } = shared
      return own
        ? own(shared, ...args)
        : (client[method as keyof WalletClient] as (...args: unknown[]) => unknown)(...args)
    },
    read(element, property) {
      const client = (homes.get(element) ?? stores.get(element.store))?.client
      if (!client) return property === 'status' ? 'idle' : null
      if (property === 'client') return client
      if (property === 'provider') return client.getProvider()
      const state = client.getState()
      return property === 'state' ? state : state[property as 'status' | 'account' | 'chainId' | 'wallet']
    },
  }
  for (const element of hub.elements) app.attach(element)
  return app
}

/** Runs once the browser has painted what has changed; at the latest after 100 ms, where nothing is painted. */
function afterPaint(run: () => void): void {
  const late = setTimer(done, 100)
  const frame = requestAnimationFrame(() => setTimer(done, 0))
  let isOver = false
  function done() {
    if (isOver) return
    isOver = true
    clearTimer(late)
    cancelAnimationFrame(frame)
    run()
  }
}

/** The button's sheet for the document an element has come into: a constructed sheet belongs to one document. */
function adoptedSheet({ ownerDocument }: WalletConnectButton): CSSStyleSheet {
  const sheet = new ((ownerDocument.defaultView ?? window) as typeof window).CSSStyleSheet()
  sheet.replaceSync(BUTTON_SHEET)
  return sheet
}
