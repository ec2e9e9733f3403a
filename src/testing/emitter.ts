type Listener = (...args: unknown[]) => void

/** The events of a provider (EIP-1193), and how many listeners they have. */
export interface ProviderEmitter {
  on(event: string, listener: Listener): void
  removeListener(event: string, listener: Listener): void
  emit(event: string, ...args: unknown[]): void
  /** Emits an event of the wallet itself, unless a fault omits it. */
  tell(event: string, ...args: unknown[]): void
  /** The number of listeners of one event, or of all. */
  count(event?: string): number
  clear(): void
}

/** Creates the event part of a provider. When a listener throws, the others are still called. */
export function createProviderEmitter(faults: { omitEvents?: readonly string[] }): ProviderEmitter {
  const listeners = new Map<string, Listener[]>()
  const emit: ProviderEmitter['emit'] = (event, ...args) => {
    for (const listener of listeners.get(event) ?? []) {
      try {
        listener(...args)
      } catch (error) {
        setTimeout(() => {
          throw error
        })
      }
    }
  }
  return {
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
    },
    removeListener(event, listener) {
      const left = [...(listeners.get(event) ?? [])]
      const index = left.lastIndexOf(listener)
      if (index >= 0) left.splice(index, 1)
      listeners.set(event, left)
    },
    emit,
    tell(event, ...args) {
      if (!faults.omitEvents?.includes(event)) emit(event, ...args)
    },
    count(event) {
      if (event !== undefined) return listeners.get(event)?.length ?? 0
      let sum = 0
      for (const list of listeners.values()) sum += list.length
      return sum
    },
    clear: () => listeners.clear(),
  }
}
