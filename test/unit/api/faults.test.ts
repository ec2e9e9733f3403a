import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// What limits a call keeps the timers that there were when it was loaded.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

import { createApiClient } from '../../../src/api/create-api-client.js'
import { readRetryAfter, retryDelay } from '../../../src/api/retry.js'
import { createSignInCalls, type Dialect, PLAIN, TRPC } from '../../../src/api/sign-in-calls.js'
import { caught, errorOf, PROOF, type Reply, resultOf, type SeenRequest, startServer } from './server.js'

let stop: (() => unknown)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const end of stop) await end()
  stop = []
  vi.clearAllTimers()
})

async function serve(
  reply: (request: SeenRequest) => Reply,
  options: Partial<Parameters<typeof createApiClient>[0]> = {},
) {
  const server = await startServer(reply)
  const api = createApiClient({ url: server.url, ...options })
  stop.push(() => api.close(), server.stop)
  // Load the library before a test asks how many requests there were.
  await import('../../../src/api/links.js')
  return { server, api }
}

/** Lets real requests happen until `check` passes, however many turns that takes. */
async function until(check: () => unknown): Promise<void> {
  while (!check()) await new Promise(setImmediate)
}

/** A client as these tests use it. */
interface Client {
  query(): Promise<unknown>
  mutate(): Promise<unknown>
  now(): number
}

const createSignIn = (url: string, dialect: Dialect): Client => {
  const { query, mutate, now } = createSignInCalls(url)
  return { query: () => query(dialect, 'session'), mutate: () => mutate(dialect, 'verify', PROOF), now }
}

/** Each client of an API: how it is created, and how its server answers with nothing and with a refusal. */
const CLIENTS: {
  name: string
  create(url: string): Client
  nothing: unknown
  refuse(code: string, status: number): unknown
}[] = [
  {
    name: 'createApiClient',
    create(url) {
      const { signIn, now } = createApiClient({ url })
      return { query: () => signIn.session.query(), mutate: () => signIn.verify.mutate(PROOF), now }
    },
    nothing: resultOf(null),
    refuse: errorOf,
  },
  {
    name: 'a sign-in in tRPC’s way',
    create: (url) => createSignIn(url, TRPC),
    nothing: resultOf(null),
    refuse: errorOf,
  },
  {
    name: 'a sign-in as plain JSON',
    create: (url) => createSignIn(url, PLAIN),
    nothing: null,
    refuse: (code) => ({ code }),
  },
]

/** Serves one of the clients. */
async function serveClient({ create }: (typeof CLIENTS)[number], reply: (request: SeenRequest) => Reply) {
  const { server } = await serve(reply)
  return { server, client: create(server.url) }
}

describe.each(CLIENTS)('I19: a server that does not answer $name', (row) => {
  it.each<[string, Reply]>([
    ['at all', () => {}],
    [
      'after its headers',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"res')
      },
    ],
  ])('ends a query after 15 s and a mutation after 30 s, with its request: %s', async (_, reply) => {
    const { server, client } = await serveClient(row, () => reply)
    const ended: string[] = []
    const query = caught(client.query()).finally(() => ended.push('query'))
    const mutation = caught(client.mutate()).finally(() => ended.push('mutation'))
    await until(() => server.requests.length === 2)
    await vi.advanceTimersByTimeAsync(14_999)
    expect(ended).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await query).toMatchObject({ apiCode: 'TIMEOUT', retryable: true })
    expect(ended).toEqual(['query'])
    await vi.advanceTimersByTimeAsync(15_000)
    expect((await mutation).apiCode).toBe('TIMEOUT')
    await until(() => server.abandoned === 2)
  })
})

