import { WalletError } from '../errors/wallet-error.js'
import { isOnPage } from '../platform/environment.js'
import { clearTimer, setTimer } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { HUB, type User } from './hub.js'
import type { OpenStore } from './open-store.js'
import { PARTS } from './parts.js'
import { readConfig } from './read-config.js'
import { showStatus } from './show-status.js'

/** When a user has left the page for longer than this, it leaves its store, in ms. To move an element, a page first removes it. */
const DETACHED_GRACE = 1_000

/** The place of a user in a store. A user without a seat is in no store. */
interface Seat {
  readonly store: OpenStore
  /** The timer after which a user who has left the page gives up its seat. */
  leaving?: number
}

/** The stores of a page, by name, and who is in each. */
export interface Seats {
  /** The store that the user has joined. */
  get(user: User): OpenStore | undefined
  /** The store that the user has joined, else the store that it would join. */
  find(user: User): OpenStore | undefined
  /** Moves the user into the store that it names. @throws WalletError `config_invalid` */
  join(user: User): OpenStore
  /** Joins the store, and gives its client the element's current configuration. @throws WalletError `config_invalid` */
  use(user: User): OpenStore
  /** The user is on the page. */
  stay(user: User): void
  /** The user has left the page, perhaps for a moment. */
  depart(user: User): void
  /** Takes the user out of its store. When nobody is left there, what the store's client has begun ends with `disposed`. */
  leave(user: User): void
}

/**
 * Creates the {@link Seats} of a page.
 *
 * @param create creates a store for its first user
 * @param clear takes back what was drawn for a user
 */
export function createSeats(create: (first: User) => OpenStore, clear: (user: User) => void): Seats {
  const stores = new Map<string, OpenStore>()
  const seats = new Map<User, Seat>()
  const get = (user: User) => seats.get(user)?.store
  const stay = (user: User) => clearTimer(seats.get(user)?.leaving)

  function open(user: User): OpenStore {
    const known = stores.get(user.store)
    if (known) return known
    const store = create(user)
    stores.set(user.store, store)
    // The first elements are attached while the app is still being created.
    queueMicrotask(() => {
      for (const { follow } of HUB.followers ?? []) follow()
    })
    return store
  }

  function leave(user: User): void {
    const store = get(user)
    if (!store) return
    stay(user)
    seats.delete(user)
    clear(user)
    store.elements.delete(user as WalletConnectButton)
    if (store.used === user) store.used = null
    // The server that it has named is not asked any more.
    store.signIn.update()
    // What the element has written on the page goes with it. `updatePage` never rejects: the console has its failures.
    void store.updatePage()
    if ([...seats.values()].some((seat) => seat.store === store)) return
    const disposed = new WalletError('disposed')
    store.signIn.cancel(disposed)
    store.client.abort(disposed)
  }

  function depart(user: User): void {
    const seat = seats.get(user)
    if (seat) seat.leaving = setTimer(() => leave(user), DETACHED_GRACE)
  }

  function join(user: User): OpenStore {
    const store = open(user)
    if (get(user) === store) return store
    leave(user)
    seats.set(user, { store })
    if (PARTS in user) {
      store.elements.add(user)
      showStatus(user, store.client.getState())
      // It has gone before the code for its call has come. An element that was never on the page needs none.
      if (user[PARTS].root.firstChild && !isOnPage(user)) depart(user)
    } else if (!HUB.followers?.has(user)) depart(user)
    return store
  }

  return {
    get,
    find: (user) => get(user) ?? stores.get(user.store),
    join,
    use(user) {
      const store = join(user)
      if (PARTS in user) {
        store.used = user
        store.client.configure(readConfig(user))
      }
      return store
    },
    stay,
    depart,
    leave,
  }
}
