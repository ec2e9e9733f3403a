import type { Connector, ConnectorSource } from '../connectors/connector.js'
import { MAX_WALLETS } from '../constants.js'
import { clearTimer, NativePromise, setTimer, ticks } from '../platform/natives.js'
import type { WalletConfig } from './config.js'
import type { WalletState } from './state.js'
import type { Store } from './store.js'

/** Pause between two scans for late wallets while the list is on screen, in ms. */
const LIST_RESCAN = 500
/**
 * Until the first of them, in ms: once the list is painted, and before the visitor's first click. Safari lets a click open a window only
 * where the wallet's code is there already.
 */
const FIRST_RESCAN = 50

/** Finds the wallets of the page, and keeps them in order of discovery. */
export interface Discovery {
  /** When the first scan began, in ms since the page opened; null before that. */
  readonly since: number | null
  /** The same array until a wallet comes or goes. */
  all(): readonly Connector[]
  /** Scans for wallets. The client scans nothing before the first call. */
  scan(): void
  /** Calls `listener` once for all changes of one task, and when a part that a source waits for has loaded. @returns the way to stop */
  watch(listener: () => void): () => void
  stop(): void
}

/** Calls `rescan` again and again while the list is on screen. @returns the way to stop */
function followList(store: Store<WalletState>, rescan: () => void): () => void {
  let timer: number | undefined
  let stopped = false
  const follow = () => {
    const isWanted = store.get().open && !stopped
    if (isWanted === (timer !== undefined)) return
    clearTimer(timer)
    timer = undefined
    if (!isWanted) return
    const scanAgain = () => {
      rescan()
      timer = setTimer(scanAgain, LIST_RESCAN)
    }
    timer = setTimer(scanAgain, FIRST_RESCAN)
  }
  const unsubscribe = store.subscribe(follow)
  return () => {
    stopped = true
    unsubscribe()
    follow()
  }
}

/**
 * Gathers the connectors that the sources find. Some wallets arrive long after the page, so it scans again and again while
 * the list is on screen.
 */
export function createDiscovery(
  sources: readonly ConnectorSource[],
  store: Store<WalletState>,
  getConfig: () => WalletConfig,
): Discovery {
  const found = new Map<string, Connector>()
  const listeners = new Set<() => void>()
  const stops: ReturnType<ConnectorSource['start']>[] = []
  let list: readonly Connector[] | undefined
  let since: number | null = null
  let isScheduled = false
  let stopped = false
  const notify = () => {
    isScheduled = false
    if (!stopped) for (const listener of [...listeners]) listener()
  }
  const schedule = () => {
    list = undefined
    if (isScheduled) return
    isScheduled = true
    queueMicrotask(() => isScheduled && notify())
  }
  const add = (connector: Connector) => {
    const known = found.get(connector.id)
    if (!known && found.size >= MAX_WALLETS) return
    // A row to install must not hide its wallet, nor a wallet a wallet of another namespace with the same id.
    if (
      known?.availability === 'ready' &&
      (connector.availability !== 'ready' || connector.namespace !== known.namespace)
    )
      return
    found.set(connector.id, connector)
    schedule()
  }
  const remove = (id: string) => {
    if (found.delete(id)) schedule()
  }
  const rescan = (timed?: boolean) => {
    for (const source of sources) source.rescan?.(timed)
  }
  const unfollow = followList(store, () => rescan(true))

  return {
    get since() {
      return since
    },
    all() {
      list ??= [...found.values()]
      return list
    },
    scan() {
      if (stopped) return
      if (since !== null) return rescan()
      since = ticks()
      for (const source of sources) {
        stops.push(source.start(add, remove, getConfig))
        if (source.settled) NativePromise.resolve(source.settled).then(schedule, schedule)
      }
      notify()
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop() {
      stopped = true
      unfollow()
      for (const stop of stops) stop?.()
    },
  }
}
