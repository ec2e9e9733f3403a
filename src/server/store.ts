import { createSignInError } from '../errors/sign-in-error.js'
import { createTurns, type Turns } from './turns.js'

/**
 * What nonces and sessions are kept in: a Keyv instance, a Keyv adapter (SQLite, Redis, Postgres, …), a Map, or an own
 * object of this shape. Values are texts; `ttl` is in ms.
 */
export interface KeyValueStore {
  /** Reads a key: its text, or undefined or null where there is none. May be a promise, as all answers here. */
  get(key: string): unknown
  /** Writes a key, which may be forgotten after `ttl` ms. */
  set(key: string, value: string, ttl?: number): unknown
  /** `true` where the key was there, else `false`. Of two deletions at once only one may answer `true`. */
  delete(key: string): unknown
  /**
   * Sets a key that is not there; `true` where it was not. Of two calls at once only one may answer `true`, as with
   * Redis' SET NX or SQL's INSERT … ON CONFLICT DO NOTHING. With it and a secret, a nonce needs no room until it is used.
   */
  add?(key: string, value: string, ttl: number): unknown
}

/** A store as the server uses it: texts that end by themselves, and changes that succeed once. */
export interface Store {
  read(key: string): Promise<string | null>
  write(key: string, value: string, ttl: number): Promise<void>
  remove(key: string): Promise<void>
  /** Removes a key; true for one caller only, however many ask at once. */
  take(key: string): Promise<boolean>
  /** Writes a key that is not there; true for one caller only. Null where the store cannot say. */
  add: ((key: string, value: string, ttl: number) => Promise<boolean>) | null
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

/** The changes under way, by store: within this process one waits for the other. */
const turnsOf = new WeakMap<object, Turns>()

function getTurns(target: object): Turns {
  const turns = turnsOf.get(target) ?? createTurns()
  turnsOf.set(target, turns)
  return turns
}

/** What a store says of a change: anything but yes or no would leave open whether another process was told yes too. */
function readAnswer(answer: unknown, method: string): boolean {
  if (typeof answer === 'boolean') return answer
  throw new Error(`${method} of the store must answer true or false`)
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
  const turns = getTurns((keyv.store ?? source) as object)

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
    async remove(key) {
      await guard(() => source.delete(key))
    },
    take: (key) =>
      turns.take(key, () =>
        guard(async () => {
          if (adapter) return removeRow(adapter, prefix ? `${prefix}:${key}` : key)
          if ((await source.get(key)) == null) return false
          return readAnswer(await source.delete(key), 'delete')
        }),
      ),
    add:
      source instanceof Map
        ? async (key, value, ttl) => {
            if (source.has(key)) return false
            source.set(key, `${now() + ttl}.${value}`)
            return true
          }
        : typeof source.add === 'function'
          ? (key, value, ttl) =>
              guard(async () => readAnswer(await source.add?.(key, `${now() + ttl}.${value}`, ttl), 'add'))
          : null,
  }
}
