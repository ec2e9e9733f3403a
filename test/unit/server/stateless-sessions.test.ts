import { createHmac } from 'node:crypto'
import { base64url, SignJWT } from 'jose'
import Keyv from 'keyv'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSignInHandler, type SignInHandlerOptions } from '../../../src/server/handler.js'
import { createMemoryStore } from '../../../src/server/memory-store.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { createVisitor, prove } from './visitor.js'

const ORIGIN = 'https://shop.example'
const COOKIE = '__Host-wallet_session'
const MINUTE = 60_000
const SECRET = 'a secret that nobody guesses'

function serve(options: SignInHandlerOptions = {}, domain = 'shop.example') {
  const signIn = createSignIn({ domain, chains: ['eip155:1'] })
  const handle = createSignInHandler(signIn, {
    sessions: 'stateless',
    sessionSecret: SECRET,
    sessionStore: createMemoryStore(),
    ...options,
  })
  const ask = async (path: string, token: string | null, init: RequestInit = {}) => {
    const headers = { origin: `https://${domain}`, ...(token && { cookie: `${COOKIE}=${token}` }) }
    const response = await handle(
      new Request(`https://${domain}${path}`, { ...init, headers: { ...headers, ...init.headers } }),
    )
    const [set] = response.headers.getSetCookie()
    return {
      status: response.status,
      body: await response.json(),
      /** The token that the answer sets: empty when it deletes the token, null when it sets none. */
      token: set === undefined ? null : (/=([^;]*)/.exec(set)?.[1] as string),
      set,
    }
  }
  return {
    handle,
    ask,
    read: (token: string | null) => ask('/session', token),
    signOut: (token: string | null) => ask('/sign-out', token, { method: 'POST' }),
    async signIn(token: string | null = null) {
      const visitor = createVisitor()
      const proof = await prove(
        signIn,
        visitor,
        domain === 'shop.example' ? {} : { domain, uri: `https://${domain}` },
      )
      const answer = await ask('/verify', token, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(proof),
      })
      expect(answer.status).toBe(200)
      return { ...answer, token: answer.token as string, address: visitor.address }
    },
  }
}

/** A token's parts, as anybody with the cookie can read them. */
const partsOf = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))

