import { createWalletClient } from '../client/create-wallet-client.js'
import { browserStorage, isOnPage } from '../platform/environment.js'
import { peek } from '../platform/storage.js'
import { flagKey, widthKey } from '../platform/stored-names.js'
import { afterPaint } from '../platform/time.js'
import type { WalletConnectButton } from './button-api.js'
import { dispatchAll } from './events.js'
import type { User } from './hub.js'
import { ModalControl } from './modal-control.js'
import { PARTS } from './parts.js'
import { readConfig } from './read-config.js'
import { showStatus } from './show-status.js'
import { createSignInLink, type SignInLink } from './sign-in.js'
import { configure, type ElementStore, isFree } from './store.js'
import type { PagePart, View } from './view-contract.js'

/**
 * Stores how wide a connected button is, in em: on the next page the button keeps this room until the session is restored. The
 * number goes with the reconnect record.
 */
function keepRoom(element: WalletConnectButton): void {
  afterPaint(() => {
    const button = element[PARTS].root.querySelector('button')
    if (!button?.offsetWidth || !peek(flagKey(element.store), element.storage)) return
    const { currentCSSZoom: zoom = 1 } = button
    const room =
      button.getBoundingClientRect().width / zoom / Number.parseFloat(getComputedStyle(button).fontSize)
    writeWidth(element, room.toFixed(2))
  })
}

/** Stores the width of an element's connected button, or deletes it. */
function writeWidth({ store, storage }: WalletConnectButton, width: string | null): void {
  const key = widthKey(store)
  if (peek(key, storage) === width) return
  try {
    const place = storage ?? browserStorage()
    if (width) place.setItem(key, width)
    else place.removeItem(key)
  } catch {
    // Without the number the next page keeps a usual width.
  }
}

/**
 * Loads the code for attributes of forms and of pages without scripts, when the first element has such an attribute.
 *
 * @returns a function to call when the store or one of its elements has changed; it resolves when the page is updated
 */
function createPageLink(store: ElementStore, view: View): () => Promise<void> | undefined {
  let part: Promise<PagePart> | undefined
  let page: PagePart | undefined
  // Also when the part comes after the sign-in.
  store.client.on('signed_in', (detail) =>
    part?.then(
      (loaded) => loaded.signedIn?.(detail),
      () => {},
    ),
  )
  return () => {
    if (page) return void page.update()
    for (const { name, rpc, required, pageState, signedInHref } of store.elements)
      if (name || rpc || required || pageState || signedInHref) part ??= view.loadPage?.(store)
    return part?.then(
      (loaded) => {
        page = loaded
        page.update()
      },
      () => {
        // The console has reported the failure; the next change tries again.
        part = undefined
      },
    )
  }
}

/** A store with its modal and its sign-in. */
export interface OpenStore extends ElementStore {
  /** The link to sign-in, which loads its code when needed. */
  readonly signIn: SignInLink
  /** The modal, which follows the client's state. */
  readonly modal: ModalControl
  /** Updates forms and pages without scripts after a change of the store or its elements. */
  updatePage(): Promise<void> | undefined
}

/** Lets React draw the button of an element, as its store's state says. */
export type Draw = (element: WalletConnectButton, store: OpenStore) => void

/** The client's events that the page gets, without their prefix. */
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

/** Creates a store, with a client that has the configuration of its first user. @throws WalletError `config_invalid` */
export function createStore(first: User, view: View, draw: Draw): OpenStore {
  const client = createWalletClient(PARTS in first ? readConfig(first) : { store: first.store })
  const elements = new Set<WalletConnectButton>()
  const bare: ElementStore = {
    client,
    elements,
    used: null,
    dispatch: (event, detail) => dispatchAll(elements, bare.used, event, detail),
  }
  const signIn = createSignInLink(bare)
  for (const event of EVENTS)
    client.on(event, (detail) => {
      // A listener may read the page, and submit its form.
      showState()
      return bare.dispatch(`wallet_${event}`, detail)
    })
  // Everybody shares this object, because `used` changes.
  const modal = new ModalControl(Object.assign(bare, { signIn }), view)
  const store = Object.assign(bare, { signIn, modal, updatePage: createPageLink(bare, view) })
  function showState() {
    for (const element of elements) showStatus(element, client.getState())
    // `updatePage` never rejects: the console has its failures.
    void store.updatePage()
  }
  client.subscribe(() => {
    modal.update()
    showState()
    for (const element of [...elements].filter(isOnPage)) {
      const { status } = client.getState()
      if (status === 'connected' || (status === 'connecting' && element === store.used)) draw(element, store)
      if (status === 'connected') keepRoom(element)
      if (!peek(flagKey(element.store), element.storage)) writeWidth(element, null)
    }
    if (store.isLate && isFree(store)) configure(store)
  })
  return store
}
