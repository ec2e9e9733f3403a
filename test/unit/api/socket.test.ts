import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TRPCClient } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { ApiControls } from '../../../src/api/client-types.js'
import { createApiClient } from '../../../src/api/create-api-client.js'
import { toSocketUrl } from '../../../src/api/socket.js'
import { startTrpcServer, type TestRouter } from '../sign-in/trpc-server.js'

type Api = TRPCClient<TestRouter> & ApiControls

/** Timers of a second and more, which a test runs by hand: their length, and their function. */
let timers: { ms: number; run: () => void }[]
let stop: (() => unknown)[]

beforeEach(async () => {
  timers = []
  stop = []
  await import('../../../src/api/socket.js')
  const { setTimeout: start, clearTimeout: end } = globalThis
  vi.stubGlobal('setTimeout', (run: () => void, ms = 0, ...rest: unknown[]) => {
    if (ms < 1_000) return start(run, ms, ...rest)
    const timer = { ms, run }
    timers.push(timer)
    return timer
  })
  vi.stubGlobal('clearTimeout', (timer: never) => {
    const index = timers.indexOf(timer)
    if (index < 0) end(timer)
    else timers.splice(index, 1)
  })
})

afterEach(async () => {
  for (const end of stop) await end()
  vi.unstubAllGlobals()
})

async function until(check: () => unknown): Promise<void> {
  while (!check()) await new Promise(setImmediate)
}

/** Waits for a timer of this length, and runs it. */
async function pass(ms: number): Promise<void> {
  await until(() => timers.some((each) => each.ms === ms))
  const [timer] = timers.splice(
    timers.findIndex((each) => each.ms === ms),
    1,
  )
  timer?.run()
}

/** The pauses before a new connection that are waiting; pings and calls have other lengths. */
const pauses = () =>
  timers.map(({ ms }) => ms).filter((ms) => [1_000, 2_000, 4_000, 8_000, 16_000, 30_000].includes(ms))

function connect(url: string, onUnauthorized?: () => void): Api {
  const api = createApiClient<TRPCClient<TestRouter>>({
    url,
    transport: 'ws',
    WebSocket: WebSocket as never,
    onUnauthorized,
  })
  stop.unshift(() => api.close())
  return api
}

async function serve(options: Parameters<typeof startTrpcServer>[0] = {}) {
  const server = await startTrpcServer(options)
  stop.push(server.stop)
  return { server, api: connect(server.url) }
}

