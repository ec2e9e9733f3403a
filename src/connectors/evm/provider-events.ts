import { callListener } from '../relay/listeners.js'

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
  const listeners = new Map<string, Map<Listener, 'once' | 'always'>>()
  const add = (event: string, listener: Listener, times: 'once' | 'always') =>
    void listeners.set(event, (listeners.get(event) ?? new Map()).set(listener, times))
  const off = (event: string, listener: Listener) => void listeners.get(event)?.delete(listener)
  return {
    on: (event, listener) => add(event, listener, 'always'),
    once: (event, listener) => add(event, listener, 'once'),
    off,
    removeListener: off,
    emit(event, payload) {
      for (const [listener, times] of [...(listeners.get(event) ?? [])]) {
        if (times === 'once') off(event, listener)
        callListener(listener, payload)
      }
    },
  }
}
