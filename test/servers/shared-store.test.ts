import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVisitor, writeMessage } from '../unit/server/visitor.js'
import { type Redis, startRedis } from './redis.js'
import { buildSite, type SiteProcess } from './sites.js'

const SECRET = 'a secret that all processes share'
const MINUTES = 60_000

let redis: Redis
let site: Awaited<ReturnType<typeof buildSite>>
let database: PGlite
let postgres: PGLiteSocketServer
let stores: Record<'redis' | 'postgres', string>

beforeAll(async () => {
  redis = await startRedis()
  site = await buildSite()
  database = await PGlite.create()
  postgres = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1', maxConnections: 20 })
  await postgres.start()
  stores = { redis: redis.url, postgres: `postgresql://postgres@${postgres.getServerConn()}/postgres` }
})

afterAll(async () => {
  await site?.stop()
  await redis?.stop()
  await postgres?.stop()
  await database?.close()
})

/** A body for /verify, of a visitor who got a nonce from `by` and has signed. */
async function prove(by: SiteProcess): Promise<string> {
  const visitor = createVisitor()
  const { body } = await by.get('/nonce')
  const message = writeMessage(body.nonce, visitor.address)
  const proof = {
    chainId: 'eip155:1',
    address: visitor.address,
    message,
    signature: await visitor.sign(message),
  }
  return JSON.stringify({ namespace: 'eip155', ...proof })
}

/** Posts one body this many times, to the processes in turn; counts each code. */
async function post(
  proof: string,
  times: number,
  sites: readonly SiteProcess[],
  onPost?: (index: number) => void,
) {
  const counts: Record<string, number> = {}
  await Promise.all(
    Array.from({ length: times }, async (_, index) => {
      const answer = (sites[index % sites.length] as SiteProcess).post('/verify', proof)
      onPost?.(index)
      const { status, body } = await answer
      const code = status === 200 ? 'resolved' : body.code
      counts[code] = (counts[code] ?? 0) + 1
    }),
  )
  return counts
}

/** Starts two processes. The Postgres of these tests has one connection for each process. */
const startTwo = (env: Record<string, string>, other: Record<string, string> = {}) =>
  Promise.all([site.start({ POOL: '1', ...env }), site.start({ POOL: '1', ...env, ...other })])

describe.each(['redis', 'postgres'] as const)('H01: two processes with a shared store in %s', (name) => {
  it.each([
    ['kept in the store', {}],
    ['signed, and in the store once taken', { SECRET }],
  ])('accept one of 10,000 posts of one message: nonces are %s', async (_, env) => {
    const sites = await startTwo({ STORE: stores[name], ...env })
    const proof = await prove(sites[0])
    expect(await post(proof, 10_000, sites)).toEqual({ resolved: 1, nonce_used: 9_999 })
  })

  it.each(['stored', 'stateless'])(
    'know whom the other signed in and out: sessions are %s',
    async (SESSIONS) => {
      const [one, other] = await startTwo({ STORE: stores[name], SECRET, SESSIONS })
      const { cookie } = await one.post('/verify', await prove(other))
      expect((await other.get('/session', cookie)).body).toMatchObject({ chainId: 'eip155:1' })
      expect((await other.post('/sign-out', '', cookie)).status).toBe(200)
      expect((await one.get('/session', cookie)).body).toBeNull()
    },
  )

  it.each([
    ['kept in the store', {}],
    ['signed', { SECRET }],
  ])('accept a message once with clocks five minutes apart: nonces are %s', async (_, env) => {
    for (const [first, second] of [
      [0, 5 * MINUTES],
      [5 * MINUTES, 0],
    ]) {
      const sites = await startTwo({ STORE: stores[name], ...env, CLOCK: `${first}` }, { CLOCK: `${second}` })
      for (const [issuer, taker] of [sites, [...sites].reverse()] as SiteProcess[][]) {
        const proof = await prove(issuer as SiteProcess)
        expect((await (taker as SiteProcess).post('/verify', proof)).status).toBe(200)
        expect(await post(proof, 20, sites)).toEqual({ nonce_used: 20 })
      }
    }
  })
})

describe('a store that dies', () => {
  it.each(['stored', 'stateless'])(
    'lets nobody in and nobody through, and everything works when it is back: sessions are %s',
    async (SESSIONS) => {
      const sites = await startTwo({ STORE: redis.url, SECRET, SESSIONS })
      const [one, other] = sites
      const { cookie } = await one.post('/verify', await prove(one))
      const out = (await other.post('/verify', await prove(other))).cookie
      await other.post('/sign-out', '', out)
      const waiting = await prove(one)

      await redis.crash()
      const refused = { status: 500, body: { code: 'store_failed' } }
      expect(await one.post('/verify', waiting)).toMatchObject(refused)
      expect(await other.get('/session', cookie)).toMatchObject(refused)
      expect(await one.get('/session', out)).toMatchObject(refused)
      expect(await one.post('/sign-out', '', cookie)).toMatchObject(refused)

      await redis.start()
      expect((await other.get('/session', out)).body).toBeNull()
      expect((await one.get('/session', cookie)).status).toBe(200)
      const again = await prove(other)
      expect((await one.post('/verify', again)).status).toBe(200)
      expect(await post(again, 20, sites)).toEqual({ nonce_used: 20 })
    },
  )

  it('during 4,000 posts of one message lets at most one of them in, then and later', async () => {
    const sites = await startTwo({ STORE: redis.url, SECRET, OFFLINE_QUEUE: 'off' })
    const proof = await prove(sites[0])
    let crashed: Promise<void> | undefined
    const counts = await post(proof, 4_000, sites, (index) => {
      if (index === 1_000) crashed = redis.crash()
    })
    await crashed
    expect(
      Object.keys(counts).every((code) => ['resolved', 'nonce_used', 'store_failed'].includes(code)),
    ).toBe(true)
    await redis.start()
    const later = await post(proof, 100, sites)
    expect((counts.resolved ?? 0) + (later.resolved ?? 0)).toBeLessThanOrEqual(1)
  })
})

it.each(['stored', 'stateless'])(
  'a process that has just started, with Redis as docs/server-stores.md opens it, answers all of its first requests (SV11)',
  async (SESSIONS) => {
    const env = { OPEN_STORE: 'documented', REDIS_URL: redis.url, SECRET, SESSIONS }
    const before = await site.start(env)
    const { cookie } = await before.post('/verify', await prove(before))
    const proofs = await Promise.all(Array.from({ length: 10 }, () => prove(before)))
    const started = await site.start(env)
    const answers = await Promise.all([
      ...proofs.map((proof) => started.post('/verify', proof)),
      ...proofs.map(() => started.get('/session', cookie)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  },
)
