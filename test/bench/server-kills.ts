import { startPostgres } from '../servers/postgres.js'
import { startRedis } from '../servers/redis.js'
import { buildSite } from '../servers/sites.js'
import { createVisitor, proveNonce, type Visitor } from '../unit/server/visitor.js'

const SECRET = 'a secret that all processes share'
/** How many visitors sign in at the same time. */
const VISITORS = 16

/** What became of the sign-ins on one store. */
export interface Kills {
  store: string
  signIns: number
  kills: number
  /** Messages that signed in more than once. */
  double: number
  /** Messages that signed nobody in, although no process died over them. */
  lost: number
  /** Messages whose only good answer died with its process: the visitor hears `nonce_used`, and signs again. */
  unheard: number
  /** Sessions that a process had given out, and that are unknown at the end. */
  lostSessions: number
  perSecond: number
  /** The heaps of both processes together after garbage collection, in kB, at HEAPS points; without kills only. */
  heaps: number[]
}

/** How often the heaps are measured. The first time is after the warm-up: the first tenth of the sign-ins. */
const HEAPS = 4

/**
 * Signs in with two processes that share a store, and kills one of them, by turns, after each `every` sign-ins; if that is
 * null, none is killed, and their heaps are measured instead. Each message is posted at both processes, and again
 * while a process has died over it.
 */
export async function measureKills(
  store: 'Redis' | 'Postgres',
  count: number,
  every: number | null,
): Promise<Kills> {
  const database = await (store === 'Redis' ? startRedis() : startPostgres())
  const site = await buildSite()
  const env = { STORE: database.url, SECRET }
  const processes = [await site.start(env), await site.start(env)]
  /** The restart of each process, while it is down. */
  const restarts: Promise<void>[] = [Promise.resolve(), Promise.resolve()]
  const result: Kills = {
    store,
    signIns: 0,
    kills: 0,
    double: 0,
    lost: 0,
    unheard: 0,
    lostSessions: 0,
    perSecond: 0,
    heaps: [],
  }
  const points = Array.from({ length: HEAPS }, (_, at) => count / 10 + (at * (count * 9)) / 10 / (HEAPS - 1))
  const cookies: string[] = []
  let begun = 0

  function kill(index: number): void {
    result.kills++
    restarts[index] = (async () => {
      await processes[index]?.kill()
      processes[index] = await site.start(env)
    })()
  }

  type Process = (typeof processes)[number]
  /** Asks a process, and its successor if it dies over the answer. @returns the answer, and whether one was missed */
  async function ask<T>(index: number, call: (one: Process) => Promise<T>): Promise<[T, boolean]> {
    for (let missed = false; ; missed = true) {
      await restarts[index]
      try {
        return [await call(processes[index] as Process), missed]
      } catch {
        // Its connection has ended, and nobody knows how far it came.
      }
    }
  }

  async function signIn(visitor: Visitor, at: number): Promise<void> {
    const [{ body }] = await ask(at % 2, (one) => one.get('/nonce'))
    const proof = JSON.stringify(await proveNonce(body.nonce, visitor))
    const answers = await Promise.all([0, 1].map((index) => ask(index, (one) => one.post('/verify', proof))))
    const taken = answers.filter(([{ status }]) => status === 200)
    for (const [{ cookie }] of taken) cookies.push(String(cookie))
    const isUnknown = answers.some(([, missed]) => missed)
    if (taken.length > 1) result.double++
    if (taken.length === 0) result[isUnknown ? 'unheard' : 'lost']++
    result.signIns++
    if (every !== null && result.signIns % every === 0 && result.signIns < count)
      kill((result.signIns / every) % 2)
    if (every === null && points.includes(result.signIns)) {
      const sizes = await Promise.all(processes.map((one) => one.get('/heap')))
      result.heaps.push(Math.round(sizes.reduce((sum, answer) => sum + answer.body, 0) / 1_024))
    }
  }

  const start = performance.now()
  await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const visitor = createVisitor()
      while (begun < count) await signIn(visitor, begun++)
    }),
  )
  result.perSecond = Math.round((count / (performance.now() - start)) * 1_000)
  for (let at = 0; at < cookies.length; at += 100) {
    const part = cookies.slice(at, at + 100)
    const known = await Promise.all(part.map((cookie) => ask(at % 2, (one) => one.get('/session', cookie))))
    result.lostSessions += known.filter(([{ body }]) => body === null).length
  }
  await site.stop()
  await database.stop()
  return result
}
