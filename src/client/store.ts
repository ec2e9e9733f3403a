import { callSafely } from '../platform/call-safely.js'

/** The state of a client, with its listeners. */
export interface Store<T extends object> {
  get(): T
  /** Merges `patch`. Calls each listener once for all changes of one task, in a microtask. */
  set(patch: Partial<T>): void
  subscribe(listener: () => void): () => void
}

/** Creates a {@link Store}. */
export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial
  let scheduled = false
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(patch) {
      state = Object.freeze({ ...state, ...patch })
      if (scheduled) return
      scheduled = true
      queueMicrotask(() => {
        scheduled = false
        for (const listener of [...listeners]) {
          // A listener that another one has removed meanwhile is not called.
          if (listeners.has(listener)) callSafely(listener)
        }
      })
    },
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}

/** Named events; each has a detail. */
export interface Emitter<Events extends object> {
  on<K extends keyof Events>(event: K, listener: (detail: Events[K]) => unknown): () => void
  /** @returns false when a listener answered false (a veto) */
  emit<K extends keyof Events>(event: K, detail: Events[K]): boolean
}

/** Creates an {@link Emitter}. */
export function createEmitter<Events extends object>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<(detail: never) => unknown>>()
  return {
    on(event, listener) {
      const own = (detail: never) => listener(detail)
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(own))
      return () => void set.delete(own)
    },
    emit(event, detail) {
      let allowed = true
      for (const listener of [...(listeners.get(event) ?? [])]) {
        if (!listeners.get(event)?.has(listener)) continue
        if (callSafely(listener as (detail: unknown) => unknown, detail) === false) allowed = false
      }
      return allowed
    },
  }
}
