import type { KeyValueStore } from './store.js'

/**
 * The default store: this process's memory. It drops expired entries when new entries come. It measures time by a clock
 * that nobody sets, so that no change of the date drops what is still needed.
 *
 * @param limit most entries; beyond it the oldest are dropped, so that a flood of requests cannot fill the memory
 */
export function createMemoryStore(limit = Number.POSITIVE_INFINITY): KeyValueStore {
  const entries = new Map<string, { value: string; endsAt: number }>()

  function read(key: string): string | undefined {
    const entry = entries.get(key)
    return entry && entry.endsAt > performance.now() ? entry.value : undefined
  }

  function set(key: string, value: string, ttl = 0): void {
    entries.delete(key)
    entries.set(key, { value, endsAt: performance.now() + ttl })
    for (const [oldest, { endsAt }] of entries) {
      if (endsAt > performance.now() && entries.size <= limit) break
      entries.delete(oldest)
    }
  }

  return {
    get: read,
    set,
    delete: (key) => entries.delete(key),
    add(key, value, ttl) {
      if (read(key) !== undefined) return false
      set(key, value, ttl)
      return true
    },
  }
}
