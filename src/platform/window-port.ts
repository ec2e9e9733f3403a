import { WalletError } from '../errors/wallet-error.js'
import type { Message } from './message.js'
import { clearTimer, NativePromise, now, setTimer } from './natives.js'

/** What a page of trpc-browser posts to its opener when it can be asked. */
const LOADED = 'TRPC_BROWSER::POPUP_LOADED'

/** Pause between two checks of the other window, in ms (specification: popup polling). */
const POLL_INTERVAL = 100

/** Another window that can be gone at any time. */
export interface PortSource {
  readonly view: Window | null
  /** When its page began to load, in ms since the epoch. */
  readonly since: number
  listen(listener: (message: Message) => void): void
  isGone(): boolean
  /** Whether it can vanish at any time without an event, so that it is looked at for as long as the port is open. */
  readonly fleeting: boolean
  /** Why it is gone. @param loaded whether its page had loaded */
  explain(loaded: boolean): WalletError | Promise<WalletError>
  /** Releases the window and everything that listens to it. */
  close(): void
}

/** A connection to the page in another window: to its exact origin, and from it alone. */
export interface Port {
  readonly ended: boolean
  /** The origin the page has shown itself under. */
  readonly origin: string | null
  /** Resolves when the page has said that it is there; rejects when it never will. */
  loaded(): Promise<void>
  /** Posts to the page that has loaded. Nothing is ever posted before. */
  post(message: unknown): void
  /** Takes an origin as the page's, where another sign than the load signal has proved it. */
  bind(origin: string): void
  /** The window was sent to another page: its load signal is waited for anew. */
  reset(): void
  /** Looks after the window again, where it is {@link PortSource.fleeting} for a time only. */
  watch(): void
  end(error: WalletError): void
}

/** What a {@link createPort} is made of. */
export interface PortOptions {
  source: PortSource
  /** The origins that are believed. */
  origins: readonly string[]
  /** Longest wait for the load signal, in ms. */
  loadTimeout: number
  onMessage(message: unknown, origin: string): void
  /** Called once, when nothing more will come. */
  onEnd(error: WalletError): void
}

/** Opens a {@link Port}. It watches the window from the first moment on, until it ends. */
export function createPort({ source, origins, loadTimeout, onMessage, onEnd }: PortOptions): Port {
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
    } else if (!origin && now() - source.since >= loadTimeout) end(new WalletError('popup_load_timeout'))
    else if (!origin || source.fleeting) timer = setTimer(look, POLL_INTERVAL)
  }
  const hear = (event: Message) => {
    // A script of this page can make such an event up; a browser alone can make a trusted one.
    if (ended || !event.isTrusted || !origins.includes(event.origin)) return
    for (const port of event.ports) port.close()
    if (origin && event.origin !== origin) return
    if (event.data !== LOADED) return onMessage(event.data, event.origin)
    if (!origin && now() - source.since < loadTimeout) bind(event.origin)
  }
  // What the window has said, or come to, before there was a port is for a caller that has the port.
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
