import { NativePromise } from './natives.js'

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

async function withTable<T>(
  mode: IDBTransactionMode,
  run: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE)
  const database = await settle<IDBDatabase>(opening)
  try {
    return await settle(run(database.transaction(TABLE, mode).objectStore(TABLE)))
  } finally {
    database.close()
  }
}

/** Creates the page's key store (IndexedDB). It never rejects: a browser that stores nothing returns nothing. */
export function createKeyStore(): KeyStore {
  // A browser that keeps nothing, or has no room left, gives nothing back.
  const quietly = <T>(task: Promise<T>): Promise<T | undefined> => task.catch(() => undefined)
  return {
    get: (name) => quietly(withTable('readonly', (table) => table.get(name))),
    set: async (name, value) =>
      void (await quietly(withTable('readwrite', (table) => table.put(value, name)))),
    remove: async (name) => void (await quietly(withTable('readwrite', (table) => table.delete(name)))),
  }
}