describe('I22: a client without a connection', () => {
  /** Sets what the browser knows about its connection. */
  function stubBrowser(onLine: boolean) {
    const target = new EventTarget()
    const navigator = { onLine }
    vi.stubGlobal('navigator', navigator)
    const waiting = new Promise<void>((resolve) => {
      vi.stubGlobal('addEventListener', (...given: Parameters<EventTarget['addEventListener']>) => {
        target.addEventListener(...given)
        if (given[0] === 'online') resolve()
      })
    })
    vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))
    return {
      /** Resolves when somebody waits for the connection. */
      waiting,
      goOnline() {
        navigator.onLine = true
        target.dispatchEvent(new Event('online'))
      },
    }
  }

  it.each(CLIENTS)(
    'sends a query again when the connection is back, and never a mutation: $name',
    async (row) => {
      const browser = stubBrowser(false)
      let isUp = false
      const { server, client } = await serveClient(row, () =>
        isUp ? { json: row.nothing } : (_, response) => response.destroy(),
      )
      const query = client.query()
      const mutation = await caught(client.mutate())
      expect(mutation).toMatchObject({ apiCode: 'NETWORK', retryable: true })
      const sent = server.requests.length
      isUp = true
      browser.goOnline()
      expect(await query).toBeNull()
      expect(server.requests.slice(sent).map(({ method }) => method)).toEqual(['GET'])
    },
  )

  it('lets the caller cancel a waiting query', async () => {
    const browser = stubBrowser(false)
    const { server, api } = await serve(() => (_, response) => response.destroy())
    const controller = new AbortController()
    const query = caught(api.signIn.session.query(undefined, { signal: controller.signal }))
    await browser.waiting
    controller.abort()
    expect((await query).apiCode).toBe('CLIENT_CLOSED_REQUEST')
    expect(server.requests).toHaveLength(1)
  })

  it.each(CLIENTS)(
    'does not ask again, when it has a connection and the server hangs up: $name',
    async (row) => {
      stubBrowser(true)
      const { server, client } = await serveClient(row, () => (_, response) => response.destroy())
      expect((await caught(client.query())).apiCode).toBe('NETWORK')
      expect(server.requests).toHaveLength(1)
    },
  )
})

describe.each(CLIENTS)('I23: a server that answers $name with 429', (row) => {
  /** Returns a function that waits until there were as many pauses of `ms`. */
  function watchPauses(ms: number): (times: number) => Promise<void> {
    const timers = vi.spyOn(globalThis, 'setTimeout')
    return (times) => until(() => timers.mock.calls.filter(([, after]) => after === ms).length === times)
  }

  const tooMany = (retryAfter?: string): Reply => ({
    status: 429,
    json: row.refuse('TOO_MANY_REQUESTS', 429),
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
  })

  it.each([
    ['5', 5_000],
    ['10000', 60_000],
    ['garbage', 1_000],
    ['-3', 1_000],
  ])('and Retry-After %s gets the query again after %i ms', async (header, delay) => {
    const untilPaused = watchPauses(delay)
    let count = 0
    const { server, client } = await serveClient(row, () =>
      count++ === 0 ? tooMany(header) : { json: row.nothing },
    )
    const query = client.query()
    await untilPaused(1)
    // The answer has ended the call's own time limit.
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(server.requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await query).toBeNull()
  })

  it('without Retry-After, or for a mutation, fails the call', async () => {
    const { server, client } = await serveClient(row, ({ method }) =>
      method === 'GET' ? tooMany() : tooMany('5'),
    )
    expect(await caught(client.query())).toMatchObject({
      apiCode: 'TOO_MANY_REQUESTS',
      retryable: true,
      retryAfter: null,
    })
    expect(await caught(client.mutate())).toMatchObject({
      apiCode: 'TOO_MANY_REQUESTS',
      retryAfter: 5_000,
    })
    expect(server.requests).toHaveLength(2)
  })

  it('is asked four times at most', async () => {
    const untilPaused = watchPauses(5_000)
    const { server, client } = await serveClient(row, () => tooMany('5'))
    const query = caught(client.query())
    for (const times of [1, 2, 3]) {
      await untilPaused(times)
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect((await query).apiCode).toBe('TOO_MANY_REQUESTS')
    expect(server.requests).toHaveLength(4)
  })
})

describe('I23: Retry-After', () => {
  it('may name seconds or a date, and a minute at most counts', () => {
    const now = Date.parse('2026-11-21T10:00:00Z')
    expect(readRetryAfter(null, now, 7)).toBeNull()
    expect(readRetryAfter('0', now, 7)).toBe(0)
    expect(readRetryAfter(' 5 ', now, 7)).toBe(5_000)
    expect(readRetryAfter('Sat, 21 Nov 2026 10:00:20 GMT', now, 7)).toBe(20_000)
    expect(readRetryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now, 7)).toBe(0)
    expect(readRetryAfter('Sat, 21 Nov 2027 09:00:00 GMT', now, 7)).toBe(60_000)
    for (const text of ['', '1e3', '5s', 'Infinity', 'soon', '99999999999'])
      expect(readRetryAfter(text, now, 7)).toBe(7)
  })
})

