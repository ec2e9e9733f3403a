import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initTRPC } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { applyWSSHandler } from '@trpc/server/adapters/ws'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createApiClient } from '../../../src/api/create-api-client.js'
import { createSignInContext } from '../../../src/server/context.js'
import { createSignInRouter } from '../../../src/server/router.js'
import type { SignInServerOptions } from '../../../src/server/service.js'
import { createSignIn, type SignInOptions } from '../../../src/server/sign-in.js'
import { createVisitor, prove, proveNonce } from './visitor.js'

const ORIGIN = 'https://shop.example'
let stop: (() => unknown)[] = []
afterEach(async () => {
  for (const end of stop) await end()
  stop = []
})

/** A server of the router, and a browser of the site: it keeps cookies and sends its origin. */
async function serve(
  options: SignInServerOptions & {
    signIn?: Partial<SignInOptions>
    context?: boolean
    origin?: string | null
  } = {},
) {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], ...options.signIn })
  const router = createSignInRouter(signIn, options)
  const createContext = options.context === false ? () => ({}) : createSignInContext
  const handler = createHTTPHandler({ router, createContext, basePath: '/trpc/' })
  const http = createServer(handler)
  const wss = new WebSocketServer({ server: http, path: '/trpc' })
  applyWSSHandler({ wss, router, createContext })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/trpc`
  stop.push(() => {
    for (const socket of wss.clients) socket.terminate()
    wss.close()
    http.closeAllConnections()
    return new Promise((resolve) => http.close(resolve))
  })

  const createBrowser = (
    transport: 'http' | 'batch' | 'stream' | 'ws' = 'http',
    origin: string | null = ORIGIN,
    jar = new Map<string, string>(),
  ) => {
    const toCookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
    const seen: Response[] = []
    const fetchWithJar: typeof fetch = async (input, init) => {
      const headers = new Headers(init?.headers)
      if (origin !== null) headers.set('origin', origin)
      if (jar.size > 0) headers.set('cookie', toCookie())
      const response = await fetch(input, { ...init, headers })
      seen.push(response)
      for (const cookie of response.headers.getSetCookie()) {
        const [name, value] = (cookie.split(';')[0] as string).split('=') as [string, string]
        if (value) jar.set(name, value)
        else jar.delete(name)
      }
      return response
    }
    const Socket = class extends WebSocket {
      constructor(address: string) {
        super(address, { ...(origin !== null && { origin }), headers: { cookie: toCookie() } })
      }
    }
    const api = createApiClient({ url, transport, fetch: fetchWithJar, WebSocket: Socket as never })
    stop.unshift(() => api.close())
    return { api, jar, seen }
  }
  return { url, signIn, createBrowser, router }
}

describe.each(['http', 'batch', 'stream', 'ws'] as const)('the router over %s', (transport) => {
  it('signs a visitor in, recognises them, and signs them out', async () => {
    const { createBrowser } = await serve()
    const { api } = createBrowser(transport)
    expect(await api.signIn.session.query()).toBeNull()
    const visitor = createVisitor()
    const answer = (await api.signIn.nonce.query()) as { nonce: string; domain: string }
    expect(answer).toEqual({ nonce: expect.stringMatching(/^[A-Za-z]\w{16,30}$/), domain: 'shop.example' })
    const proof = await proveNonce(answer.nonce, visitor)
    expect(await api.signIn.verify.mutate(proof)).toEqual({ address: visitor.address, chainId: 'eip155:1' })
    expect(await api.signIn.session.query()).toEqual({
      address: visitor.address,
      chainId: 'eip155:1',
      namespace: 'eip155',
    })
    await expect(api.signIn.verify.mutate(proof)).rejects.toMatchObject({
      code: 'nonce_used',
      apiCode: 'CONFLICT',
      httpStatus: 409,
    })
    expect(await api.signIn.signOut.mutate()).toBeUndefined()
    expect(await api.signIn.session.query()).toBeNull()
  })

  it('H28: refuses a page of another site', async () => {
    const { createBrowser, signIn } = await serve()
    const { api } = createBrowser(transport, 'https://evil.example')
    const proof = await prove(signIn, createVisitor())
    await expect(api.signIn.verify.mutate(proof)).rejects.toMatchObject({
      code: 'origin_refused',
      apiCode: 'FORBIDDEN',
    })
    await expect(api.signIn.signOut.mutate()).rejects.toMatchObject({ code: 'origin_refused' })
  })
})

it.each([{}, { sessions: 'stateless' }, { bindNonce: true }] as const)(
  'a socket answers the pages of the site alone, with %j (SV02)',
  async (options) => {
    const { createBrowser } = await serve(options)
    const { api, jar } = createBrowser('http')
    const visitor = createVisitor()
    const { nonce } = (await api.signIn.nonce.query()) as { nonce: string }
    await api.signIn.verify.mutate(await proveNonce(nonce, visitor))
    for (const origin of [
      'https://evil.example',
      'https://sub.shop.example',
      'http://shop.example',
      'null',
    ]) {
      const { signIn } = createBrowser('ws', origin, jar).api
      for (const ask of [signIn.session, signIn.nonce])
        await expect(ask.query(), origin).rejects.toMatchObject({ code: 'origin_refused' })
    }
    for (const origin of [ORIGIN, null]) {
      const { signIn } = createBrowser('ws', origin, jar).api
      expect(await signIn.session.query()).toMatchObject({ address: visitor.address })
    }
  },
)

it('a socket whose page has signed out names nobody, although its handshake still names the session', async () => {
  const { createBrowser, signIn } = await serve({ sessions: 'stateless', trustFreshTokens: true })
  const { api, jar } = createBrowser('http')
  const visitor = createVisitor()
  await api.signIn.verify.mutate(await prove(signIn, visitor))
  const socket = createBrowser('ws', ORIGIN, jar).api.signIn
  expect(await socket.session.query()).toMatchObject({ address: visitor.address })
  await socket.signOut.mutate()
  expect(await socket.session.query()).toBeNull()
})

it('the server’s own call of a procedure is not held for a socket (SV02)', async () => {
  const { router } = await serve()
  // A link on another site leads to a page that the server draws.
  const req = new Request(ORIGIN, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect(await router.createCaller(createSignInContext({ req })).signIn.session()).toBeNull()
})

describe('a refusal of the router', () => {
  it.each([
    ['signature_invalid', 'FORBIDDEN', 403, { signature: `0x${'11'.repeat(65)}` }],
    ['domain_mismatch', 'FORBIDDEN', 403, {}, { domain: 'evil.example' }],
    ['chain_mismatch', 'UNPROCESSABLE_CONTENT', 422, {}, { chainId: 10 }],
    [
      'account_mismatch',
      'UNPROCESSABLE_CONTENT',
      422,
      { address: '0x0000000000000000000000000000000000000001' },
    ],
    ['message_expired', 'PRECONDITION_FAILED', 412, {}, { expirationTime: '2020-01-01T00:00:00Z' }],
    ['message_invalid', 'BAD_REQUEST', 400, { message: 'hello' }],
    ['message_too_long', 'PAYLOAD_TOO_LARGE', 413, { message: 'a'.repeat(5_000) }],
  ] as const)('gives %s the code %s', async (code, apiCode, httpStatus, change, message: object = {}) => {
    const { createBrowser, signIn } = await serve()
    const proof = await prove(signIn, createVisitor(), message)
    await expect(
      createBrowser().api.signIn.verify.mutate({ ...proof, ...change } as never),
    ).rejects.toMatchObject({ code, apiCode, httpStatus })
  })

  it('is BAD_REQUEST for an invalid proof', async () => {
    const { createBrowser } = await serve()
    for (const input of [undefined, null, 'proof', [], {}]) {
      await expect(createBrowser().api.signIn.verify.mutate(input as never)).rejects.toMatchObject({
        apiCode: 'BAD_REQUEST',
      })
    }
  })

  it('SO9: contains no secret of the server, neither a store’s error nor a stack', async () => {
    const nonceStore = {
      get: () => {
        throw new Error('postgres://user:secret@db')
      },
      set() {},
      delete() {},
    }
    const { url } = await serve({ signIn: { nonceStore } })
    for (const path of ['signIn.nonce', 'signIn.session', 'nothing']) {
      const text = await (await fetch(`${url}/${path}`)).text()
      expect(text).not.toMatch(/secret|stack|\.ts|\.js/)
    }
    const broken = { get: () => 'x', set: () => Promise.reject(new Error('secret')), delete() {} }
    const other = await serve({ signIn: { nonceStore: broken } })
    const response = await fetch(`${other.url}/signIn.nonce`)
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')])
  })
})

describe('H28: a form on another site', () => {
  it.each([
    ['plain text', 'text/plain'],
    ['a form', 'application/x-www-form-urlencoded'],
    ['parts', 'multipart/form-data; boundary=x'],
    ['JSON', 'application/json'],
  ])('cannot sign a visitor in with %s', async (_, type) => {
    const { url, signIn } = await serve()
    const proof = await prove(signIn, createVisitor())
    const response = await fetch(`${url}/signIn.verify`, {
      method: 'POST',
      headers: { 'content-type': type, origin: 'https://evil.example' },
      body: JSON.stringify(proof),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await signIn.verify(proof)).toBeTruthy()
  })

  it('cannot sign a visitor in with a null origin, or by a link', async () => {
    const { url, signIn } = await serve()
    const proof = await prove(signIn, createVisitor())
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'null' },
      body: JSON.stringify(proof),
    }
    expect((await fetch(`${url}/signIn.verify`, post)).status).toBe(403)
    expect(
      (await fetch(`${url}/signIn.verify?input=${encodeURIComponent(JSON.stringify(proof))}`)).status,
    ).toBe(405)
    const crossSite = {
      ...post,
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
    }
    // fetch itself names no site here, so the test calls the handler directly.
    const router = createSignInRouter(signIn)
    const request = new Request(`${url}/signIn.verify`, crossSite)
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      req: request,
      router,
      createContext: createSignInContext,
    })
    expect(response.status).toBe(403)
  })

  it('can sign a visitor in from a configured origin', async () => {
    const { createBrowser, signIn } = await serve({ origins: ['https://app.example'] })
    const { api } = createBrowser('http', 'https://app.example')
    expect(await api.signIn.verify.mutate(await prove(signIn, createVisitor()))).toBeTruthy()
  })

  it('does not stop a program that is no browser', async () => {
    const { createBrowser, signIn } = await serve()
    expect(
      await createBrowser('http', null).api.signIn.verify.mutate(await prove(signIn, createVisitor())),
    ).toBeTruthy()
  })
})

describe('a session of the router', () => {
  const signIn = async (
    browser: Awaited<ReturnType<Awaited<ReturnType<typeof serve>>['createBrowser']>>,
    server: Awaited<ReturnType<typeof serve>>,
  ) => {
    await browser.api.signIn.verify.mutate(await prove(server.signIn, createVisitor()))
    return [...browser.jar.values()][0] as string
  }

  it('is kept in a cookie that no script reads, under a new id for each sign-in', async () => {
    const server = await serve()
    const browser = server.createBrowser()
    const first = await signIn(browser, server)
    expect(browser.seen[0]?.headers.getSetCookie()).toEqual([
      `__Host-wallet_session=${first}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure`,
    ])
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    const second = await signIn(browser, server)
    expect(second).not.toBe(first)
    const old = server.createBrowser()
    old.jar.set('__Host-wallet_session', first)
    expect(await old.api.signIn.session.query()).toBeNull()
  })

  it('has a cookie that works on a site without https', async () => {
    const server = await serve({
      signIn: { domain: 'localhost:3000' },
      sameSite: 'Strict',
      cookie: 'sid',
      sessionLifetime: 60_000,
    })
    const { api, seen, jar } = server.createBrowser('http', 'http://localhost:3000')
    const local = { domain: 'localhost:3000', uri: 'http://localhost:3000' }
    await api.signIn.verify.mutate(await prove(server.signIn, createVisitor(), local))
    expect(seen[0]?.headers.getSetCookie()).toEqual([
      `sid=${jar.get('sid')}; Max-Age=60; Path=/; HttpOnly; SameSite=Strict`,
    ])
  })

  it.each(['', 'x', '0'.repeat(64), '__proto__', '0'.repeat(10_000)])(
    'is not found by a made-up id (%#)',
    async (id) => {
      const { createBrowser } = await serve()
      const { api, jar } = createBrowser()
      jar.set('__Host-wallet_session', id)
      expect(await api.signIn.session.query()).toBeNull()
    },
  )

  it('is never in a cached answer', async () => {
    const { createBrowser } = await serve()
    const { api, seen } = createBrowser()
    await api.signIn.nonce.query()
    expect(seen[0]?.headers.get('cache-control')).toBe('no-store')
  })

  it('is not kept without a context, but the proof is checked', async () => {
    const { createBrowser, signIn: verifier } = await serve({ context: false })
    const { api, jar } = createBrowser()
    expect(await api.signIn.verify.mutate(await prove(verifier, createVisitor()))).toBeTruthy()
    expect(jar.size).toBe(0)
    expect(await api.signIn.session.query()).toBeNull()
    expect(await api.signIn.signOut.mutate()).toBeUndefined()
  })

  it('can be read by the application’s own procedures', async () => {
    const verifier = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
    const router = createSignInRouter(verifier)
    const t = initTRPC.context<ReturnType<typeof createSignInContext>>().create()
    const app = t.mergeRouters(router, t.router({ hello: t.procedure.query(() => 'hello') }))
    const caller = app.createCaller(createSignInContext({ req: new Request('https://shop.example') }))
    expect([await caller.hello(), await caller.signIn.session()]).toEqual(['hello', null])
  })
})

describe('H02: the option bindNonce', () => {
  it.each(['http', 'batch', 'ws'] as const)(
    'lets only the visitor who asked for a nonce use it, over %s',
    async (transport) => {
      const { createBrowser } = await serve({ bindNonce: true })
      const [a, b] = [createBrowser(transport), createBrowser(transport)]
      const visitor = createVisitor()
      const { nonce } = (await a.api.signIn.nonce.query()) as { nonce: string }
      await b.api.signIn.nonce.query()
      const proof = await proveNonce(nonce, visitor)
      await expect(b.api.signIn.verify.mutate(proof)).rejects.toMatchObject({ code: 'nonce_unknown' })
      expect(await a.api.signIn.verify.mutate(proof)).toEqual({
        address: visitor.address,
        chainId: 'eip155:1',
      })
    },
  )

  it('fails when no cookie can be set', async () => {
    const { createBrowser } = await serve({ bindNonce: true })
    await expect(createBrowser('stream').api.signIn.nonce.query()).rejects.toMatchObject({
      apiCode: 'PRECONDITION_FAILED',
    })
    const bare = await serve({ bindNonce: true, context: false })
    await expect(bare.createBrowser().api.signIn.nonce.query()).rejects.toMatchObject({
      apiCode: 'PRECONDITION_FAILED',
    })
  })
})

describe('Y04, Y05: a flood of requests', () => {
  it.each([true, false])('of 500 nonces in one request gets at most eight (context: %s)', async (context) => {
    const { url } = await serve({ context })
    const path = Array.from({ length: 500 }, () => 'signIn.nonce').join(',')
    const answers = (await (await fetch(`${url}/${path}?batch=1`)).json()) as {
      result?: object
      error?: object
    }[]
    expect(answers).toHaveLength(500)
    expect(answers.filter(({ result }) => result)).toHaveLength(8)
    expect(answers[8]?.error).toMatchObject({ data: { code: 'TOO_MANY_REQUESTS', httpStatus: 429 } })
  })

  it('of 1,000 verifications in one request starts at most eight', async () => {
    const { url, signIn } = await serve({ context: true })
    const proof = await prove(signIn, createVisitor())
    const path = Array.from({ length: 1_000 }, () => 'signIn.verify').join(',')
    const tiny = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [index, index < 9 ? proof : 0]),
    )
    const response = await fetch(`${url}/${path}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(tiny),
    })
    const codes = ((await response.json()) as { error?: { data: { code: string } } }[]).map(
      ({ error }) => error?.data.code ?? 'resolved',
    )
    expect(codes.slice(0, 8).sort()).toEqual([...Array(7).fill('CONFLICT'), 'resolved'])
    expect(new Set(codes.slice(8))).toEqual(new Set(['TOO_MANY_REQUESTS']))
  })

  it('does not count other procedures of the same batch', async () => {
    const t = initTRPC.context<ReturnType<typeof createSignInContext>>().create()
    const app = t.mergeRouters(
      createSignInRouter(createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })),
      t.router({ hello: t.procedure.query(() => 'hello') }),
    )
    const path = [...Array.from({ length: 20 }, () => 'hello'), 'signIn.session'].join(',')
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      req: new Request(`https://shop.example/trpc/${path}?batch=1`),
      router: app,
      createContext: createSignInContext,
    })
    const answers = (await response.json()) as { result?: object }[]
    expect(answers.filter(({ result }) => result)).toHaveLength(21)
  })

  it('has at most eight open calls on a socket, and any number one after the other', async () => {
    let open = () => {}
    const gate = new Promise<string>((resolve) => {
      open = () => resolve(`0x${'0'.repeat(64)}`)
    })
    const { createBrowser, signIn } = await serve({ signIn: { rpc: { 'eip155:1': () => gate } } })
    const { api } = createBrowser('ws')
    const proof = { ...(await prove(signIn, createVisitor())), signature: `0x${'11'.repeat(65)}` }
    const verify = () =>
      api.signIn.verify.mutate(proof).then(
        () => 'resolved',
        ({ code }) => code as string,
      )
    const codes = Array.from({ length: 9 }, verify)
    expect(await Promise.race(codes)).toBe('TOO_MANY_REQUESTS')
    open()
    expect((await Promise.all(codes)).sort()).toEqual([
      'TOO_MANY_REQUESTS',
      ...Array(8).fill('signature_invalid'),
    ])
    for (let i = 0; i < 20; i++) expect(await verify()).toBe('signature_invalid')
  })

  it('with a body of more than 64 kB is not read', async () => {
    const { url } = await serve()
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 16_384
        controller.enqueue(new Uint8Array(16_384).fill(32))
        if (sent > 10_000_000) controller.close()
      },
    })
    const router = createSignInRouter(createSignIn({ domain: 'shop.example', chains: ['eip155:1'] }))
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      req: new Request(`${url}/signIn.verify`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': '10000000' },
        body,
        duplex: 'half',
      } as RequestInit),
      router,
      createContext: createSignInContext,
    })
    expect([response.status, sent <= 65_536]).toEqual([413, true])
    const late = await fetch(`${url}/signIn.verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message: 'a'.repeat(70_000) }),
    })
    expect(late.status).toBe(413)
  })
})

it('a server with bare nonces sends the nonce alone', async () => {
  const { createBrowser } = await serve({ signIn: { bareNonce: true } })
  expect(await createBrowser().api.signIn.nonce.query()).toMatch(/^[A-Za-z]\w{16,30}$/)
})

it('H01: of 50 posts of one signed message over HTTP exactly one signs in', async () => {
  const { url, signIn } = await serve()
  const body = JSON.stringify(await prove(signIn, createVisitor()))
  const post = () =>
    fetch(`${url}/signIn.verify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).then(({ status }) => status)
  const codes = await Promise.all(Array.from({ length: 50 }, post))
  expect([codes.filter((code) => code === 200).length, codes.filter((code) => code === 409).length]).toEqual([
    1, 49,
  ])
})
