import type { StorageLike } from '../../platform/storage.js'
import {
  keychainKey,
  pickKeys,
  type RelayPrefix,
  readKeychain,
  readSessions,
  type StoredSession,
  sessionKey,
  writeRecord,
} from './stored-sessions.js'

/** The storage that the relay's client expects. */
export interface ClientStorage {
  getKeys(): Promise<string[]>
  getEntries<T = unknown>(): Promise<[string, T][]>
  getItem<T = unknown>(key: string): Promise<T | undefined>
  setItem<T = unknown>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

const byTopic = (sessions: readonly StoredSession[]): Record<string, StoredSession> =>
  Object.fromEntries(sessions.map((session) => [session.topic, session]))

/** Applies the changes between `last` and `next` to `stored`, so that what another tab has written stays. */
function merge<T>(
  stored: Record<string, T>,
  last: Record<string, T>,
  next: Record<string, T>,
): Record<string, T> {
  const merged = { ...stored }
  for (const name of Object.keys(last)) if (!Object.hasOwn(next, name)) delete merged[name]
  for (const [name, value] of Object.entries(next)) {
    // We knew this session and storage no longer has it: another tab deleted it; do not bring it back.
    if (!Object.hasOwn(last, name) || Object.hasOwn(stored, name)) merged[name] = value
  }
  return merged
}

/**
 * The storage of the relay's client. Sessions and their keys go to the page's storage; everything else lives as long as
 * the page. So the client's history, which holds every message and signature, is never stored. Subscriptions and expiry
 * times follow from the sessions.
 *
 * @param codeKeys the keys of codes that an earlier page has shown
 */
export function createRelayStorage(
  storage: StorageLike,
  prefix: RelayPrefix,
  codeKeys: Readonly<Record<string, string>> = {},
): ClientStorage {
  const memory = new Map<string, unknown>()
  let lastSessions = byTopic(readSessions(storage, prefix))
  let keys = { ...codeKeys, ...readKeychain(storage, prefix) }

  /** Keys are stored together with their session; the keys of a pairing are never stored. */
  const saveKeys = () => {
    const sessions = readSessions(storage, prefix)
    const wanted = pickKeys({ ...readKeychain(storage, prefix), ...keys }, sessions)
    writeRecord(storage, keychainKey(prefix), wanted)
  }

  const derive = (key: string): unknown => {
    const sessions = readSessions(storage, prefix)
    if (key === sessionKey(prefix)) return sessions
    if (key === keychainKey(prefix)) return { ...codeKeys, ...readKeychain(storage, prefix) }
    if (key.endsWith(`:${prefix}//subscription`)) {
      return sessions.map(({ topic, relay }) => ({ id: topic, topic, relay }))
    }
    if (key.endsWith(`:${prefix}//expirer`)) {
      return sessions.map(({ topic, expiry }) => ({ target: `topic:${topic}`, expiry }))
    }
    return undefined
  }

  return {
    getKeys: async () => [...memory.keys()],
    getEntries: async <T>() => [...memory.entries()] as [string, T][],
    async getItem<T>(key: string) {
      return (memory.has(key) ? memory.get(key) : derive(key)) as T | undefined
    },
    async setItem(key, value) {
      if (key === sessionKey(prefix)) {
        const next = byTopic(structuredClone(value) as never)
        const merged = merge(byTopic(readSessions(storage, prefix)), lastSessions, next)
        lastSessions = next
        writeRecord(storage, key, Object.values(merged))
        saveKeys()
      } else if (key === keychainKey(prefix)) {
        keys = { ...(value as Record<string, string>) }
        saveKeys()
      } else memory.set(key, value)
    },
    async removeItem(key) {
      memory.delete(key)
    },
  }
}
