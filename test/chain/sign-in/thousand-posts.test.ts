import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { KeyvPostgres } from '@keyv/postgres'
import Keyv from 'keyv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignIn, type SignIn } from '../../../src/server/sign-in.js'
import { createStore, type KeyValueStore } from '../../../src/server/store.js'
import { codeOf, createVisitor, prove } from '../../unit/server/visitor.js'

/** Postgres itself, compiled to WebAssembly, behind a socket: the adapter uses the network protocol. */
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
  // The adapters of one process share their connection.
  await adapters[0]?.disconnect()
  await server.stop()
  await database.close()
})

/** A separate adapter, as another server process would have: two of them share only the database. */
function connect(): Keyv {
  const adapter = new KeyvPostgres({ uri, max: 1 })
  adapters.push(adapter)
  return new Keyv({ store: adapter })
}

const open = (nonceStore?: KeyValueStore) =>
  createSignIn({ domain: 'shop.example', chains: ['eip155:1'], nonceStore })

/** Posts one signed message a thousand times at once, to the servers in turn. */
async function postThousand(...servers: SignIn[]): Promise<Record<string, number>> {
  const proof = await prove(servers[0] as SignIn, createVisitor())
  const codes = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) =>
      codeOf((servers[index % servers.length] as SignIn).verify(proof)),
    ),
  )
  const counts: Record<string, number> = {}
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

describe('H01: of 1,000 simultaneous posts of one signed message exactly one signs in', () => {
  const ONE = { resolved: 1, nonce_used: 999 }

  it('with nonces in this process’s memory', async () => {
    expect(await postThousand(open())).toEqual(ONE)
  })

  it('with nonces in Keyv, on two servers that share it', async () => {
    const store = new Keyv()
    expect(await postThousand(open(store), open(store))).toEqual(ONE)
  })

  it('with nonces in Postgres, on two servers that share only the database', async () => {
    expect(await postThousand(open(connect()), open(connect()))).toEqual(ONE)
  })
})

it('of 20 simultaneous removals of a row only one succeeds, because one statement deletes and reports', async () => {
  const stores = [connect(), connect()].map((keyv) => createStore(keyv, Date.now))
  await stores[0]?.write('nonce:x', '', 60_000)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => stores[index % 2]?.take('nonce:x')),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect((await database.query('SELECT key FROM keyv WHERE key = $1', ['keyv:nonce:x'])).rows).toEqual([])
})
