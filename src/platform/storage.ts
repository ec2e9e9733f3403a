/** The part of `Storage` this package uses. */
export interface StorageLike {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Names of all keys. Needed only to clear keys with a random suffix. */
  keys?(): string[]
}

/** A storage that lives as long as the page: what is used where the browser offers none. */
export function createMemoryStorage(): StorageLike {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    keys: () => [...items.keys()],
  }
}

/**
 * Wraps a storage so that it never throws: a blocked, full or hostile one is backed by memory.
 *
 * @param source a Storage-like object, or a function that gets it (reading `localStorage` itself may throw)
 */
export function createSafeStorage(source: StorageLike | (() => StorageLike | undefined)): StorageLike {
  const memory = createMemoryStorage()
  let real: StorageLike | undefined
  try {
    real = typeof source === 'function' ? source() : source
  } catch {
    real = undefined
  }
  return {
    getItem(key) {
      // In memory is only what could not be stored, and so is newer than what was stored before.
      const kept = memory.getItem(key)
      if (kept !== null) return kept
      try {
        const value = real?.getItem(key)
        if (typeof value === 'string') return value
      } catch {
        // A storage that cannot be read has nothing for us; what is in memory counts.
      }
      return null
    },
    setItem(key, value) {
      try {
        if (real) {
          real.setItem(key, value)
          memory.removeItem(key)
          return
        }
      } catch {
        // A full or forbidden storage: memory keeps the value.
      }
      memory.setItem(key, value)
    },
    removeItem(key) {
      memory.removeItem(key)
      try {
        real?.removeItem(key)
      } catch {
        // What cannot be removed could not be stored either.
      }
    },
    keys() {
      try {
        if (real?.keys) return [...real.keys(), ...(memory.keys?.() ?? [])]
        if (real) return [...Object.keys(real), ...(memory.keys?.() ?? [])]
      } catch {
        // A storage that cannot be listed counts as empty.
      }
      return memory.keys?.() ?? []
    },
  }
}

/** The page's local storage, or memory where there is none. */
export function createPageStorage(): StorageLike {
  return createSafeStorage(() => globalThis.localStorage)
}
