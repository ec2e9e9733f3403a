import { createSignInError } from '../errors/sign-in-error.js'
import { readKeyvSteps } from './keyv.js'
import { createTurns, type Turns } from './turns.js'

/**
 * Stores nonces and sessions: a Keyv instance, a Keyv adapter (SQLite, Redis, Postgres, …), a Map, or an object of your
 * own with this shape. Values are texts; `ttl` is in ms.
 */
export interface KeyValueStore {
  /**
   * Reads a key: its text, or undefined or null when it does not exist. It may return a promise, as all methods here.
   */
  get(key: string): unknown
  /** Writes a key. The store may delete it after `ttl` ms. */
  set(key: string, value: string, ttl?: number): unknown
  /** Deletes a key: `true` when it existed, else `false`. Of two simultaneous deletions only one may answer `true`. */
  delete(key: string): unknown
  /**
   * Sets a key that does not exist: `true` when it did not exist. Of two simultaneous calls only one may answer `true`,
   * as with Redis' SET NX or SQL's INSERT … ON CONFLICT DO NOTHING. With it and a secret, a nonce needs no storage
   * until it is used. Keyv does not need it: we know how to do this with its Redis, Postgres and SQLite adapters and in
   * memory.
   */
  add?(key: string, value: string, ttl: number): unknown
}

/** A store as the server uses it: texts that expire, and changes that succeed for one caller. */
export interface Store {
  read(key: string): Promise<string | null>
  write(key: string, value: string, ttl: number): Promise<void>
  remove(key: string): Promise<void>
  /** Removes a key; true for only one caller, however many ask at once. */
  take(key: string): Promise<boolean>
  /** Writes a key that does not exist; true for only one caller. Null when the store cannot tell. */
  add: ((key: string, value: string, ttl: number) => Promise<boolean>) | null
}

/**
 * Longest wait for a store's answer, in ms. A Redis client without a connection would hold a call until Redis is back.
 */
const STORE_TIMEOUT = 5_000

/** The detail of the error when a store answers something else. */
const NO_TEXT = 'get of the store must answer a text, null or undefined'

/** The running changes, by store: within this process they run one after the other. */
const turnsOf = new WeakMap<object, Turns>()

function getTurns(target: object): Turns {
  const turns = turnsOf.get(target) ?? createTurns()
  turnsOf.set(target, turns)
  return turns
}

/**
 * Reads a store's answer to a change. Anything but true or false could mean that another process has also succeeded.
 */
function readAnswer(answer: unknown, method: string): boolean {
  if (typeof answer === 'boolean') return answer
  throw new Error(`${method} of the store must answer true or false`)
}

/** Waits for an answer, with a time limit. */
async function settle(answer: unknown): Promise<unknown> {
  if (typeof (answer as PromiseLike<unknown> | null)?.then !== 'function') return answer
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the store did not answer')), STORE_TIMEOUT)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the store's answer; any failure becomes the same error. @throws WalletError `store_failed` */
async function guard<T>(run: () => unknown): Promise<T> {
  try {
    return (await settle(run())) as T
  } catch (cause) {
    throw createSignInError('store_failed', '', { cause })
  }
}

type Add = (key: string, value: string, ttl: number) => unknown

/** Finds the step that writes a key that does not exist, in any kind of store. */
function findAdd(source: KeyValueStore, keyvAdd: Add | null): Add | null {
  if (source instanceof Map) return (key, value) => !source.has(key) && source.set(key, value) === source
  return typeof source.add === 'function' ? (...given) => source.add?.(...given) : keyvAdd
}

/**
 * Wraps any kind of store.
 *
 * @param now epoch ms; an entry that has expired by this clock counts as missing, whatever the store's own clock says
 */
export function createStore(source: KeyValueStore, now: () => number): Store {
  const steps = readKeyvSteps(source)
  const turns = getTurns(steps?.target ?? source)
  const add = findAdd(source, steps?.add ?? null)
  const stamp = (value: string, ttl: number) => `${now() + ttl}.${value}`

  return {
    async read(key) {
      const value = await guard<unknown>(() => source.get(key))
      // If bytes or an object counted as missing, a session that has ended would come back.
      if (value != null && typeof value !== 'string') throw createSignInError('store_failed', NO_TEXT)
      const match = /^(\d+)\.([\s\S]*)$/.exec(value ?? '')
      return match && Number(match[1]) > now() ? (match[2] as string) : null
    },
    async write(key, value, ttl) {
      // Keyv answers false when its adapter has failed.
      const written = await guard(() => source.set(key, stamp(value, ttl), ttl))
      if (written === false) throw createSignInError('store_failed')
    },
    async remove(key) {
      await guard(() => source.delete(key))
    },
    take: (key) =>
      turns.take(key, () =>
        guard(async () => {
          if (steps?.remove) return steps.remove(key)
          if ((await source.get(key)) == null) return false
          return readAnswer(await source.delete(key), 'delete')
        }),
      ),
    add:
      add &&
      ((key, value, ttl) =>
        turns.take(key, () => guard(async () => readAnswer(await add(key, stamp(value, ttl), ttl), 'add')))),
  }
}