describe('I24: a server that answers 401', () => {
  it('to three open calls is reported to the page once, and the other calls end', async () => {
    const onUnauthorized = vi.fn()
    let waiting = 0
    const unauthorized: Reply = { status: 401, json: errorOf('UNAUTHORIZED', 401, -32001) }
    const { server, api } = await serve(() => (waiting++ < 2 ? () => {} : unauthorized), { onUnauthorized })
    const calls = [caught(api.signIn.session.query()), caught(api.signIn.signOut.mutate())]
    await until(() => server.requests.length === 2)
    calls.push(caught(api.signIn.session.query()))
    for (const error of await Promise.all(calls)) expect(error.apiCode).toBe('UNAUTHORIZED')
    await until(() => server.abandoned === 2)
    expect(onUnauthorized).toHaveBeenCalledTimes(1)
    expect(onUnauthorized.mock.calls[0]?.[0]).toMatchObject({ apiCode: 'UNAUTHORIZED', retryable: false })

    await caught(api.signIn.session.query())
    expect(onUnauthorized).toHaveBeenCalledTimes(1)
  })

  it('is reported again after a call has succeeded in between', async () => {
    const onUnauthorized = vi.fn()
    let isKnown = false
    const { api } = await serve(
      () => (isKnown ? { json: resultOf(null) } : { status: 401, json: errorOf('UNAUTHORIZED', 401) }),
      { onUnauthorized },
    )
    await caught(api.signIn.session.query())
    isKnown = true
    await api.signIn.session.query()
    isKnown = false
    await caught(api.signIn.session.query())
    expect(onUnauthorized).toHaveBeenCalledTimes(2)
  })

  it('does not end a sign-in that runs', async () => {
    let answer: (() => void) | undefined
    const { server, api } = await serve(({ url }) =>
      url.includes('verify')
        ? (_, response) => {
            answer = () =>
              response
                .setHeader('content-type', 'application/json')
                .end(JSON.stringify(resultOf({ address: '0x', chainId: 'eip155:1' })))
          }
        : { status: 401, json: errorOf('UNAUTHORIZED', 401) },
    )
    const verify = api.signIn.verify.mutate(PROOF)
    await until(() => server.requests.length === 1)
    await caught(api.signIn.session.query())
    answer?.()
    expect(await verify).toEqual({ address: '0x', chainId: 'eip155:1' })
  })
})

describe.each(CLIENTS)('I32: the server’s clock, as $name', (row) => {
  /** Our own clock stands still at a whole second. */
  const NOON = Date.UTC(2026, 0, 1, 12)
  beforeEach(() => vi.setSystemTime(NOON))

  it.each([10, -10])('is read from its answers, when it is %i minutes off', async (minutes) => {
    const date = new Date(NOON + minutes * 60_000).toUTCString()
    const { client } = await serveClient(row, () => ({ json: row.nothing, headers: { date } }))
    expect(client.now()).toBe(NOON)
    await client.query()
    // The header has whole seconds: on average it is half a second behind.
    expect(client.now()).toBe(NOON + minutes * 60_000 + 500)
  })

  it('is replaced by our own without a date, or with a broken date', async () => {
    const { client } = await serveClient(row, () => ({ json: row.nothing, headers: { date: 'yesterday' } }))
    await client.query()
    expect(client.now()).toBe(NOON)
  })
})

describe('P15: the pause before attempt n + 1', () => {
  it('is 1, 2, 4, 8, 16, then 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 100].map(retryDelay)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ])
  })

  it('follows min(1000·2^n, 30000), and keeps any hour below 125 attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000 }), (n) => {
        expect(retryDelay(n)).toBe(Math.min(1_000 * 2 ** n, 30_000))
      }),
      { numRuns: 1_000 },
    )
    let time = 0
    let attempts = 0
    while (time < 3_600_000) time += retryDelay(attempts++)
    expect(attempts).toBeLessThan(125)
  })
})