/** Starts a server that handles each connection as the test says. */
async function serveSockets(
  onConnection: (socket: WebSocket, count: number) => void,
  onUnauthorized?: () => void,
) {
  const http = createServer()
  const wss = new WebSocketServer({ server: http })
  let count = 0
  wss.on('connection', (socket) => onConnection(socket, ++count))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  stop.push(() => {
    for (const socket of wss.clients) socket.terminate()
    http.closeAllConnections()
    http.close()
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/trpc`
  return { api: connect(url, onUnauthorized), count: () => count }
}

describe('I25: a socket that drops seven times', () => {
  it('is opened again after 1, 2, 4, 8, 16, 30, 30 s, even if the server accepts it each time', async () => {
    const { api, count } = await serveSockets((socket) => socket.terminate())
    api.items.subscribe(undefined, {})
    for (const [index, ms] of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      await until(() => pauses().length > 0)
      expect([count(), pauses()]).toEqual([index + 1, [ms]])
      await pass(ms)
    }
  })

  it('is opened after 1 s again once it has succeeded', async () => {
    const { server, api } = await serve()
    const seen: number[] = []
    api.items.subscribe(undefined, { onData: ({ id }) => seen.push(Number(id)) })
    for (let round = 1; round <= 3; round++) {
      server.state.items = round
      await until(() => seen.length === round)
      server.drop()
      await pass(1_000)
    }
  })

  it('is tried again and again when the server is missing, one attempt at a time', async () => {
    const { server, api } = await serve()
    await server.stop()
    api.items.subscribe(undefined, {})
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]) {
      await until(() => pauses().length > 0)
      expect(pauses()).toEqual([ms])
      await pass(ms)
    }
  })
})

it('needs a class of sockets: without one the call says so', async () => {
  vi.stubGlobal('WebSocket', undefined)
  const api = createApiClient<TRPCClient<TestRouter>>({ url: 'http://127.0.0.1:1', transport: 'ws' })
  stop.unshift(
    () => api.close(),
    () => void vi.unstubAllGlobals(),
  )
  await expect(
    (api as unknown as Record<string, { query(): Promise<unknown> }>).add?.query(),
  ).rejects.toMatchObject({
    code: 'config_invalid',
  })
})

describe('I26: a socket that drops during a subscription', () => {
  it('resumes it once after the last item, without a duplicate or a gap', async () => {
    const { server, api } = await serve()
    const seen: unknown[] = []
    api.items.subscribe(undefined, { onData: ({ data }) => seen.push(data) })
    server.state.items = 2
    await until(() => seen.length === 2)
    server.drop()
    server.state.items = 4
    await pass(1_000)
    await until(() => seen.length === 4)
    expect(seen).toEqual([1, 2, 3, 4])
    expect(server.state.calls).toEqual(['items after 0', 'items after 2'])
  })

  it('does not resume a subscription that was ended', async () => {
    const { server, api } = await serve()
    const seen: unknown[] = []
    const subscription = api.items.subscribe(undefined, { onData: ({ data }) => seen.push(data) })
    server.state.items = 1
    await until(() => seen.length === 1)
    subscription.unsubscribe()
    server.drop()
    await pass(1_000)
    await until(() => server.wss.clients.size === 1)
    server.state.items = 5
    expect(await api.echo.query('after')).toBe('after')
    expect(seen).toEqual([1])
  })

  it('I22: fails a mutation on its way, and never sends it twice', async () => {
    const { server, api } = await serve()
    const call = api.hangSaving.mutate()
    call.catch(() => {})
    await until(() => server.state.calls.length === 1)
    server.drop()
    await expect(call).rejects.toMatchObject({ apiCode: 'NETWORK', retryable: true })
    await pass(1_000)
    expect(await api.echo.query('a')).toBe('a')
    expect(server.state.calls).toEqual(['hangSaving', 'echo a'])
  })
})

describe('I27: a socket without a pong', () => {
  it('is closed and replaced', async () => {
    const { server, api } = await serve({ disablePong: true })
    await api.echo.query('a')
    const [first] = server.wss.clients
    let isClosed = false
    first?.on('close', () => {
      isClosed = true
    })
    await pass(15_000)
    await pass(5_000)
    await until(() => isClosed)
    await pass(1_000)
    await until(() => server.wss.clients.size === 1)
    expect(await api.echo.query('b')).toBe('b')
  })

  it('is kept while the server answers', async () => {
    const { server, api } = await serve()
    await api.echo.query('a')
    const [first] = server.wss.clients
    await pass(15_000)
    await until(() => !timers.some(({ ms }) => ms === 5_000) && timers.some(({ ms }) => ms === 15_000))
    expect([...server.wss.clients]).toEqual([first])
    expect(pauses()).toEqual([])
  })
})

describe('a message on a socket', () => {
  const answer = (text: (id: unknown) => string) =>
    serveSockets((socket) =>
      socket.on('message', (data) => {
        const { id } = JSON.parse(String(data))
        for (const line of [
          'hello',
          '',
          'null',
          '[]',
          '{"id":null}',
          '{"method":1}',
          '{"id":{}}',
          // Y09: a name that the library would look up in a plain object
          '{"id":"__proto__","result":{"type":"data"}}',
          '{"id":"constructor","result":{"type":"data"}}',
          '{"id":"toString","error":{}}',
          '{"id":1.5,"result":{"type":"data"}}',
          '{"id":9007199254740993,"result":{"type":"data"}}',
          `{"id":${id + 99},"result":{}}`,
        ])
          socket.send(line)
        socket.send(text(id))
      }),
    )

  it.each([
    ['nothing but an id', (id: unknown) => `{"id":${id}}`, 'PARSE_ERROR'],
    [
      'an integer beyond 2^53',
      (id: unknown) => `{"id":${id},"result":{"type":"data","data":9007199254740993}}`,
      'PARSE_ERROR',
    ],
    ['a result that is none', (id: unknown) => `{"id":${id},"result":5}`, 'PARSE_ERROR'],
    ['an error of nothing', (id: unknown) => `{"id":${id},"error":{}}`, 'INTERNAL_SERVER_ERROR'],
    [
      'I31: 2 MB',
      (id: unknown) => JSON.stringify({ id, result: { type: 'data', data: 'x'.repeat(2_000_000) } }),
      'NETWORK',
    ],
  ])('fails its call and throws nowhere when it is %s', async (_, text, expected) => {
    const { api } = await answer(text)
    await expect(api.echo.query('a')).rejects.toMatchObject({ apiCode: expect.stringMatching(expected) })
  })

  it('is read even after garbage', async () => {
    const { api } = await answer((id) => JSON.stringify({ id, result: { type: 'data', data: 'a' } }))
    expect(await api.echo.query('a')).toBe('a')
  })
})

it('I19: a call ends after its time, with NETWORK while there is no socket and TIMEOUT while there is one', async () => {
  const { server, api } = await serve()
  const hanging = api.hang.query()
  hanging.catch(() => {})
  await until(() => server.state.calls.length === 1)
  await until(() => timers.filter(({ ms }) => ms === 15_000).length === 2)
  // The ping's timer is as long; the call's timer is the older of the two.
  timers.find(({ ms }) => ms === 15_000)?.run()
  await expect(hanging).rejects.toMatchObject({ apiCode: 'TIMEOUT' })

  await server.stop()
  await until(() => pauses().length === 1)
  const late = api.echo.query('a')
  late.catch(() => {})
  await until(() => timers.some(({ ms }) => ms === 15_000))
  timers
    .filter(({ ms }) => ms === 15_000)
    .at(-1)
    ?.run()
  await expect(late).rejects.toMatchObject({ apiCode: 'NETWORK' })
})

it('closing the client leaves no socket and no timer', async () => {
  const { server, api } = await serve()
  await api.echo.query('a')
  expect(server.wss.clients.size).toBe(1)
  api.close()
  await until(() => server.wss.clients.size === 0)
  // The library has its own time limit for the closing handshake.
  await until(() => timers.every(({ ms }) => ms === 30_000))
})

it('a subscription over another transport fails with the reason', async () => {
  const api = createApiClient<TRPCClient<TestRouter>>({ url: 'http://127.0.0.1:1/trpc' })
  const error = await new Promise((resolve) => api.items.subscribe(undefined, { onError: resolve }))
  expect(error).toMatchObject({ apiCode: 'METHOD_NOT_SUPPORTED' })
})

it('a subscription that the server refuses tells the page that the visitor is signed out', async () => {
  const onUnauthorized = vi.fn()
  const { api } = await serveSockets(
    (socket) =>
      socket.on('message', (text) => {
        const { id } = JSON.parse(`${text}`)
        const data = { code: 'UNAUTHORIZED', httpStatus: 401, path: 'items' }
        socket.send(JSON.stringify({ id, error: { code: -32001, message: 'Sign in first', data } }))
      }),
    onUnauthorized,
  )
  const error = await new Promise((resolve) => api.items.subscribe(undefined, { onError: resolve }))
  expect(error).toMatchObject({ apiCode: 'UNAUTHORIZED' })
  await until(() => onUnauthorized.mock.calls.length > 0)
})

it('the URL of the socket is the API’s, with ws for http', () => {
  expect(toSocketUrl('https://shop.example/trpc?a=1')).toBe('wss://shop.example/trpc?a=1')
  expect(toSocketUrl('http://localhost:3000/trpc')).toBe('ws://localhost:3000/trpc')
})
