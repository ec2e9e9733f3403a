import { createSignInError } from '../errors/sign-in-catalogue.js'

/**
 * What nonces and sessions are kept in: a Keyv instance, a Keyv adapter (SQLite, Redis, Postgres, …), a Map, or an own
 * object of this shape. Values are texts; `ttl` is in ms.
 */
export interface KeyValueStore {
  get(key: string): unknown
  set(key: string, value: string, ttl?: number): unknown
  /** True where the key was there. Of two deletions at once only one may answer true. */
  delete(key: string): unknown
}

/** A store as the server uses it: texts that end by themselves, and a removal that succeeds once. */
export interface Store {
  read(key: string): Promise<string | null>
  write(key: string, value: string, ttl: number): Promise<void>
  /** True for one caller only, however many ask at once. */
  remove(key: string): Promise<boolean>
}

/** The parts of Keyv's SQL adapters that are needed to delete a row in one statement. */
interface SqlAdapter {
  opts: { dialect: string; table: string; schema?: string }
  query(sql: string, parameters: unknown): Promise<unknown[]>
}

const isSqlAdapter = (value: unknown): value is SqlAdapter => {
  const { query, opts } = (value ?? {}) as Partial<SqlAdapter>
  return typeof query === 'function' && (opts?.dialect === 'sqlite' || opts?.dialect === 'postgres')
}

/**
 * Deletes a row and says whether it was there. The SQL adapters of Keyv look first and delete then, so that two server
 * processes could both be told yes.
 */
async function removeRow(adapter: SqlAdapter, key: string): Promise<boolean> {
  const { dialect, schema, table } = adapter.opts
  const rows =
    dialect === 'postgres'
      ? await adapter.query(`DELETE FROM ${schema}.${table} WHERE key = $1 RETURNING key`, [key])
      : await adapter.query(`DELETE FROM ${table} WHERE key = ? RETURNING key`, key)
  return rows.length > 0
}

/** The removals under way, by store: within this process one waits for the other. */
const removals = new WeakMap<object, Map<string, Promise<unknown>>>()

function oneByOne<T>(target: object, key: string, run: () => Promise<T>): Promise<T> {
  const queue = removals.get(target) ?? new Map<string, Promise<unknown>>()
  removals.set(target, queue)
  const result = (queue.get(key) ?? Promise.resolve()).then(run)
  const settled = result
    .catch(() => {})
    .then(() => {
      if (queue.get(key) === settled) queue.delete(key)
    })
  queue.set(key, settled)
  return result
}

/**
 * Wraps whatever store was given.
 *
 * @param now epoch ms; what has ended by this clock is not there, whatever the store's own clock says
 */
export function createStore(source: KeyValueStore, now: () => number): Store {
  const keyv = source as { store?: unknown; namespace?: string; useKeyPrefix?: boolean }
  const adapter = isSqlAdapter(source) ? source : isSqlAdapter(keyv.store) ? keyv.store : null
  const prefix = adapter && (adapter as unknown) !== source && keyv.useKeyPrefix !== false && keyv.namespace
  const target = (keyv.store ?? source) as object

  const guard = async <T>(run: () => unknown): Promise<T> => {
    try {
      return (await run()) as T
    } catch (cause) {
      throw createSignInError('store_failed', '', { cause })
    }
  }

  return {
    async read(key) {
      const value = await guard(() => source.get(key))
      const match = typeof value === 'string' ? /^(\d+)\.([\s\S]*)$/.exec(value) : null
      return match && Number(match[1]) > now() ? (match[2] as string) : null
    },
    async write(key, value, ttl) {
      // Keyv answers false where its adapter failed.
      const written = await guard(() => source.set(key, `${now() + ttl}.${value}`, ttl))
      if (written === false) throw createSignInError('store_failed')
    },
    remove: (key) =>
      oneByOne(target, key, () =>
        guard(async () => {
          if (adapter) return removeRow(adapter, prefix ? `${prefix}:${key}` : key)
          if ((await source.get(key)) == null) return false
          return (await source.delete(key)) !== false
        }),
      ),
  }
}
