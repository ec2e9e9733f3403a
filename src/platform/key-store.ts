import { NativePromise } from './natives.js'
import { within } from './time.js'

/** How long we wait for the browser's key store; some browsers leave a database unanswered. */
export const KEY_STORE_TIMEOUT = 3_000

/** Values that only the browser can store, such as keys that no script can read. */
export interface KeyStore {
  /** Undefined when there is no value, or the browser stores nothing. */
  get(name: string): Promise<unknown>
  /** Resolves even when the browser has not stored it. */
  set(name: string, value: unknown): Promise<void>
  remove(name: string): Promise<void>
}

const DATABASE = 'wallet-connect-button'
const TABLE = 'keys'

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new NativePromise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const complete = (transaction: IDBTransaction): Promise<void> =>
  new NativePromise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

async function withTable<T>(
  mode: IDBTransactionMode,
  run: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE)
  const database = await settle<IDBDatabase>(opening)
  try {
    const transaction = database.transaction(TABLE, mode)
    const result = await settle(run(transaction.objectStore(TABLE)))
    // A page that is left before the transaction is complete loses what it wrote.
    if (mode === 'readwrite') await complete(transaction)
    return result
  } finally {
    database.close()
  }
}

/**
 * Creates the page's key store (IndexedDB). It never rejects: a browser that stores nothing returns nothing, and so does
 * one that has not answered after {@link KEY_STORE_TIMEOUT}.
 */
export function createKeyStore(): KeyStore {
  // A browser that stores nothing, or whose storage is full, returns nothing.
  const quietly = <T>(task: Promise<T>): Promise<T | undefined> =>
    within<T | undefined>(task, KEY_STORE_TIMEOUT, () => undefined).catch(() => undefined)
  return {
    get: (name) => quietly(withTable('readonly', (table) => table.get(name))),
    set: async (name, value) =>
      void (await quietly(withTable('readwrite', (table) => table.put(value, name)))),
    remove: async (name) => void (await quietly(withTable('readwrite', (table) => table.delete(name)))),
  }
}
