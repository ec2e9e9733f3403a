import { clearTimer, NativePromise, setTimer, ticks } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import type { Provider, Relayer } from './client-parts.js'
import type { RelayLimits } from './limits.js'

interface Waiter {
  resolve(): void
  reject(error: Error): void
}

/** `readyState` of a socket (WHATWG WebSockets). */
const CLOSING = 2

const CLOSED = 'The connection to the relay was closed'

const late = () => NativePromise.reject(new Error('The relay did not answer in time'))

/**
 * Manages the client's only socket: it takes over the opening of sockets from the client, whose own attempts run at the
 * same time, wait for one another and make no pauses.
 */
export class SocketKeeper {
  readonly #waiters = new Set<Waiter>()
  readonly #dropped = new WeakSet<Provider>()
  /** The attempt to open a socket that runs. */
  #attempt: { since: number } | null = null
  /** Begins the next attempt after a pause. */
  #timer: number | undefined
  #failures = 0
  #isBlocked = false
  #openedAt = Number.POSITIVE_INFINITY
  #making: Promise<void> = NativePromise.resolve()

  /**
   * @param isAwaited whether somebody waits for an answer over the relay
   * @param onOpen called when a socket is open and has subscribed to its topics again
   */
  constructor(
    private readonly relayer: Relayer,
    private readonly limits: RelayLimits,
    private readonly isAwaited: () => boolean,
    private readonly onOpen: () => void,
  ) {
    relayer.toEstablishConnection = async () => {
      await relayer.confirmOnlineStateOrThrow()
      await this.untilOpen(new AbortController().signal)
    }
    relayer.transportOpen = async () => {
      if (relayer.subscriber.hasAnyTopics) this.#start()
    }
    relayer.transportDisconnect = async () => {
      this.#stopTimer()
      this.#attempt = null
      if (relayer.transportExplicitlyClosed) this.#settle(({ reject }) => reject(new Error(CLOSED)))
      this.#drop(relayer.provider)
    }
    relayer.onProviderDisconnect = () => this.#onDisconnect()
    globalThis.addEventListener?.('online', () => {
      if (relayer.transportExplicitlyClosed || !relayer.subscriber.hasAnyTopics) return
      this.#start()
      this.wake()
    })
  }

  /** The visitor wants something: skip the pause, and replace an attempt that hangs. */
  wake(): void {
    this.#failures = 0
    this.#isBlocked = false
    if (this.relayer.connected || !this.relayer.subscriber.hasAnyTopics) return
    if (!this.#attempt || ticks() - this.#attempt.since > this.limits.stale) this.#begin()
  }

  /** Resolves when a socket is open. Rejects when the socket is closed on purpose, or `signal` is aborted. */
  untilOpen(signal: AbortSignal): Promise<void> {
    return new NativePromise((resolve, reject) => {
      if (signal.aborted || this.#isBlocked) return reject(signal.reason ?? new Error(CLOSED))
      if (this.relayer.connected) return resolve()
      const stop = () => waiter.reject(signal.reason)
      const end = (run: () => void) => {
        this.#waiters.delete(waiter)
        signal.removeEventListener('abort', stop)
        run()
      }
      const waiter: Waiter = {
        resolve: () => end(resolve),
        reject: (error: Error) => end(() => reject(error)),
      }
      this.#waiters.add(waiter)
      signal.addEventListener('abort', stop)
      this.#start()
      // Somebody waits now, so cut a long pause short.
      if (this.#timer !== undefined && this.#failures > 2) {
        this.#failures = 1
        this.#stopTimer()
        this.#later()
      }
    })
  }

  /** This socket does not answer: open another, if this socket is still in use. */
  replace(provider: Provider): void {
    if (this.relayer.provider !== provider) return
    // The browser may report the end late, so tell the client at once.
    void this.relayer.onProviderDisconnect()
    this.#begin()
  }

  /** The relay has answered: the next loss counts as the first. */
  praise(): void {
    this.#failures = 0
  }

  /** The relay refuses this page: open no socket before {@link SocketKeeper.wake}. */
  block(): void {
    this.#isBlocked = true
    this.#settle(({ reject }) => reject(new Error(CLOSED)))
  }

  #settle(notify: (waiter: Waiter) => void): void {
    for (const waiter of [...this.#waiters]) notify(waiter)
  }

  #drop(provider: Provider): void {
    this.#dropped.add(provider)
    // A socket that cannot be closed is closed already.
    void provider.disconnect?.()?.catch(() => {})
  }

  #stopTimer(): void {
    clearTimer(this.#timer)
    this.#timer = undefined
  }

  #start(): void {
    if (this.#isBlocked) return
    const { relayer } = this
    relayer.transportExplicitlyClosed = false
    if (relayer.connected || this.#attempt || this.#timer !== undefined) return
    // The relay is closing the socket; its reason arrives in a moment.
    const isClosing = relayer.provider.connection?.socket?.readyState === CLOSING
    if (!isClosing || this.#dropped.has(relayer.provider)) this.#begin()
  }

  #begin(): void {
    this.#stopTimer()
    // It never rejects: a failure leads to the next try.
    void this.#open()
  }

  /** Opens a socket. Every step checks that its attempt is still current. */
  async #open(): Promise<void> {
    const { relayer, limits } = this
    const own = { since: ticks() }
    this.#attempt = own
    const isCurrent = () => this.#attempt === own
    let provider: Provider | undefined
    try {
      this.#drop(relayer.provider)
      this.#making = this.#making.then(() => (isCurrent() ? relayer.createProvider() : undefined))
      await this.#making
      if (!isCurrent()) return
      provider = relayer.provider
      const mine = provider
      const opening = mine.connect()
      // A socket that opens after its attempt was given up is closed.
      opening.then(
        () => isCurrent() || this.#drop(mine),
        () => {},
      )
      await within(opening, limits.open, late)
      if (!isCurrent()) return
      this.#settle(({ resolve }) => resolve())
      await within(relayer.subscriber.start(), limits.open, late)
      if (!isCurrent()) return
      this.#attempt = null
      this.#openedAt = ticks()
      this.onOpen()
    } catch {
      if (!isCurrent()) return
      this.#attempt = null
      if (provider) this.#drop(provider)
      await relayer.subscriber.stop()
      this.#later()
    }
  }

  /** Tries again after a pause, which grows with each failure. */
  #later(): void {
    const { limits } = this
    if (this.#attempt || this.#timer !== undefined) return
    if (this.#isBlocked || this.relayer.transportExplicitlyClosed) return
    const longest = this.#waiters.size > 0 || this.isAwaited() ? limits.maxAwaitedRetry : limits.maxRetry
    const pause = this.#failures
      ? Math.min(limits.retry * 2 ** (this.#failures - 1), longest)
      : limits.firstRetry
    this.#failures += 1
    this.#timer = setTimer(() => this.#begin(), pause)
  }

  async #onDisconnect(): Promise<void> {
    const { relayer } = this
    clearTimer(relayer.pingTimeout)
    relayer.events.emit('relayer_disconnect')
    this.#attempt = null
    if (ticks() - this.#openedAt > this.limits.steady) this.#failures = 0
    this.#openedAt = Number.POSITIVE_INFINITY
    await relayer.subscriber.stop()
    if (relayer.subscriber.hasAnyTopics || this.#waiters.size > 0) this.#later()
  }
}
