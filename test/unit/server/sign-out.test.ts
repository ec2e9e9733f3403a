import { describe, expect, it } from 'vitest'
import { createSignInContext } from '../../../src/server/context.js'
import { createSignInHandler, type SignInHandlerOptions } from '../../../src/server/handler.js'
import { createSignInRouter } from '../../../src/server/router.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, prove, proveNonce, type Visitor } from './visitor.js'

const SITE = 'https://shop.example'
const NAME = '__Host-wallet_session'
const STARKNET = {
  address: `0x${'ab12'.padStart(64, '0')}`,
  chainId: 'starknet:SN_MAIN',
  namespace: 'starknet',
}

const accountOf = ({ address }: Visitor) => ({ namespace: 'eip155', address }) as const

/** A server by both dialects, which have one store, and its visitors. */
function serve(options: SignInHandlerOptions = {}) {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
  const sessionStore = new Map<string, string>()
  const all = { sessionStore, sessionSecret: 'a secret of thirty-two characters', ...options }
  const handle = createSignInHandler(signIn, all)
  const router = createSignInRouter(signIn, all)

  /** @returns the answer; `set` is the cookie that it sets, empty where it deletes one, null where it sets none */
  async function ask(path: string, cookie: string, body?: BodyInit | object, type = 'application/json') {
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    const answer = await handle(
      new Request(`${SITE}/${path}`, {
        method: text === undefined ? 'GET' : 'POST',
        headers: { origin: SITE, cookie, 'content-type': type },
        ...(text !== undefined && { body: text }),
      }),
    )
    const set = /^[^=]+=([^;]*)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1] ?? null
    return { status: answer.status, body: (await answer.json()) as any, set }
  }

  return {
    sessionStore,
    ask,
    nonce: async () => (await ask('nonce', '')) as { body: { nonce: string }; set: string | null },
    /** Signs a visitor in. @returns the cookie */
    async enter(visitor: Visitor, cookie = '') {
      const { set } = await ask('verify', cookie, await prove(signIn, visitor))
      return `${NAME}=${set}`
    },
    who: async (cookie: string) => (await ask('session', cookie)).body?.address ?? null,
    signOut: (cookie: string, account: BodyInit | object = '', type?: string) =>
      ask('sign-out', cookie, account, type),
    /** Signs out by tRPC. @returns the code of the refusal, or `resolved`, and the cookie that was set */
    async signOutByTrpc(cookie: string, account: unknown) {
      const resHeaders = new Headers()
      const req = new Request(SITE, { headers: { cookie, origin: SITE } })
      const caller = router.createCaller(createSignInContext({ req, resHeaders }))
      return {
        code: await codeOf(caller.signIn.signOut(account as never)),
        set: resHeaders.getSetCookie()[0]?.split(';')[0] ?? null,
      }
    },
  }
}

