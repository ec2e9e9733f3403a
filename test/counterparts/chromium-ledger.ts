/** What is alive on a page at one moment; two of them can be compared with `toEqual`. */
export interface Ledger {
  /** `window resize` → how many listeners. Windows, documents, body, media queries and the like; not single elements. */
  listeners: Record<string, number>
  timeouts: number
  intervals: number
  /** Animation frames and idle callbacks that are waiting. */
  frames: number
  /** WebSockets and event sources that are not closed. */
  sockets: number
  /** Own names and symbols of `window` that were not there at the beginning. */
  globals: string[]
  /** Own keys of the built-in prototypes that were not there at the beginning. */
  prototypes: string[]
  /** Keys of localStorage and sessionStorage. */
  storageKeys: string[]
}

/** One outgoing `postMessage` of the page's own window, and where it may go. */
export interface PostRecord {
  targetOrigin: unknown
  type: string
}

/** The ledger's object on the page. */
export interface LedgerHandle {
  /** What is there now belongs to the browser or the test, and is not counted. */
  begin(): void
  read(): Ledger
  posts(): PostRecord[]
  /** Where the living timers, intervals and frames come from, and in how many ms: for a failing test's message. */
  origins(): string[]
}

/**
 * Runs in each frame before any other script: counts what scripts start and do not end (SO3, SO4, SO6, SO7).
 *
 * It wraps the built-ins before anybody can capture them, and behaves exactly like them.
 */
