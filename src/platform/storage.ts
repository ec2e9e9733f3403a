import { browserStorage } from './environment.js'

/** The part of `Storage` this package uses. */
export interface StorageLike {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  /** Names of all keys. Needed only to clear keys with a random suffix. */
  keys?(): string[]
}

/** Reads a storage, by default the page's. The browser may forbid either: what cannot be read counts as not there. */
export function peek(key: string, storage?: StorageLike): string | null {
  try {
    return (storage ?? browserStorage()).getItem(key) ?? null
  } catch {
    return null
  }
}

/** Creates a storage that lives as long as the page, for browsers that offer none. */
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
 * Wraps a storage so that it never throws: memory replaces a blocked, full or hostile storage.
 *
 * @param source returns the storage; called at the first use (reading `localStorage` itself may throw)
 */
export function createSafeStorage(source: () => StorageLike | undefined): StorageLike {
  const memory = createMemoryStorage()
  let found: StorageLike | undefined
  const find = () => (found ??= source())
  return {
    getItem(key) {
      // Memory only holds values that could not be stored, so its value is newer than a stored value.
      const kept = memory.getItem(key)
      if (kept !== null) return kept
      try {
        const value = find()?.getItem(key)
        if (typeof value === 'string') return value
      } catch {
        // The storage cannot be read, so only memory counts.
      }
      return null
    },
    setItem(key, value) {
      try {
        const real = find()
        if (real) {
          real.setItem(key, value)
          memory.removeItem(key)
          return
        }
      } catch {
        // The storage is full or forbidden; memory keeps the value.
      }
      memory.setItem(key, value)
    },
    removeItem(key) {
      memory.removeItem(key)
      try {
        find()?.removeItem(key)
      } catch {
        // A value that cannot be removed could not be stored either.
      }
    },
    keys() {
      try {
        const real = find()
        // A Storage has what it stores as members too, so a page's item may be called `keys`.
        if (typeof real?.keys === 'function') return [...real.keys(), ...(memory.keys?.() ?? [])]
        if (real) return [...Object.keys(real), ...(memory.keys?.() ?? [])]
      } catch {
        // A storage that cannot be listed counts as empty.
      }
      return memory.keys?.() ?? []
    },
  }
}
