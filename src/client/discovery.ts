import type { Connector, ConnectorSource } from '../connectors/connector.js'
import { LIST_RESCAN, MAX_WALLETS } from '../constants.js'
import { clearTimer, setTimer, ticks } from '../platform/natives.js'
import type { WalletConfig } from './config.js'
import type { WalletState } from './state.js'
import type { Store } from './store.js'

/** What was found on the page, in order of discovery. */
export interface Discovery {
  /** When the first look was taken, in ms of the page's life; null before. */
  readonly since: number | null
  all(): Connector[]
  /** Looks for wallets; nothing is looked for before the first call. */
  look(): void
  stop(): void
}

/**
 * Gathers what the sources find. Some wallets arrive long after the page: while the list is on screen, it is looked for them
 * again and again.
 *
 * @param onChange called once for all changes of one task
 */
export function createDiscovery(
  sources: readonly ConnectorSource[],
  store: Store<WalletState>,
  getConfig: () => WalletConfig,
  onChange: () => void,
): Discovery {
  const found = new Map<string, Connector>()
  const stops: ((() => void) | void)[] = []
  let since: number | null = null
  let telling = false
  let stopped = false
  let timer: number | undefined

  const tell = () => {
    if (telling) return
    telling = true
    queueMicrotask(() => {
      telling = false
      if (!stopped) onChange()
    })
  }
  const add = (connector: Connector) => {
    const known = found.get(connector.id)
    if (!known && found.size >= MAX_WALLETS) return
    // A row for installing never hides the wallet itself, nor does a wallet that borrows the id of another kind's.
    if (
      known?.availability === 'ready' &&
      (connector.availability !== 'ready' || connector.namespace !== known.namespace)
    )
      return
    found.set(connector.id, connector)
    tell()
  }
  const remove = (id: string) => {
    if (found.delete(id)) tell()
  }
  const rescan = (timed?: boolean) => {
    for (const source of sources) source.rescan?.(timed)
  }
  const watch = () => {
    const isWanted = store.get().open && !stopped
    if (isWanted === (timer !== undefined)) return
    clearTimer(timer)
    timer = undefined
    if (!isWanted) return
    const again = () => {
      rescan(true)
      timer = setTimer(again, LIST_RESCAN)
    }
    timer = setTimer(again, LIST_RESCAN)
  }
  const unwatch = store.subscribe(watch)

  return {
    get since() {
      return since
    },
    all: () => [...found.values()],
    look() {
      if (stopped) return
      if (since !== null) return rescan()
      since = ticks()
      for (const source of sources) stops.push(source.start(add, remove, getConfig))
      onChange()
    },
    stop() {
      stopped = true
      unwatch()
      watch()
      for (const stop of stops) stop?.()
    },
  }
}