describe.each([
  { sessions: 'stored' },
  { sessions: 'stateless' },
  { sessions: 'stateless', trustFreshTokens: true },
] as const)('SV24: a sign-out that names an account, with %j', (options) => {
  it('ends the session of this account, in each spelling of its address', async () => {
    const { enter, signOut, who } = serve(options)
    const visitor = createVisitor()
    const { address } = visitor
    for (const spelling of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
      const cookie = await enter(visitor)
      const answer = await signOut(cookie, { namespace: 'eip155', address: spelling })
      expect(answer).toEqual({ status: 200, body: null, set: '' })
      if (!('trustFreshTokens' in options)) expect(await who(cookie)).toBeNull()
    }
  })

  it('leaves the session and the cookie of another account, and answers the same', async () => {
    const { enter, signOut, who, sessionStore } = serve(options)
    const [visitor, other] = [createVisitor(), createVisitor()]
    const cookie = await enter(visitor)
    const before = [...sessionStore]
    expect(await signOut(cookie, accountOf(other))).toEqual({ status: 200, body: null, set: null })
    // The address of the other family has another length.
    const padded = `0x${visitor.address.slice(2).padStart(64, '0')}`
    expect(await signOut(cookie, { namespace: 'starknet', address: padded })).toMatchObject({ set: null })
    expect([...sessionStore]).toEqual(before)
    expect(await who(cookie)).toBe(visitor.address)
  })

  it('that comes after the next account has signed in deletes no cookie', async () => {
    const { enter, signOut, who } = serve(options)
    const [first, second] = [createVisitor(), createVisitor()]
    const old = await enter(first)
    const cookie = await enter(second, old)
    expect(await signOut(cookie, accountOf(first))).toMatchObject({ status: 200, set: null })
    // The browser had not got the new cookie when it sent this. A trusted token goes without it only.
    const isTrusted = 'trustFreshTokens' in options
    expect(await signOut(old, accountOf(first))).toMatchObject({ status: 200, set: isTrusted ? '' : null })
    expect(await who(cookie)).toBe(second.address)
  })

  it('and comes beside the sign-in of the next account leaves that session', async () => {
    const { enter, signOut, who } = serve(options)
    const [first, second] = [createVisitor(), createVisitor()]
    const old = await enter(first)
    const [cookie] = await Promise.all([
      enter(second, old),
      ...Array.from({ length: 8 }, () => signOut(old, accountOf(first))),
    ])
    expect(await who(cookie as string)).toBe(second.address)
  })

  it.each([
    ['an unknown namespace', { namespace: 'solana', address: `0x${'1'.repeat(40)}` }],
    ['no namespace', { address: `0x${'1'.repeat(40)}` }],
    ['no address', { namespace: 'eip155' }],
    ['a number as address', { namespace: 'eip155', address: 1 }],
    ['an address in a list', { namespace: 'eip155', address: [`0x${'1'.repeat(40)}`] }],
    ['an address that is too long', { namespace: 'eip155', address: `0x${'1'.repeat(41)}` }],
    ['an address of 60,000 digits', { namespace: 'starknet', address: `0x${'1'.repeat(60_000)}` }],
    ['an address without 0x', { namespace: 'starknet', address: '1234' }],
    ['a mistyped checksum', { namespace: 'eip155', address: `0xAb${'cd'.repeat(19)}` }],
    ['a felt beyond the field', { namespace: 'starknet', address: `0x${'f'.repeat(64)}` }],
    ['other members', { account: 'me' }],
    ['a list', []],
    ['a text', 'everybody'],
    ['false', false],
  ])('is refused with %s, and ends nothing', async (_, account) => {
    const { enter, signOut, signOutByTrpc, who } = serve(options)
    const visitor = createVisitor()
    const cookie = await enter(visitor)
    expect(await signOut(cookie, JSON.stringify(account))).toMatchObject({
      status: 400,
      body: { code: 'request_invalid', message: expect.stringMatching(/^sign-out: /) },
      set: null,
    })
    expect(await signOutByTrpc(cookie, account)).toEqual({ code: 'BAD_REQUEST', set: null })
    expect(await who(cookie)).toBe(visitor.address)
  })

  it('by tRPC does the same', async () => {
    const { enter, signOutByTrpc, who } = serve(options)
    const visitor = createVisitor()
    const cookie = await enter(visitor)
    expect(await signOutByTrpc(cookie, accountOf(createVisitor()))).toEqual({ code: 'resolved', set: null })
    expect(await who(cookie)).toBe(visitor.address)
    expect(await signOutByTrpc(cookie, accountOf(visitor))).toEqual({ code: 'resolved', set: `${NAME}=` })
  })
})

