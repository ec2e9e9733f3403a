/**
 * What Keyv and its adapters can do in one atomic step. Keyv has no “set if absent”, and its SQL adapters read before
 * they delete, so two server processes could both succeed.
 */
export interface KeyvSteps {
  /** The object that holds the data: two Keyv instances with the same adapter have the same target. */
  readonly target: object
  /** Deletes a key; true when it existed. Null when Keyv's own `delete` already does this in one step. */
  remove: ((key: string) => Promise<boolean>) | null
  /** Writes a key that does not exist; true when it did not exist. Null when we do not know the adapter. */
  add: ((key: string, value: string, ttl: number) => Promise<boolean>) | null
}

interface SqlAdapter {
  opts: { dialect: 'sqlite' | 'postgres'; table: string; schema?: string }
  query(sql: string, ...parameters: unknown[]): Promise<unknown[]>
}

interface RedisAdapter {
  namespace?: string
  createKeyPrefix(key: string, namespace?: string): string
  getClient(): Promise<{ set(key: string, value: string, options: object): Promise<unknown> }>
}

interface Keyv {
  store: object
  namespace?: string
  useKeyPrefix?: boolean
  throwOnErrors: boolean
  serializeData?(data: object): Promise<unknown>
}

const has = (value: unknown, ...methods: string[]): boolean =>
  methods.every((name) => typeof (value as Record<string, unknown> | null | undefined)?.[name] === 'function')

const isKeyv = (value: unknown): value is Keyv => {
  const { store, throwOnErrors } = (value ?? {}) as Partial<Keyv>
  return typeof store === 'object' && store !== null && typeof throwOnErrors === 'boolean'
}

const isSql = (value: unknown): value is SqlAdapter =>
  has(value, 'query') &&
  ['sqlite', 'postgres'].includes((value as Partial<SqlAdapter>).opts?.dialect as string)

const isRedis = (value: unknown): value is RedisAdapter => has(value, 'createKeyPrefix', 'getClient')

function createSqlSteps(adapter: SqlAdapter) {
  const { dialect, schema, table } = adapter.opts
  const isPostgres = dialect === 'postgres'
  const name = isPostgres ? `${schema}.${table}` : table
  const run = (sql: string, ...values: string[]) =>
    isPostgres ? adapter.query(sql, values) : adapter.query(sql, ...values)
  const [first, second] = isPostgres ? ['$1', '$2'] : ['?', '?']
  return {
    remove: async (key: string) =>
      (await run(`DELETE FROM ${name} WHERE key = ${first} RETURNING key`, key)).length > 0,
    add: async (key: string, value: string) =>
      (
        await run(
          `INSERT INTO ${name} (key, value) VALUES (${first}, ${second}) ON CONFLICT (key) DO NOTHING RETURNING key`,
          key,
          value,
        )
      ).length > 0,
  }
}

function createRedisSteps(adapter: RedisAdapter) {
  return {
    remove: null,
    async add(key: string, value: string, ttl: number) {
      const client = await adapter.getClient()
      const options = { PX: Math.max(1, Math.ceil(ttl)), NX: true, condition: 'NX' }
      return (await client.set(adapter.createKeyPrefix(key, adapter.namespace), value, options)) !== null
    },
  }
}

/**
 * Keyv in this process's memory. The store's turns let one caller run after the other, which is as good as one step.
 */
function createMapSteps(map: Map<string, unknown>) {
  return {
    remove: null,
    async add(key: string, value: string) {
      if (map.has(key)) return false
      map.set(key, value)
      return true
    },
  }
}

/** Whether a store is a Map, or Keyv with one: it ends with the process. */
export const isInMemory = (source: object): boolean =>
  Object.getPrototypeOf(isKeyv(source) ? source.store : source) === Map.prototype

/**
 * Returns the steps of a Keyv instance or adapter; null for any other object.
 *
 * It makes a Keyv instance throw when its adapter fails (`throwOnErrors`), which is not Keyv's default. Otherwise a
 * session that was ended would be valid again while the store of ended sessions cannot be reached.
 */
export function readKeyvSteps(source: object): KeyvSteps | null {
  const keyv = isKeyv(source) ? source : null
  const adapter = keyv?.store ?? source
  for (const one of [keyv, adapter]) {
    if (typeof (one as Partial<Keyv> | null)?.throwOnErrors === 'boolean') (one as Keyv).throwOnErrors = true
  }
  const steps = findSteps(adapter, keyv !== null)
  if (!steps) return keyv && { target: adapter, remove: null, add: null }
  const { remove, add } = steps
  const isPrefixed = keyv && keyv.useKeyPrefix !== false && keyv.namespace
  const nameOf = (key: string) => (isPrefixed ? `${keyv.namespace}:${key}` : key)
  return {
    target: adapter,
    remove: remove && ((key) => remove(nameOf(key))),
    async add(key, value, ttl) {
      const data = { value, expires: Date.now() + ttl }
      const written = keyv ? ((await keyv.serializeData?.(data)) ?? JSON.stringify(data)) : value
      return add(nameOf(key), written as string, ttl)
    },
  }
}

function findSteps(adapter: object, isInKeyv: boolean) {
  if (isSql(adapter)) return createSqlSteps(adapter)
  if (isRedis(adapter)) return createRedisSteps(adapter)
  return isInKeyv && adapter instanceof Map ? createMapSteps(adapter) : null
}
