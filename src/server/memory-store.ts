import type { KeyValueStore } from './store.js'

const MAX_ENTRIES = 100_000

/**
 * The default store: this process's memory. What has ended is dropped as new entries come, and past 100,000 entries the
 * oldest, so that a flood of requests cannot fill the memory.
 */
export function createMemoryStore(): KeyValueStore {
  const entries = new Map<string, { value: string; endsAt: number }>()
  return {
    get(key) {
      const entry = entries.get(key)
      return entry && entry.endsAt > Date.now() ? entry.value : undefined
    },
    set(key, value: string, ttl: number) {
      entries.delete(key)
      entries.set(key, { value, endsAt: Date.now() + ttl })
      for (const [oldest, { endsAt }] of entries) {
        if (endsAt > Date.now() && entries.size <= MAX_ENTRIES) break
        entries.delete(oldest)
      }
    },
    delete: (key) => entries.delete(key),
  }
}
