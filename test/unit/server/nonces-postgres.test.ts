import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { KeyvPostgres } from '@keyv/postgres'
import Keyv from 'keyv'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSignIn } from '../../../src/server/sign-in.js'
import { createStore } from '../../../src/server/store.js'
import { codeOf, createVisitor, prove } from './visitor.js'

/** Postgres itself, compiled to WebAssembly, behind a socket of its own: the adapter talks to it over the wire. */
let database: PGlite
let server: PGLiteSocketServer
let uri: string
const adapters: KeyvPostgres[] = []

beforeAll(async () => {
  database = await PGlite.create()
  server = new PGLiteSocketServer({ db: database, port: 0, host: '127.0.0.1' })
  await server.start()
  uri = `postgresql://postgres@${server.getServerConn()}/postgres`
}, 60_000)

afterAll(async () => {
  // the adapters of one process share their connection
  await adapters[0]?.disconnect()
  await server.stop()
  await database.close()
})

/** An adapter of its own, as another server process has: nothing but the database is between two of them. */
function connect(): Keyv {
  const adapter = new KeyvPostgres({ uri, max: 1 })
  adapters.push(adapter)
  return new Keyv({ store: adapter })
}

const open = () => createSignIn({ domain: 'shop.example', chains: ['eip155:1'], nonceStore: connect() })

it('H01: with nonces in Postgres, one of 100 posts at once to two servers signs in', async () => {
  const servers = [open(), open()] as const
  const proof = await prove(servers[0], createVisitor())
  const codes = await Promise.all(
    Array.from({ length: 100 }, (_, index) => codeOf(servers[index % 2 ? 1 : 0].verify(proof))),
  )
  expect(codes.filter((code) => code === 'resolved')).toHaveLength(1)
  expect(codes.filter((code) => code === 'nonce_used')).toHaveLength(99)
})

it('a row is deleted and reported in one statement: of 20 removals at once one hears yes', async () => {
  const stores = [connect(), connect()].map((keyv) => createStore(keyv, Date.now))
  await stores[0]?.write('nonce:x', '', 60_000)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => stores[index % 2]?.remove('nonce:x')),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect((await database.query('SELECT key FROM keyv WHERE key = $1', ['keyv:nonce:x'])).rows).toEqual([])
})
