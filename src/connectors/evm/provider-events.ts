import { callSafely } from '../../platform/call-safely.js'

type Listener = (payload: unknown) => void

/** The events of a provider that this package creates, under the names that libraries use (EIP-1193, Node's EventEmitter). */
export interface ProviderEvents {
  on(event: string, listener: Listener): void
  /** As `on`, for the next event alone. */
  once(event: string, listener: Listener): void
  off(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
}

/** Creates the {@link ProviderEvents} of a provider, with a way to notify its listeners. */
export function createProviderEvents(): ProviderEvents & { emit(event: string, payload: unknown): void } {
  let all: { event: string; listener: Listener; isOnce: boolean }[] = []
  const add = (event: string, listener: Listener, isOnce: boolean) =>
    void all.push({ event, listener, isOnce })
  // As in an EventEmitter: of a listener that was added twice, the later one goes.
  const off = (event: string, listener: Listener) => {
    const last = all.findLast((one) => one.event === event && one.listener === listener)
    all = all.filter((one) => one !== last)
  }
  return {
    on: (event, listener) => add(event, listener, false),
    once: (event, listener) => add(event, listener, true),
    off,
    removeListener: off,
    emit(event, payload) {
      const heard = all.filter((one) => one.event === event)
      all = all.filter((one) => !(one.isOnce && heard.includes(one)))
      for (const { listener } of heard) callSafely(listener, payload)
    },
  }
}