describe('a sign-out', () => {
  it.each([
    ['no body', ''],
    ['an empty object', '{}'],
    ['null', 'null'],
  ])('with %s ends any session', async (_, body) => {
    const { enter, signOut, who } = serve()
    const cookie = await enter(createVisitor())
    expect(await signOut(cookie, body)).toEqual({ status: 200, body: null, set: '' })
    expect(await who(cookie)).toBeNull()
  })

  it('by tRPC without an account, or with an empty object, ends any session', async () => {
    const { enter, signOutByTrpc, who } = serve()
    for (const account of [undefined, null, {}]) {
      const cookie = await enter(createVisitor())
      expect(await signOutByTrpc(cookie, account)).toEqual({ code: 'resolved', set: `${NAME}=` })
      expect(await who(cookie)).toBeNull()
    }
  })

  it.each([
    ['plain text', '{}', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['half of an account', '{"namespace":', 'application/json', 400, 'PARSE_ERROR'],
    ['64 kB and more', ' '.repeat(65_537), 'application/json', 413, 'PAYLOAD_TOO_LARGE'],
  ])(
    'with a body that is %s is refused, because it may name an account',
    async (_, body, type, status, code) => {
      const { enter, signOut, who } = serve()
      const visitor = createVisitor()
      const cookie = await enter(visitor)
      expect(await signOut(cookie, body, type)).toMatchObject({ status, body: { code }, set: null })
      expect(await who(cookie)).toBe(visitor.address)
    },
  )

  it('by a form of the page ends any session, whatever its fields', async () => {
    const { enter, signOut, who } = serve()
    const cookie = await enter(createVisitor())
    const type = 'application/x-www-form-urlencoded'
    expect(await signOut(cookie, 'csrf=1&button=Leave', type)).toEqual({ status: 200, body: null, set: '' })
    expect(await who(cookie)).toBeNull()
  })

  it('without a body needs no type', async () => {
    const { enter, signOut } = serve()
    expect(await signOut(await enter(createVisitor()), '', 'text/plain')).toMatchObject({
      status: 200,
      set: '',
    })
  })

  it('knows a Starknet account without leading zeros and in capitals', async () => {
    const { sessionStore, signOut, who } = serve()
    const cookie = `${NAME}=${'ab'.repeat(32)}`
    const begin = () =>
      sessionStore.set(`session:${'ab'.repeat(32)}`, `${Date.now() + 60_000}.${JSON.stringify(STARKNET)}`)
    for (const address of [STARKNET.address, '0xab12', '0x0AB12']) {
      begin()
      expect(await signOut(cookie, { namespace: 'starknet', address })).toMatchObject({
        status: 200,
        set: '',
      })
      expect(await who(cookie)).toBeNull()
    }
    begin()
    expect(await signOut(cookie, { namespace: 'starknet', address: '0xab13' })).toMatchObject({ set: null })
    expect(await who(cookie)).toBe(STARKNET.address)
  })

  it('that names an account keeps the nonce of a visitor who is about to sign in', async () => {
    const { ask, nonce, signOut } = serve({ bindNonce: true })
    const visitor = createVisitor()
    const { body, set } = await nonce()
    const cookie = `${NAME}=${set}`
    expect(await signOut(cookie, accountOf(createVisitor()))).toEqual({ status: 200, body: null, set: null })
    expect((await ask('verify', cookie, await proveNonce(body.nonce, visitor))).status).toBe(200)
  })

  it('that names an account ends nothing while the store cannot say whose session it is', async () => {
    const store = new Map<string, string>()
    let isDown = false
    const get = (key: string) => {
      if (isDown) throw new Error('down')
      return store.get(key)
    }
    const sessionStore = {
      get,
      set: (key: string, value: string) => store.set(key, value),
      delete: (key: string) => store.delete(key),
    }
    const { enter, signOut, who } = serve({ sessionStore })
    const [visitor, other] = [createVisitor(), createVisitor()]
    const cookie = await enter(visitor)
    isDown = true
    const refused = { status: 500, body: { code: 'store_failed' }, set: null }
    expect(await signOut(cookie, accountOf(other))).toMatchObject(refused)
    isDown = false
    expect(await who(cookie)).toBe(visitor.address)
  })

  it('that names another account keeps the proof of the session', async () => {
    const { enter, signOut, sessionStore } = serve({ keepProof: true })
    const visitor = createVisitor()
    const cookie = await enter(visitor)
    await signOut(cookie, accountOf(createVisitor()))
    expect(sessionStore.size).toBe(2)
    await signOut(cookie, accountOf(visitor))
    expect(sessionStore.size).toBe(0)
  })
})
