import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { WebSocket, WebSocketServer } from 'ws'
import { createSignInContext } from '../../../src/server/context.js'
import { createSignInRouter } from '../../../src/server/router.js'
import type { SignInServerOptions } from '../../../src/server/service.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { createVisitor, prove } from '../../unit/server/visitor.js'
import { count, rowsOf, type SurfaceAttack } from './surface.js'

const SITE = 'https://shop.example'

/** A router behind the adapter of fetch. */
function serve(options: SignInServerOptions = {}) {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
  const router = createSignInRouter(signIn, options)
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetchRequestHandler({
      endpoint: '/trpc',
      req: new Request(`${SITE}/trpc/${path}`, init),
      router,
      createContext: createSignInContext,
      maxBatchSize: 8,
    })
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { origin: SITE, 'content-type': 'application/json', ...headers },
      body,
    })
  return { signIn, router, send, post, prove: () => prove(signIn, createVisitor()) }
}

/** The codes in an answer, or the data. */
const codesIn = (text: string): string =>
  [...text.matchAll(/"(?:reason|code)":"(\w+)"/g)].map(([, code]) => code).at(-1) ??
  (text.includes('"address"') ? 'resolved' : 'answered')

const http = rowsOf('tRPC over HTTP')
const over = (
  name: string,
  out: string,
  send: (site: ReturnType<typeof serve>) => Promise<{ status: number; text: string }>,
) =>
  http(name, out, async () => {
    const { status, text } = await send(serve())
    return `${status} ${codesIn(text)}`
  })

const https: SurfaceAttack[] = [
  over(
    'a sign-in by GET, as a link would send it',
    '405 METHOD_NOT_SUPPORTED',
    async ({ send, prove: make }) =>
      send(`signIn.verify?input=${encodeURIComponent(JSON.stringify(await make()))}`),
  ),
  over('a sign-out by GET', '405 METHOD_NOT_SUPPORTED', ({ send }) => send('signIn.signOut')),
  over('a procedure of every object', '404 NOT_FOUND', ({ send }) => send('signIn.constructor')),
  over('the procedure __proto__', '404 NOT_FOUND', ({ send }) => send('__proto__.nonce')),
  over('a path that leaves the router', '404 NOT_FOUND', ({ send }) => send('signIn.nonce/..%2fadmin')),
  over('the input as a form', '415 UNSUPPORTED_MEDIA_TYPE', ({ post }) =>
    post('signIn.verify', 'a=1', { 'content-type': 'text/plain' }),
  ),
  over('members in __proto__ of the input', '400 request_invalid', async ({ post, prove: make }) =>
    post('signIn.verify', `{"__proto__":${JSON.stringify(await make())}}`),
  ),
  over('an input of 9 levels', '413 PAYLOAD_TOO_LARGE', ({ post }) =>
    post('signIn.verify', `${'{"a":'.repeat(10)}1${'}'.repeat(10)}`),
  ),
  over('an input of 60,000 members', '413 PAYLOAD_TOO_LARGE', ({ post }) =>
    post(
      'signIn.verify',
      JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`a${at}`, 1]))),
    ),
  ),
  http('a batch whose keys are names of every object', 'nobody signs in', async () => {
    const { post, prove: make } = serve()
    const proof = JSON.stringify(await make())
    const { text } = await post(
      'signIn.verify,signIn.session?batch=1',
      `{"__proto__":${proof},"constructor":${proof}}`,
    )
    return text.includes('"address"') ? 'somebody signs in' : 'nobody signs in'
  }),
  http('a batch of one sign-in eight times', '1 CONFLICT, 7 others refused', async () => {
    const { post, prove: make } = serve()
    const proof = await make()
    const input = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [at, proof]))
    const { text } = await post(`${Array(8).fill('signIn.verify').join(',')}?batch=1`, JSON.stringify(input))
    const answers = JSON.parse(text) as { result?: unknown }[]
    return answers.filter(({ result }) => result).length === 1
      ? '1 CONFLICT, 7 others refused'
      : text.slice(0, 200)
  }),
  over('a batch of nine', '400 BAD_REQUEST', ({ send }) =>
    send(`${Array(9).fill('signIn.nonce').join(',')}?batch=1&input={}`),
  ),
  over('a batch of 5,000 names in the address', '400 BAD_REQUEST', ({ send }) =>
    send(`${Array(5_000).fill('signIn.nonce').join(',')}?batch=1&input={}`),
  ),
  http('a sign-in whose answer is asked for as a stream, which sets no cookie', 'no cookie', async () => {
    const { post, prove: make } = serve()
    const { headers } = await post('signIn.verify?batch=1', JSON.stringify({ 0: await make() }), {
      'trpc-accept': 'application/jsonl',
    })
    return headers.getSetCookie()[0] ?? 'no cookie'
  }),
  http('a nonce by a stream, where nonces are bound to visitors', 'nonce_unknown', async () => {
    const { send } = serve({ bindNonce: true })
    const { text } = await send('signIn.nonce?batch=1&input={}', {
      headers: { 'trpc-accept': 'application/jsonl', origin: SITE },
    })
    return /"reason":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 100)
  }),
  http('a batch with a sign-out of another site among its reads', 'refused, still signed in', async () => {
    const { post, send, prove: make } = serve()
    const { headers } = await post('signIn.verify', JSON.stringify(await make()))
    const cookie = String(headers.getSetCookie()[0]?.split(';')[0])
    const { text } = await post('signIn.session,signIn.signOut?batch=1', '{}', {
      cookie,
      origin: 'https://evil.example',
    })
    const { text: after } = await send('signIn.session', { headers: { cookie } })
    return `${text.includes('"result":{"data":null') ? 'answered' : 'refused'}, ${after.includes('"address"') ? 'still signed in' : 'signed out'}`
  }),
  http('an answer that shows where an error came from', 'no path', async () => {
    const { post } = serve()
    const { text } = await post('signIn.verify', '{"chainId":{"toString":null}}')
    return /\/(?:src|node_modules)\/|"stack"/.test(text) ? 'a path' : 'no path'
  }),
]