/** Another header or other claims, with a valid signature if the key is known. */
function forge(
  token: string,
  change: { header?: object; claims?: object; key?: string | Uint8Array },
): string {
  const [header, claims] = partsOf(token)
  const body = [
    { ...header, ...change.header },
    { ...claims, ...change.claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const mac =
    change.key === undefined
      ? token.split('.')[2]
      : createHmac('sha256', change.key).update(body).digest('base64url')
  return `${body}.${mac}`
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a stateless session', () => {
  it('is a token in a cookie that no script reads, and nothing in the store', async () => {
    const store = new Map<string, string>()
    const server = serve({ sessionStore: store })
    const { token, set, address } = await server.signIn()
    expect(set).toMatch(
      /^__Host-wallet_session=ey[\w.-]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(store.size).toBe(0)
    expect(partsOf(token)).toEqual([
      { alg: 'HS256', typ: 'wallet-session+jwt', kid: expect.any(String) },
      {
        sub: `eip155:1:${address}`,
        iss: 'shop.example',
        sid: expect.stringMatching(/^[0-9a-f]{64}$/),
        jti: expect.any(String),
        exp: expect.any(Number),
        end: expect.any(Number),
      },
    ])
    const session = { address, chainId: 'eip155:1', namespace: 'eip155' }
    expect((await server.read(token)).body).toEqual(session)
    const request = new Request(`${ORIGIN}/me`, { headers: { cookie: `${COOKIE}=${token}` } })
    expect(await server.handle.readSession(request)).toEqual(session)
  })

  it('is known to another process with the same secret and store', async () => {
    const sessionStore = createMemoryStore()
    const [one, other] = [serve({ sessionStore }), serve({ sessionStore })]
    const { token, address } = await one.signIn()
    expect((await other.read(token)).body.address).toBe(address)
    await one.signOut(token)
    expect((await other.read(token)).body).toBeNull()
  })

  it('that was signed out has ended for every copy of its token, older copies too', async () => {
    const server = serve()
    const { token } = await server.signIn()
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    const next = (await server.read(token)).token as string
    expect((await server.signOut(next)).token).toBe('')
    for (const copy of [token, next]) expect((await server.read(copy)).body).toBeNull()
  })

  it('begins under a new id at each sign-in, and ends the session before', async () => {
    const server = serve()
    const first = await server.signIn()
    const second = await server.signIn(first.token)
    expect(partsOf(second.token)[1].sid).not.toBe(partsOf(first.token)[1].sid)
    expect((await server.read(first.token)).body).toBeNull()
    expect((await server.read(second.token)).body.address).toBe(second.address)
  })

  it('ends after its lifetime, however often its token was exchanged', async () => {
    const server = serve({ sessionLifetime: 60 * MINUTE })
    let { token } = await server.signIn()
    for (let minutes = 0; minutes < 50; minutes += 10) {
      vi.setSystemTime(Date.now() + 10 * MINUTE)
      const answer = await server.read(token)
      expect(answer.body).not.toBeNull()
      token = answer.token ?? token
    }
    vi.setSystemTime(Date.now() + 11 * MINUTE)
    expect((await server.read(token)).body).toBeNull()
  })
})

describe('a token past its own lifetime', () => {
  it('is exchanged for a new token of the same session, and no earlier', async () => {
    const server = serve()
    const { token, address } = await server.signIn()
    expect((await server.read(token)).token).toBeNull()
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    const { token: next, body, set } = await server.read(token)
    expect([body.address, set]).toEqual([address, expect.stringContaining('Max-Age=603840')])
    const [before, after] = [partsOf(token)[1], partsOf(next as string)[1]]
    expect([after.sid, after.end, after.jti === before.jti]).toEqual([before.sid, before.end, false])
    expect((await server.read(next)).token).toBeNull()
  })

  it('may come twice at once, as from two tabs, and both stay signed in', async () => {
    const server = serve()
    const { token } = await server.signIn()
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    const answers = await Promise.all([server.read(token), server.read(token)])
    for (const { token: next } of answers) expect((await server.read(next)).body).not.toBeNull()
  })

  it('is a copy when it comes again long after its exchange, and ends the session for both', async () => {
    const server = serve()
    const { token } = await server.signIn()
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    const { token: next } = await server.read(token)
    vi.setSystemTime(Date.now() + 6 * MINUTE)
    expect((await server.read(token)).body).toBeNull()
    expect((await server.read(next)).body).toBeNull()
  })

  it('is a copy until the last minute of its session', async () => {
    const server = serve({ sessionLifetime: 60 * MINUTE })
    const { token } = await server.signIn()
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    expect((await server.read(token)).token).not.toBeNull()
    vi.setSystemTime(Date.now() + 43 * MINUTE)
    expect((await server.read(token)).body).toBeNull()
  })

  it('is still read for pages that cannot set a cookie, and exchanged when they pass their headers', async () => {
    const server = serve()
    const { token, address } = await server.signIn()
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    const request = new Request(`${ORIGIN}/me`, { headers: { cookie: `${COOKIE}=${token}` } })
    expect((await server.handle.readSession(request))?.address).toBe(address)
    const headers = new Headers()
    expect((await server.handle.readSession(request, headers))?.address).toBe(address)
    expect(headers.getSetCookie()).toEqual([expect.stringContaining(`${COOKIE}=ey`)])
  })
})

describe('an invalid session token', () => {
  it.each<[string, (token: string) => string | Promise<string>]>([
    ['says another account', (token) => forge(token, { claims: { sub: `eip155:1:0x${'1'.repeat(40)}` } })],
    ['says a later end', (token) => forge(token, { claims: { end: 9_999_999_999 } })],
    ['is signed with the secret itself', (token) => forge(token, { key: SECRET })],
    ['is signed with another secret', (token) => forge(token, { key: 'another secret, just as long' })],
    ['has no signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
    ['says that it needs none', (token) => forge(token, { header: { alg: 'none' } })],
    ['says another algorithm', (token) => forge(token, { header: { alg: 'HS512' } })],
    ['brings a key of its own', (token) => forge(token, { header: { jwk: { kty: 'oct', k: 'AAAA' } } })],
    ['names an unknown key', (token) => forge(token, { header: { kid: '__proto__' } })],
    ['is of another kind', (token) => forge(token, { header: { typ: 'JWT' } })],
    ['is cut', (token) => token.slice(0, -1)],
    ['has a letter more', (token) => `${token}A`],
    ['is a session’s id', () => '0'.repeat(64)],
    ['is 2,000 letters', () => 'e'.repeat(2_000)],
    [
      'is a JWT of somebody else',
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: 'HS256' })
          .sign(base64url.decode('AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')),
    ],
  ])('signs nobody in because it %s', async (_, change) => {
    const server = serve()
    const { token } = await server.signIn()
    const forged = await change(token)
    expect(forged).not.toBe(token)
    expect((await server.read(forged)).body).toBeNull()
  })

  it('signs nobody in when it belongs to another site with the same secret', async () => {
    const { token } = await serve({}, 'other.example').signIn()
    expect((await serve().read(token)).body).toBeNull()
  })
})

describe('the secret of sessions', () => {
  it('can be replaced: the first of a list signs, and all are accepted', async () => {
    const [old, next] = ['the older one, long enough', 'the newer one, long enough']
    const { token } = await serve({ sessionSecret: old }).signIn()
    expect((await serve({ sessionSecret: [next, old] }).read(token)).body).not.toBeNull()
    const { token: newer } = await serve({ sessionSecret: [next, old] }).signIn()
    expect((await serve({ sessionSecret: next }).read(newer)).body).not.toBeNull()
    expect((await serve({ sessionSecret: next }).read(token)).body).toBeNull()
  })

  it.each(['', 'short', new Uint8Array(15), []])('may not be %j', (sessionSecret) => {
    expect(() => serve({ sessionSecret })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })
})

describe('an unreachable store of ended sessions', () => {
  const broken = () => {
    throw new Error('redis://user:secret@db')
  }

  it('lets nobody through, because no answer does not mean “not ended”', async () => {
    const sessionStore = { ...createMemoryStore() }
    const server = serve({ sessionStore })
    const { token } = await server.signIn()
    const { get } = sessionStore
    sessionStore.get = broken
    expect(await server.read(token)).toMatchObject({ status: 500, body: { code: 'store_failed' } })
    sessionStore.get = get
    expect((await server.read(token)).status).toBe(200)
  })

  it('lets nobody through in Keyv, which by default treats an error as an empty answer', async () => {
    const adapter = {
      map: new Map(),
      get: async () => broken(),
      set: async () => broken(),
      delete: async () => broken(),
      clear: async () => {},
    }
    const sessionStore = new Keyv({ store: adapter, emitErrors: false })
    expect(await sessionStore.get('x')).toBeUndefined()
    const server = serve({ sessionStore })
    const { token } = await server.signIn()
    expect(await server.read(token)).toMatchObject({ status: 500, body: { code: 'store_failed' } })
    expect(await server.signOut(token)).toMatchObject({ status: 500, token: '' })
  })

  it('is not asked for a token within its lifetime, if the server allows that', async () => {
    const server = serve({
      trustFreshTokens: true,
      sessionStore: { get: broken, set: broken, delete: broken },
    })
    const { token } = await server.signIn()
    expect((await server.read(token)).status).toBe(200)
    vi.setSystemTime(Date.now() + 16 * MINUTE)
    expect((await server.read(token)).status).toBe(500)
  })
})

it('a nonce that is bound to its visitor is theirs before and after they have signed in', async () => {
  const server = serve({ bindNonce: true })
  const asked = await server.ask('/nonce', null)
  expect(asked.token).toMatch(/^[0-9a-f]{64}$/)
  expect((await server.read(asked.token)).body).toBeNull()
  const { token } = await serve().signIn()
  expect((await server.ask('/nonce', token)).token).toBeNull()
})
