import { readField } from '../../errors/normalise.js'
import type { Eip1193Provider } from './announcement.js'
import { toPageProvider } from './page-provider.js'
import type { ProviderEvents } from './provider-events.js'

type Listener = (payload: unknown) => void
type Subscribe = (event: string, listener: Listener) => unknown

/** The events of a wallet's provider, some of which lack `once`, `off`, `removeListener` (Trust) or all of them. */
function completeEvents(wallet: Eip1193Provider): ProviderEvents {
  const call = (names: readonly string[], event: string, listener: Listener) => {
    const method = names.map((name) => readField(wallet, name)).find((one) => typeof one === 'function')
    if (method) (method as Subscribe).call(wallet, event, listener)
  }
  /** The page's listeners for the next event alone, and ours, which the wallet has instead. */
  let onces: { event: string; listener: Listener; first: Listener }[] = []
  function remove(event: string, listener: Listener) {
    const last = onces.findLast((one) => one.event === event && one.listener === listener)
    onces = onces.filter((one) => one !== last)
    call(['removeListener', 'off'], event, last?.first ?? listener)
  }
  return {
    on: (event, listener) => call(['on', 'addListener'], event, listener),
    once(event, listener) {
      let isOver = false
      const first: Listener = (payload) => {
        if (isOver) return
        isOver = true
        onces = onces.filter((one) => one.first !== first)
        call(['removeListener', 'off'], event, first)
        listener(payload)
      }
      onces.push({ event, listener, first })
      call(['on', 'addListener'], event, first)
    },
    off: remove,
    removeListener: remove,
  }
}

/** One for each wallet, so that pages and stores can compare them. */
const made = new WeakMap<object, Eip1193Provider>()

/**
 * Makes the page's provider of a wallet in the page: it has `request`, `on`, `once`, `off` and `removeListener` whatever the wallet has,
 * rejects with numbers as {@link toPageProvider} does, and has all other members of the wallet's own object.
 */
export function completeProvider(wallet: Eip1193Provider): Eip1193Provider {
  const known = made.get(wallet)
  if (known) return known
  const own: object = toPageProvider({ request: (args) => wallet.request(args), ...completeEvents(wallet) })
  // The target is an object of ours: a frozen one would forbid other functions than its own.
  const provider = new Proxy({} as Eip1193Provider, {
    get(_, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name)
      const value = Reflect.get(wallet, name, wallet)
      // The wallet's methods may read private fields of the object that they belong to.
      return typeof value === 'function' ? value.bind(wallet) : value
    },
    has: (_, name) => Object.hasOwn(own, name) || Reflect.has(wallet, name),
    set: (_, name, value) => Reflect.set(wallet, name, value, wallet),
  })
  made.set(wallet, provider)
  return provider
}
