import { WalletError } from '../errors/wallet-error.js'
import { clearTimer, NativePromise, setTimer, ticks } from './natives.js'
import type { Message } from './trusted-message.js'

/** Pause between two checks of the other window, in ms (specification: popup polling). */
const POLL_INTERVAL = 100

/** Another window, which can disappear at any time. */
export interface PortSource {
  readonly view: Window | null
  /** When its page began to load, on the clock of `ticks`. */
  readonly since: number
  listen(listener: (message: Message) => void): void
  isGone(): boolean
  /** Whether it can disappear without an event, so that the port checks it for as long as it is open. */
  readonly fleeting: boolean
  /** Why it has disappeared. @param loaded whether its page had loaded */
  explain(loaded: boolean): WalletError | Promise<WalletError>
  /** Releases the window and everything that listens to it. */
  close(): void
}

/** A connection to the page in another window. It sends to the page's exact origin, and receives only from it. */
export interface Port {
  readonly ended: boolean
  /** The origin that the page has sent messages from. */
  readonly origin: string | null
  /** Resolves when the page has reported that it is ready; rejects when it never will. */
  loaded(): Promise<void>
  /** Posts to the loaded page. It posts nothing before. */
  post(message: unknown): void
  /** Accepts an origin as the page's, when something else than the load signal has proved it. */
  bind(origin: string): void
  /** The window was sent to another page: wait for its load signal again. */
  reset(): void
  /** Checks the window again, when it is {@link PortSource.fleeting} only for a time. */
  watch(): void
  end(error: WalletError): void
}

/** Options of {@link createPort}. */
export interface PortOptions {
  source: PortSource
  /** The origins that are accepted. */
  origins: readonly string[]
  /** The message by which the page says that it is ready. Without one, {@link Port.bind} says so. */
  loadSignal?: string
  /** Longest wait for the load signal, in ms. */
  loadTimeout: number
  onMessage(message: unknown, origin: string): void
  /** Called once, when no more messages will come. */
  onEnd(error: WalletError): void
}

/** Opens a {@link Port}. It watches the window from the beginning to its end. */
export function createPort({
  source,
  origins,
  loadSignal,
  loadTimeout,
  onMessage,
  onEnd,
}: PortOptions): Port {
  let origin: string | null = null
  let ended: WalletError | null = null
  let timer: number | undefined
  let losing = false
  const waiting: { resolve(): void; reject(error: WalletError): void }[] = []

  const bind = (from: string) => {
    origin = from
    for (const { resolve } of waiting.splice(0)) resolve()
  }
  const end = (error: WalletError) => {
    if (ended) return
    ended = error
    clearTimer(timer)
    source.listen(() => {})
    source.close()
    for (const { reject } of waiting.splice(0)) reject(error)
    onEnd(error)
  }
  const look = () => {
    if (ended || losing) return
    clearTimer(timer)
    if (source.isGone()) {
      losing = true
      // `explain` never rejects: it answers with the error to end with.
      void NativePromise.resolve(source.explain(origin !== null)).then(end)
    } else if (!origin && ticks() - source.since >= loadTimeout) end(new WalletError('popup_load_timeout'))
    else if (!origin || source.fleeting) timer = setTimer(look, POLL_INTERVAL)
  }
  const hear = (event: Message) => {
    // A script of this page can create such an event, but only a browser can create a trusted one.
    if (ended || !event.isTrusted || !origins.includes(event.origin)) return
    for (const port of event.ports) port.close()
    if (origin && event.origin !== origin) return
    if (event.data === undefined || event.data !== loadSignal) return onMessage(event.data, event.origin)
    if (!origin && ticks() - source.since < loadTimeout) bind(event.origin)
  }
  // Deliver earlier messages of the window only when the caller has the port.
  queueMicrotask(() => {
    if (ended) return
    source.listen(hear)
    look()
  })

  return {
    get ended() {
      return ended !== null
    },
    get origin() {
      return origin
    },
    loaded: () =>
      new NativePromise((resolve, reject) => {
        if (ended) reject(ended)
        else if (origin) resolve()
        else waiting.push({ resolve, reject })
      }),
    post(message) {
      if (!ended && origin) source.view?.postMessage(message, origin)
    },
    bind: (from) => {
      if (!ended && !origin && origins.includes(from)) bind(from)
    },
    reset() {
      origin = null
    },
    watch: look,
    end,
  }
}
