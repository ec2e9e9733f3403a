import { clearTimer, NativePromise, setTimer, ticks } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import type { Provider, Relayer } from './client-parts.js'
import type { RelayLimits } from './limits.js'

/** Manages the client's only socket. */
export interface SocketKeeper {
  /** The visitor wants something: skip the pause, and replace an attempt that hangs. */
  wake(): void
  /** Resolves when a socket is open. Rejects when the socket is closed on purpose, or `signal` is aborted. */
  untilOpen(signal: AbortSignal): Promise<void>
  /** This socket does not answer: open another, if this socket is still in use. */
  replace(provider: Provider): void
  /** The relay has answered: the next loss counts as the first. */
  praise(): void
  /** The relay refuses this page: open no socket before {@link SocketKeeper.wake}. */
  block(): void
}

interface Waiter {
  resolve(): void
  reject(error: Error): void
}

/** `readyState` of a socket (WHATWG WebSockets). */
const CLOSING = 2

const CLOSED = 'The connection to the relay was closed'

/**
 * Takes over the opening of sockets from the client. The client's own attempts run at the same time, wait for one
 * another and make no pauses.
 *
 * @param isAwaited whether somebody waits for an answer over the relay
 * @param onOpen called when a socket is open and has subscribed to its topics again
 */
export function keepSocket(
  relayer: Relayer,
  limits: RelayLimits,
  isAwaited: () => boolean,
  onOpen: () => void,
): SocketKeeper {
  const { subscriber } = relayer
  const waiters = new Set<Waiter>()
  let attempt: { since: number } | null = null
  let timer: number | undefined
  let failures = 0
  let blocked = false
  let openedAt = Number.POSITIVE_INFINITY
  let making: Promise<void> = NativePromise.resolve()

  const settle = (notify: (waiter: Waiter) => void) => {
    for (const waiter of [...waiters]) notify(waiter)
  }
  const dropped = new WeakSet<Provider>()
  const drop = (provider: Provider) => {
    dropped.add(provider)
    // A socket that cannot be closed is closed already.
    void provider.disconnect?.()?.catch(() => {})
  }
  /** The relay is closing the socket; its reason arrives in a moment. */
  const isClosing = ({ connection }: Provider) =>
    connection?.socket?.readyState === CLOSING && !dropped.has(relayer.provider)

  /** Opens a socket. Every step checks that its attempt is still current. */
  async function open() {
    const own = { since: ticks() }
    attempt = own
    const isCurrent = () => attempt === own
    let provider: Provider | undefined
    try {
      drop(relayer.provider)
      making = making.then(() => (isCurrent() ? relayer.createProvider() : undefined))
      await making
      if (!isCurrent()) return
      provider = relayer.provider
      const mine = provider
      const opening = mine.connect()
      // A socket that opens after its attempt was given up is closed.
      opening.then(
        () => isCurrent() || drop(mine),
        () => {},
      )
      const late = () => NativePromise.reject(new Error('The relay did not answer in time'))
      await within(opening, limits.open, late)
      if (!isCurrent()) return
      settle(({ resolve }) => resolve())
      await within(subscriber.start(), limits.open, late)
      if (!isCurrent()) return
      attempt = null
      openedAt = ticks()
      onOpen()
    } catch {
      if (!isCurrent()) return
      attempt = null
      if (provider) drop(provider)
      await subscriber.stop()
      later()
    }
  }

  const begin = () => {
    clearTimer(timer)
    timer = undefined
    // `open` never rejects: a failure leads to the next try.
    void open()
  }

  /** Tries again after a pause, which grows with each failure. */
  function later() {
    if (attempt || timer !== undefined || blocked || relayer.transportExplicitlyClosed) return
    const longest = waiters.size > 0 || isAwaited() ? limits.maxAwaitedRetry : limits.maxRetry
    const pause = failures ? Math.min(limits.retry * 2 ** (failures - 1), longest) : limits.firstRetry
    failures += 1
    timer = setTimer(begin, pause)
  }

  const start = () => {
    if (blocked) return
    relayer.transportExplicitlyClosed = false
    if (relayer.connected || attempt || timer !== undefined || isClosing(relayer.provider)) return
    begin()
  }

  const keeper: SocketKeeper = {
    wake() {
      failures = 0
      blocked = false
      if (relayer.connected || !subscriber.hasAnyTopics) return
      if (!attempt || ticks() - attempt.since > limits.stale) begin()
    },
    untilOpen: (signal) =>
      new NativePromise((resolve, reject) => {
        if (signal.aborted || blocked) return reject(signal.reason ?? new Error(CLOSED))
        if (relayer.connected) return resolve()
        const stop = () => waiter.reject(signal.reason)
        const end = (run: () => void) => {
          waiters.delete(waiter)
          signal.removeEventListener('abort', stop)
          run()
        }
        const waiter: Waiter = {
          resolve: () => end(resolve),
          reject: (error: Error) => end(() => reject(error)),
        }
        waiters.add(waiter)
        signal.addEventListener('abort', stop)
        start()
        // Somebody waits now, so cut a long pause short.
        if (timer !== undefined && failures > 2) {
          failures = 1
          clearTimer(timer)
          timer = undefined
          later()
        }
      }),
    replace(provider) {
      if (relayer.provider !== provider) return
      // The browser may report the end late, so tell the client at once.
      void relayer.onProviderDisconnect()
      clearTimer(timer)
      begin()
    },
    praise() {
      failures = 0
    },
    block() {
      blocked = true
      settle(({ reject }) => reject(new Error(CLOSED)))
    },
  }

  relayer.toEstablishConnection = async () => {
    await relayer.confirmOnlineStateOrThrow()
    await keeper.untilOpen(new AbortController().signal)
  }
  relayer.transportOpen = async () => {
    if (subscriber.hasAnyTopics) start()
  }
  relayer.transportDisconnect = async () => {
    clearTimer(timer)
    timer = undefined
    attempt = null
    if (relayer.transportExplicitlyClosed) settle(({ reject }) => reject(new Error(CLOSED)))
    drop(relayer.provider)
  }
  relayer.onProviderDisconnect = async () => {
    clearTimer(relayer.pingTimeout)
    relayer.events.emit('relayer_disconnect')
    attempt = null
    if (ticks() - openedAt > limits.steady) failures = 0
    openedAt = Number.POSITIVE_INFINITY
    await subscriber.stop()
    if (subscriber.hasAnyTopics || waiters.size > 0) later()
  }
  globalThis.addEventListener?.('online', () => {
    if (!relayer.transportExplicitlyClosed && subscriber.hasAnyTopics) {
      start()
      keeper.wake()
    }
  })
  return keeper
}