export function installLedger(): void {
  type AnyFunction = (...args: unknown[]) => unknown
  interface ListenerRecord {
    type: string
    listener: unknown
    capture: boolean
    name: string
  }
  const scope = window as unknown as Record<string, AnyFunction> & Window
  const nativeAdd = EventTarget.prototype.addEventListener
  const nativeRemove = EventTarget.prototype.removeEventListener
  const live = new Set<ListenerRecord>()
  const byTarget = new WeakMap<EventTarget, ListenerRecord[]>()
  const timers = new Map<unknown, { kind: 'timeout' | 'interval' | 'frame'; ms: unknown; from: string }>()
  const sockets = new Set<unknown>()
  const posts: PostRecord[] = []

  const nameOf = (target: EventTarget | null | undefined): string | null => {
    if (target === undefined || target === null || target === window) return 'window'
    if (target === document) return 'document'
    if (target === document.documentElement || target === document.body) return (target as Element).localName
    // elements, ports and signals may be collected with their listeners: they cannot be counted from outside
    if (target instanceof Node || target instanceof MessagePort || target instanceof AbortSignal) return null
    const name = target.constructor?.name ?? 'unknown'
    return /^(?:MediaQueryList|VisualViewport|Screen|ScreenOrientation|Navigat|Storage|FontFaceSet|BroadcastChannel)/.test(
      name,
    )
      ? name
      : null
  }
  const drop = (target: EventTarget, record: ListenerRecord) => {
    live.delete(record)
    const records = byTarget.get(target)
    const index = records?.indexOf(record) ?? -1
    if (index >= 0) records?.splice(index, 1)
  }

  EventTarget.prototype.addEventListener = function add(type, listener, options) {
    const target = (this ?? window) as EventTarget
    const name = nameOf(target)
    const settings = typeof options === 'object' ? (options ?? {}) : { capture: Boolean(options) }
    const capture = Boolean(settings.capture)
    const records = byTarget.get(target) ?? []
    const known = records.some(
      (one) => one.type === type && one.listener === listener && one.capture === capture,
    )
    if (name !== null && listener && !known && !settings.signal?.aborted) {
      const record = { type, listener, capture, name }
      live.add(record)
      records.push(record)
      byTarget.set(target, records)
      if (settings.once) nativeAdd.call(target, type, () => drop(target, record), { once: true, capture })
      if (settings.signal)
        nativeAdd.call(settings.signal, 'abort', () => drop(target, record), { once: true })
    }
    return nativeAdd.call(target, type, listener, options)
  }
  EventTarget.prototype.removeEventListener = function remove(type, listener, options) {
    const target = (this ?? window) as EventTarget
    const capture = Boolean(typeof options === 'object' ? options?.capture : options)
    const records = byTarget.get(target) ?? []
    const record = records.find(
      (one) => one.type === type && one.listener === listener && one.capture === capture,
    )
    if (record) drop(target, record)
    return nativeRemove.call(target, type, listener, options)
  }

  const whence = () => new Error().stack?.split('\n').slice(3, 6).join(' <') ?? ''
  const wrap = (start: string, stop: string, kind: 'timeout' | 'interval' | 'frame') => {
    const nativeStart = scope[start]
    const nativeStop = scope[stop]
    if (!nativeStart || !nativeStop) return
    Object.assign(scope, {
      [start](run: unknown, ...rest: unknown[]) {
        const id = nativeStart.call(
          window,
          typeof run === 'function'
            ? (...args: unknown[]) => {
                if (kind !== 'interval') timers.delete(`${stop}${id}`)
                return run(...args)
              }
            : run,
          ...rest,
        )
        timers.set(`${stop}${id}`, { kind, ms: kind === 'frame' ? 0 : rest[0], from: whence() })
        return id
      },
      [stop](id: unknown) {
        timers.delete(`${stop}${id}`)
        // the two share their ids in browsers
        if (kind === 'timeout') timers.delete(`clearInterval${id}`)
        if (kind === 'interval') timers.delete(`clearTimeout${id}`)
        return nativeStop.call(window, id)
      },
    })
  }
  wrap('setTimeout', 'clearTimeout', 'timeout')
  wrap('setInterval', 'clearInterval', 'interval')
  wrap('requestAnimationFrame', 'cancelAnimationFrame', 'frame')
  wrap('requestIdleCallback', 'cancelIdleCallback', 'frame')

  const track = <T extends new (...args: never[]) => EventTarget>(Tracked: T): T =>
    new Proxy(Tracked, {
      construct(target, args, newTarget) {
        const socket = Reflect.construct(target, args, newTarget)
        sockets.add(socket)
        nativeAdd.call(socket, 'close', () => sockets.delete(socket))
        return socket
      },
    })
  Object.assign(scope, { WebSocket: track(WebSocket), EventSource: track(EventSource) })
  const nativeCloseSource = EventSource.prototype.close
  EventSource.prototype.close = function close() {
    sockets.delete(this)
    nativeCloseSource.call(this)
  }

  const nativePost = scope.postMessage as AnyFunction
  Object.assign(scope, {
    postMessage(message: unknown, ...rest: unknown[]) {
      const options = rest[0]
      const targetOrigin =
        typeof options === 'object' ? (options as WindowPostMessageOptions | null)?.targetOrigin : options
      posts.push({ targetOrigin, type: typeof message })
      return nativePost.call(window, message, ...rest)
    },
  })

  const namesOf = (value: object, prefix = '') =>
    Reflect.ownKeys(value)
      .filter((key) => !/^\d+$/.test(String(key)))
      .map((key) => prefix + String(key))
  const builtIns = {
    Object,
    Array,
    Function,
    String,
    Promise,
    EventTarget,
    Node,
    HTMLElement,
    ShadowRoot,
    Map,
    Set,
  }
  const prototypeNames = () =>
    Object.entries(builtIns).flatMap(([name, one]) => namesOf(one.prototype, `${name}.prototype.`))
  const storageKeys = () => {
    try {
      return [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()
    } catch {
      return []
    }
  }
  const count = (kind: string) => [...timers.values()].filter((timer) => timer.kind === kind).length

  let firstGlobals = new Set<string>()
  let firstPrototypes = new Set<string>()
  const handle: LedgerHandle = {
    begin() {
      live.clear()
      timers.clear()
      firstGlobals = new Set(namesOf(window))
      firstPrototypes = new Set(prototypeNames())
    },
    read() {
      const listeners: Record<string, number> = {}
      for (const { name, type } of live)
        listeners[`${name} ${type}`] = (listeners[`${name} ${type}`] ?? 0) + 1
      return {
        listeners,
        timeouts: count('timeout'),
        intervals: count('interval'),
        frames: count('frame'),
        sockets: [...sockets].filter((socket) => (socket as WebSocket).readyState < WebSocket.CLOSING).length,
        globals: namesOf(window).filter((name) => !firstGlobals.has(name)),
        prototypes: prototypeNames().filter((name) => !firstPrototypes.has(name)),
        storageKeys: storageKeys(),
      }
    },
    posts: () => [...posts],
    origins: () => [...timers.values()].map(({ kind, ms, from }) => `${kind} ${ms} ${from}`),
  }
  Object.defineProperty(window, 'pageLedger', { value: handle })
  handle.begin()
}

declare global {
  interface Window {
    pageLedger: LedgerHandle
  }
}
