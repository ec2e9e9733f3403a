import { createServer } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import KeyvPostgres from '@keyv/postgres'
import KeyvRedis from '@keyv/redis'
import Keyv from 'keyv'
import { createSignInHandler } from '../../src/server/handler.js'
import { createSignIn } from '../../src/server/sign-in.js'

/** One process of a site with a shared store. The test sets its environment. */
const {
  STORE = '',
  SECRET,
  SESSIONS,
  CLOCK = '0',
  OFFLINE_QUEUE,
  OPEN_STORE,
  POOL,
  SQLITE = '',
} = process.env

// This machine has a wrong clock. The server only uses Date.now.
const trueNow = Date.now
Date.now = () => trueNow() + Number(CLOCK)

async function openAdapter() {
  if (STORE.startsWith('redis:'))
    return new KeyvRedis({ url: STORE, disableOfflineQueue: OFFLINE_QUEUE === 'off' })
  // Its package is not among the project's own: SQLITE is where a test has installed it.
  if (STORE.startsWith('sqlite:')) return new (await import(SQLITE)).default(STORE)
  return new KeyvPostgres({ uri: STORE, ...(POOL && { max: Number(POOL) }) })
}

async function open(namespace: string): Promise<Keyv> {
  if (OPEN_STORE) return (await import(OPEN_STORE)).openStore(namespace)
  const keyv = new Keyv({ store: await openAdapter(), namespace })
  // Every call reports an unreachable store; an unhandled error event would end the process.
  keyv.on('error', () => {})
  return keyv
}

const signIn = createSignIn({
  domain: 'shop.example',
  chains: ['eip155:1'],
  nonceStore: await open('nonces'),
  ...(SECRET && { secret: SECRET }),
})
const handle = createSignInHandler(signIn, {
  sessionStore: await open('sessions'),
  ...(SESSIONS === 'stateless' && { sessions: 'stateless', sessionSecret: SECRET }),
})

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const server = createServer(async (request, response) => {
  const { method = 'GET', url = '/', headers } = request
  if (url === '/heap') {
    collect()
    return response.end(String(process.memoryUsage().heapUsed))
  }
  const answer = await handle(
    new Request(new URL(url, 'https://shop.example'), {
      method,
      headers: headers as Record<string, string>,
      ...(method === 'POST' && { body: request as never, duplex: 'half' }),
    } as RequestInit),
  )
  response.setHeaders(answer.headers)
  response.writeHead(answer.status).end(await answer.text())
})
server.listen(0, '127.0.0.1', () => console.log('listening on', server.address()))
