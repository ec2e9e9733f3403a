import { createSignInError } from '../errors/sign-in-error.js'
import { readKeyvSteps } from './keyv.js'
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
   * Keyv needs none: with its Redis, Postgres and SQLite adapters and in memory it is known how this is done.
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

/** Longest wait for a store's answer, in ms. A Redis client out of reach would hold a call until Redis is back. */
const STORE_TIMEOUT = 5_000

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

/** Waits for an answer, and not without end. */
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

/** The store's answer; whatever else happens is one error. @throws WalletError `store_failed` */
async function guard<T>(run: () => unknown): Promise<T> {
  try {
    return (await settle(run())) as T
  } catch (cause) {
    throw createSignInError('store_failed', '', { cause })
  }
}

type Add = (key: string, value: string, ttl: number) => unknown

/** The step that writes a key where it is not there, of whatever can do it. */
function findAdd(source: KeyValueStore, keyvAdd: Add | null): Add | null {
  if (source instanceof Map) return (key, value) => !source.has(key) && source.set(key, value) === source
  return typeof source.add === 'function' ? (...given) => source.add?.(...given) : keyvAdd
}

/**
 * Wraps whatever store was given.
 *
 * @param now epoch ms; what has ended by this clock is not there, whatever the store's own clock says
 */
export function createStore(source: KeyValueStore, now: () => number): Store {
  const steps = readKeyvSteps(source)
  const turns = getTurns(steps?.target ?? source)
  const add = findAdd(source, steps?.add ?? null)
  const stamp = (value: string, ttl: number) => `${now() + ttl}.${value}`

  return {
    async read(key) {
      const value = await guard(() => source.get(key))
      const match = typeof value === 'string' ? /^(\d+)\.([\s\S]*)$/.exec(value) : null
      return match && Number(match[1]) > now() ? (match[2] as string) : null
    },
    async write(key, value, ttl) {
      // Keyv answers false where its adapter failed.
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
