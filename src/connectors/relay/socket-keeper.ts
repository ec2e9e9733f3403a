import { clearTimer, NativePromise, setTimer, ticks } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import type { Provider, Relayer } from './client-parts.js'
import type { RelayLimits } from './limits.js'

interface Waiter {
  resolve(): void
  reject(error: Error): void
}

/**
 * What becomes of the socket. Whether it is open now, only the socket itself knows.
 *
 * - `idle`: nobody opens one.
 * - `opening`: an attempt runs, since then on the clock of `ticks`.
 * - `open`: it was opened then, and has not been reported as closed.
 * - `pausing`: the next attempt begins after a pause.
 * - `refused`: the relay refuses this page, until the visitor wants something.
 */
type Stage =
  | { readonly is: 'idle' | 'refused' }
  | { readonly is: 'opening' | 'open'; readonly since: number }
  | { readonly is: 'pausing'; readonly timer: number }

const IDLE: Stage = { is: 'idle' }

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
  #stage: Stage = IDLE
  #failures = 0
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
      if (this.#stage.is !== 'refused') this.#move(IDLE)
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
    const stage = this.#stage
    this.#failures = 0
    if (stage.is === 'refused') this.#move(IDLE)
    if (this.relayer.connected || !this.relayer.subscriber.hasAnyTopics) return
    if (stage.is !== 'opening' || ticks() - stage.since > this.limits.stale) this.#begin()
  }

  /** Resolves when a socket is open. Rejects when the socket is closed on purpose, or `signal` is aborted. */
  untilOpen(signal: AbortSignal): Promise<void> {
    return new NativePromise((resolve, reject) => {
      if (signal.aborted || this.#stage.is === 'refused') return reject(signal.reason ?? new Error(CLOSED))
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
      if (this.#stage.is === 'pausing' && this.#failures > 2) {
        this.#failures = 1
        this.#move(IDLE)
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
  resetFailures(): void {
    this.#failures = 0
  }

  /** How long the socket has been open, in ms; null when none is. */
  readAge(): number | null {
    return this.#stage.is === 'open' ? ticks() - this.#stage.since : null
  }

  /** The relay refuses this page: open no socket before {@link SocketKeeper.wake}. */
  block(): void {
    this.#move({ is: 'refused' })
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

  /** The only way to another stage: it ends the pause, or the attempt, of the stage before. */
  #move(stage: Stage): void {
    if (this.#stage.is === 'pausing') clearTimer(this.#stage.timer)
    this.#stage = stage
  }

  #start(): void {
    const { relayer } = this
    const { is } = this.#stage
    if (is === 'refused') return
    relayer.transportExplicitlyClosed = false
    if (relayer.connected || is === 'opening' || is === 'pausing') return
    // The relay is closing the socket; its reason arrives in a moment.
    const isClosing = relayer.provider.connection?.socket?.readyState === CLOSING
    if (!isClosing || this.#dropped.has(relayer.provider)) this.#begin()
  }

  #begin(): void {
    // It never rejects: a failure leads to the next try.
    void this.#open()
  }

  /** Opens a socket. Every step checks that its own stage is still the current one. */
  async #open(): Promise<void> {
    const { relayer, limits } = this
    let own: Stage = { is: 'opening', since: ticks() }
    this.#move(own)
    const isCurrent = () => this.#stage === own
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
      own = { is: 'open', since: ticks() }
      this.#move(own)
      this.#settle(({ resolve }) => resolve())
      await within(relayer.subscriber.start(), limits.open, late)
      if (isCurrent()) this.onOpen()
    } catch {
      if (!isCurrent()) return
      this.#move(IDLE)
      if (provider) this.#drop(provider)
      await relayer.subscriber.stop()
      this.#later()
    }
  }

  /** Tries again after a pause, which grows with each failure. */
  #later(): void {
    const { limits } = this
    if (this.#stage.is !== 'idle' || this.relayer.transportExplicitlyClosed) return
    const longest = this.#waiters.size > 0 || this.isAwaited() ? limits.maxAwaitedRetry : limits.maxRetry
    const pause = this.#failures
      ? Math.min(limits.retry * 2 ** (this.#failures - 1), longest)
      : limits.firstRetry
    this.#failures += 1
    this.#move({ is: 'pausing', timer: setTimer(() => this.#begin(), pause) })
  }

  async #onDisconnect(): Promise<void> {
    const { relayer } = this
    clearTimer(relayer.pingTimeout)
    relayer.events.emit('relayer_disconnect')
    if ((this.readAge() ?? 0) > this.limits.steady) this.#failures = 0
    if (this.#stage.is === 'opening' || this.#stage.is === 'open') this.#move(IDLE)
    await relayer.subscriber.stop()
    if (relayer.subscriber.hasAnyTopics || this.#waiters.size > 0) this.#later()
  }
}
