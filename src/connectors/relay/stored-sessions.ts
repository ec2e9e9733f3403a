import type { SessionTypes } from '@walletconnect/types'
import { SECOND } from '../../constants.js'
import { readField } from '../../errors/normalise.js'
import { parseJson, printJson } from '../../platform/natives.js'
import type { StorageLike } from '../../platform/storage.js'

/** A session as the relay's client stores it, with our own fields. */
export type StoredSession = SessionTypes.Struct & {
  /** The chain and the account that were used last. */
  wcbChain?: string
  wcbAccount?: string
  /** The page has switched the wallet's network in this session. */
  wcbSwitched?: boolean
  /** The app that the visitor chose on this phone: an id of MOBILE_WALLETS. */
  wcbApp?: string
  /** The sealed message that will tell the wallet of the session's end, also when the keys are gone by then. */
  wcbEnd?: string
}

/** The beginning of the stored records of a namespace. */
export type RelayName = 'wcb-evm' | 'wcb-starknet'

/**
 * The beginning of the records' names, one for each namespace and store. We never read or change the relay records of
 * other code.
 */
export type RelayPrefix = `${RelayName}${string}`

/** The prefix of a namespace's records in a store. */
export const prefixOf = (name: RelayName, store: string): RelayPrefix =>
  store === 'default'
    ? name
    : `${name}-${store.replace(/[^\w.-]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`

/** Names of the two records that outlive the page, as the client (2.21) writes them. */
export const sessionKey = (prefix: RelayPrefix): string => `wc@2:client:0.3:${prefix}//session`
export const keychainKey = (prefix: RelayPrefix): string => `wc@2:core:0.3:${prefix}//keychain`

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isSession(value: unknown): value is StoredSession {
  const namespaces = readField(value, 'namespaces')
  const peer = readField(value, 'peer')
  return (
    /^[0-9a-f]{64}$/.test(String(readField(value, 'topic'))) &&
    typeof readField(value, 'expiry') === 'number' &&
    isText(readField(readField(value, 'relay'), 'protocol')) &&
    isText(readField(readField(value, 'self'), 'publicKey')) &&
    isText(readField(peer, 'publicKey')) &&
    isObject(readField(peer, 'metadata')) &&
    isObject(namespaces) &&
    Object.values(namespaces).every((one) =>
      ['accounts', 'methods', 'events'].every((name) => isTexts(readField(one, name))),
    )
  )
}

/** Reads a record; null when there is none. One that is not JSON is deleted. */
function read(storage: StorageLike, key: string): unknown {
  const text = storage.getItem(key)
  if (text === null) return null
  try {
    return parseJson(text)
  } catch {
    storage.removeItem(key)
    return null
  }
}

/** The sessions of a namespace. Only a damaged record is left out. */
export function readSessions(storage: StorageLike, prefix: RelayPrefix): StoredSession[] {
  const value = read(storage, sessionKey(prefix))
  return Array.isArray(value) ? value.filter(isSession) : []
}

/**
 * Keeps the keys (topic or public key → hex) that the sessions need, and the client's own seed; none without sessions.
 */
export function pickKeys(value: unknown, sessions: readonly StoredSession[]): Record<string, string> {
  const wanted = new Set(sessions.flatMap(({ topic, self }) => [topic, self.publicKey]))
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  return Object.fromEntries(
    entries.filter(
      ([name, key]) =>
        typeof key === 'string' &&
        /^[0-9a-f]{64}$/.test(key) &&
        (wanted.has(name) || (sessions.length > 0 && name === 'client_ed25519_seed')),
    ),
  )
}

/** The stored keys of a namespace. */
export const readKeychain = (storage: StorageLike, prefix: RelayPrefix): Record<string, string> =>
  pickKeys(read(storage, keychainKey(prefix)), readSessions(storage, prefix))

/** Writes a record, or deletes it when it would be empty. */
export function writeRecord(storage: StorageLike, key: string, value: object): void {
  if (Object.keys(value).length > 0) storage.setItem(key, printJson(value))
  else storage.removeItem(key)
}

/** Reads a list, without damaged entries and those whose time is over. Nothing stays of a list that has no others. */
export function readList<T>(storage: StorageLike, key: string, isValid: (value: unknown) => value is T): T[] {
  const value = read(storage, key)
  const list = Array.isArray(value) ? value.filter(isValid) : []
  if (list.length === 0 && value !== null) storage.removeItem(key)
  return list
}

/** Deletes damaged sessions, and keys without a session. Writes nothing when all is well. */
export function healRecords(storage: StorageLike, prefix: RelayPrefix): void {
  const sessions = readSessions(storage, prefix)
  const keys = pickKeys(read(storage, keychainKey(prefix)), sessions)
  for (const [key, value] of [
    [sessionKey(prefix), sessions],
    [keychainKey(prefix), keys],
  ] as const) {
    const text = storage.getItem(key)
    const isEmpty = Object.keys(value).length === 0
    if (text !== null && (isEmpty || text !== printJson(value))) writeRecord(storage, key, value)
  }
}

/** Deletes sessions and their keys from storage. Writes nothing when storage has none of them. */
export function dropSessions(storage: StorageLike, prefix: RelayPrefix, gone: ReadonlySet<string>): void {
  const sessions = readSessions(storage, prefix)
  const left = sessions.filter(({ topic }) => !gone.has(topic))
  if (left.length === sessions.length) return
  const keys = pickKeys(read(storage, keychainKey(prefix)), left)
  writeRecord(storage, sessionKey(prefix), left)
  writeRecord(storage, keychainKey(prefix), keys)
}

/** Deletes sessions that are older than a week, with their keys. It asks no relay. @param now epoch ms */
export function dropExpired(storage: StorageLike, prefix: RelayPrefix, now: number): void {
  const over = readSessions(storage, prefix).filter(({ expiry }) => expiry * SECOND <= now)
  dropSessions(storage, prefix, new Set(over.map(({ topic }) => topic)))
}

/** Finds a session that can still be used: its key is stored, and its week is not over. */
export function findSession(
  storage: StorageLike,
  prefix: RelayPrefix,
  topic: string | undefined,
  now: number,
): StoredSession | null {
  const session = topic && readSessions(storage, prefix).find((one) => one.topic === topic)
  if (!session || session.expiry * SECOND <= now) return null
  return readKeychain(storage, prefix)[session.topic] ? session : null
}