const socket = rowsOf('tRPC over a WebSocket')

/** A server with a socket, and one socket to it. */
async function connect(origin: string | null, options: SignInServerOptions = {}) {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
  const server = createServer()
  const wss = new WebSocketServer({ server, maxPayload: 65_536 })
  applyWSSHandler({ wss, router: createSignInRouter(signIn, options), createContext: createSignInContext })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const open = new WebSocket(`ws://127.0.0.1:${port}`, { ...(origin !== null && { origin }) })
  const answers: string[] = []
  const waiting: (() => void)[] = []
  let closed: number | null = null
  const wake = () => {
    for (const one of waiting.splice(0)) one()
  }
  open.on('message', (data) => {
    answers.push(String(data))
    wake()
  })
  open.on('close', (code) => {
    closed = code
    wake()
  })
  open.on('error', () => {})
  await new Promise((resolve) => open.once('open', resolve))
  return {
    signIn,
    say: (message: unknown) => open.send(typeof message === 'string' ? message : JSON.stringify(message)),
    /** Resolves with so many answers, or when the server has closed the socket. */
    async hear(number: number) {
      while (answers.length < number && closed === null)
        await new Promise<void>((resolve) => waiting.push(resolve))
      return closed === null ? answers : [`closed ${closed}`]
    },
    async end() {
      open.terminate()
      for (const one of wss.clients) one.terminate()
      wss.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ask = (id: number, path: string, input?: unknown, method = 'query') => ({
  id,
  jsonrpc: '2.0',
  method,
  params: { path, input },
})
const spoken = (
  name: string,
  out: string,
  origin: string | null,
  run: (line: Awaited<ReturnType<typeof connect>>) => Promise<string>,
) =>
  socket(name, out, async () => {
    const line = await connect(origin)
    try {
      return await run(line)
    } finally {
      await line.end()
    }
  })

const sockets: SurfaceAttack[] = [
  ...[
    'https://shop.example.evil.example',
    'https://evil.example/https://shop.example',
    'HTTPS://shop.example',
    'https://shop.example:443',
    'null',
  ].map((origin) =>
    spoken(`a socket from ${origin}`, 'origin_refused', origin, async (line) => {
      line.say(ask(1, 'signIn.session'))
      return codesIn(String((await line.hear(1))[0]))
    }),
  ),
  spoken('a sign-in as a query', 'NOT_FOUND', SITE, async (line) => {
    line.say(ask(1, 'signIn.verify', await prove(line.signIn, createVisitor())))
    return codesIn(String((await line.hear(1))[0]))
  }),
  spoken('a read as a subscription', 'NOT_FOUND', SITE, async (line) => {
    line.say(ask(1, 'signIn.session', undefined, 'subscription'))
    return codesIn(String((await line.hear(1))[0]))
  }),
  spoken('a message that is no JSON, then a good one', 'PARSE_ERROR, answered', SITE, async (line) => {
    line.say('{')
    line.say(ask(1, 'signIn.session'))
    return (await line.hear(2)).map(codesIn).join(', ')
  }),
  spoken('a message of 70 kB', 'closed 1009', SITE, async (line) => {
    line.say(JSON.stringify(ask(1, 'signIn.verify', { message: 'a'.repeat(70_000) }, 'mutation')))
    return (await line.hear(1)).join()
  }),
  spoken('2,000 messages at once', '2000 answers, the next one answered', SITE, async (line) => {
    for (let id = 1; id <= 2_000; id++) line.say(ask(id, 'signIn.session'))
    const { length } = await line.hear(2_000)
    line.say(ask(2_001, 'signIn.nonce'))
    return `${length} answers, the next one ${codesIn(String((await line.hear(2_001)).at(-1)))}`
  }),
  spoken('one proof 30 times at once', '1 in', SITE, async (line) => {
    const proof = await prove(line.signIn, createVisitor())
    for (let id = 1; id <= 30; id++) line.say(ask(id, 'signIn.verify', proof, 'mutation'))
    const codes = (await line.hear(30)).map(codesIn)
    return count(codes.filter((code) => code === 'resolved')).replace('resolved', 'in')
  }),
  socket('a socket whose visitor has signed out on another one', 'nobody', async () => {
    const line = await connect(SITE)
    try {
      line.say(ask(1, 'signIn.verify', await prove(line.signIn, createVisitor()), 'mutation'))
      await line.hear(1)
      line.say(ask(2, 'signIn.signOut', undefined, 'mutation'))
      await line.hear(2)
      line.say(ask(3, 'signIn.session'))
      return String((await line.hear(3))[2]).includes('"address"') ? 'somebody' : 'nobody'
    } finally {
      await line.end()
    }
  }),
]

/** Attacks on the router by each transport of tRPC. */
export const TRPC: readonly SurfaceAttack[] = [...https, ...sockets]
