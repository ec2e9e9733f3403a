import { describe, expect, it } from 'vitest'
import { DAY } from '../../../src/constants.js'
import { createSignInHandler, type SignInHandlerOptions } from '../../../src/server/handler.js'
import { createSignIn, type SignIn } from '../../../src/server/sign-in.js'
import { createVisitor, proveNonce } from './visitor.js'

const SITE = { domain: 'shop.example', chains: ['eip155:1'] }
const SECRET = 'a secret of thirty-two characters'

/** What a configuration makes of a variable that is not set, or that it forgot to read as a number. */
const WRONG = [Number.NaN, Number.POSITIVE_INFINITY, -1, '600000' as never]

/** The calls that a browser makes. */
function createAsk(signIn: SignIn, options: SignInHandlerOptions) {
  const handle = createSignInHandler(signIn, options)
  const address = 'https://shop.example/auth'
  return {
    /** Signs in. @returns the session's cookie */
    async signIn() {
      const { nonce } = await (await handle(new Request(`${address}/nonce`))).json()
      const body = JSON.stringify(await proveNonce(nonce, createVisitor()))
      const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
      const answer = await handle(new Request(`${address}/verify`, { method: 'POST', headers, body }))
      return answer.headers.getSetCookie()[0]?.split(';')[0] as string
    },
    session: async (cookie: string) =>
      (await handle(new Request(`${address}/session`, { headers: { cookie } }))).json(),
  }
}

const invalid = expect.objectContaining({ code: 'config_invalid' })

describe('a time that is no number of milliseconds is refused, because no proof or session would end by it', () => {
  it.each(WRONG)('%s', (time) => {
    for (const name of ['nonceLifetime', 'maxAge', 'clockTolerance'])
      expect(() => createSignIn({ ...SITE, [name]: time }), name).toThrow(invalid)
    const signIn = createSignIn(SITE)
    const create = (options: object) => () => createSignInHandler(signIn, options)
    expect(create({ sessionLifetime: time })).toThrow(invalid)
    expect(create({ sessions: 'stateless', sessionSecret: SECRET, tokenLifetime: time })).toThrow(invalid)
  })
})

describe('a lifetime with a fraction of a millisecond is rounded, and keeps the visitor signed in', () => {
  const time = DAY / 7
  it.each([
    ['stored sessions', { sessionLifetime: time }],
    [
      'stateless sessions',
      { sessionLifetime: time, sessions: 'stateless', sessionSecret: SECRET, tokenLifetime: time },
    ],
    ['kept proofs', { sessionLifetime: time, keepProof: true }],
  ] as const)('%s', async (_, options) => {
    const ask = createAsk(
      createSignIn({ ...SITE, nonceStore: new Map() as never, nonceLifetime: time }),
      options,
    )
    const cookie = await ask.signIn()
    expect(await ask.session(cookie)).toMatchObject({ chainId: 'eip155:1' })
  })
})

describe('a cookie for pages of other sites', () => {
  const create = (domain: string, scheme?: 'http') =>
    createSignInHandler(createSignIn({ ...SITE, domain, scheme }), { sameSite: 'None' })

  it('is refused on a site without https, because browsers drop it', () => {
    expect(() => create('shop.example', 'http')).toThrow(invalid)
    expect(create('shop.example')).toBeTypeOf('function')
  })
})

it.each([
  ['stored', {}],
  ['stateless', { sessions: 'stateless', sessionSecret: SECRET }],
] as const)(
  'of several cookies of one name, the first that can be a session counts: %s',
  async (_, options) => {
    const ask = createAsk(createSignIn(SITE), { ...options, cookie: 'session' })
    const own = await ask.signIn()
    expect(await ask.session(`session=abc123; ${own}`)).toMatchObject({ chainId: 'eip155:1' })
    expect(await ask.session(`${own}; session=abc123`)).toMatchObject({ chainId: 'eip155:1' })
    expect(await ask.session('session=abc123')).toBe(null)
  },
)

it.each(['https://a.example', ['https://a.example/shop'], ['a.example'], ['null'], [7]])(
  'origins that no page has are refused: %j',
  (origins) => {
    const given = { origins: origins as string[] }
    expect(() => createSignIn({ ...SITE, ...given })).toThrow(invalid)
    expect(() => createSignInHandler(createSignIn(SITE), given)).toThrow(invalid)
  },
)

it('chains that are no list are refused', () => {
  for (const chains of ['eip155:1', undefined, ['main'], []] as never[])
    expect(() => createSignIn({ ...SITE, chains })).toThrow(invalid)
})

it.each(['auth', '/a b', '/größe', '/a/../b', '//host', '/auth?x', 7 as never])(
  'a base that no request has is refused: %s',
  (base) => expect(() => createSignInHandler(createSignIn(SITE), { base })).toThrow(invalid),
)

it.each(['', '/', '/auth', '/auth/', '/gr%C3%B6%C3%9Fe/auth'])(
  'a base that is a path is accepted: "%s"',
  async (base) => {
    const handle = createSignInHandler(createSignIn(SITE), { base })
    const at = `https://shop.example${base.replace(/\/$/, '')}/session`
    expect((await handle(new Request(at))).status).toBe(200)
  },
)

it('an older secret may be missing, the newest may not', () => {
  const create = (sessionSecret: (string | undefined)[]) =>
    createSignInHandler(createSignIn(SITE), { sessions: 'stateless', sessionSecret })
  expect(create([SECRET, undefined])).toBeTypeOf('function')
  expect(() => create([undefined, SECRET])).toThrow(invalid)
  expect(() => create([SECRET, ''])).toThrow(invalid)
  expect(() => create([])).toThrow(invalid)
})

it.each(['', 'my session', 'a;b', 'a=b', 'sitzung\u00e4'])(
  'a name that no cookie can have is refused: “%s”',
  (cookie) => {
    expect(() => createSignInHandler(createSignIn(SITE), { cookie })).toThrow(
      expect.objectContaining({ code: 'config_invalid' }),
    )
  },
)
