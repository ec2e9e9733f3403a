import { describe, expect, it } from 'vitest'
import { createSignInHandler } from '../../../src/server/handler.js'
import { createSignIn } from '../../../src/server/sign-in.js'

const SITE = { domain: 'shop.example', chains: ['eip155:1'] }
const SECRET = 'a secret of thirty-two characters'

/** What a configuration makes of a variable that is not set, or that it forgot to read as a number. */
const WRONG = [Number.NaN, Number.POSITIVE_INFINITY, -1, '600000' as never]

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
