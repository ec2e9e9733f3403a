import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, it, vi } from 'vitest'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { createStarknetSignIn } from '../../../src/protocol/sign-in-starknet.js'
import { createSignInHandler, type SignInHandlerOptions } from '../../../src/server/handler.js'
import { createSignIn, type SignInOptions } from '../../../src/server/sign-in.js'
import { codeOf, createVisitor, prove, proveNonce } from './visitor.js'

const ORIGIN = 'https://shop.example'

function serve(options: SignInHandlerOptions & { signIn?: Partial<SignInOptions> } = {}) {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], ...options.signIn })
  const handle = createSignInHandler(signIn, options)
  const ask = async (path: string, init: RequestInit & { duplex?: 'half' } = {}) => {
    const response = await handle(new Request(`${ORIGIN}${path}`, init))
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  return { signIn, handle, ask, post }
}

describe('the plain calls', () => {
  it('sign a visitor in, recognise them, and sign them out', async () => {
    const { signIn, handle, ask, post } = serve()
    const visitor = createVisitor()
    expect((await ask('/auth/nonce')).body).toEqual({ nonce: expect.any(String), domain: 'shop.example' })
    expect((await ask('/auth/session')).body).toBeNull()

    const proof = await prove(signIn, visitor)
    const signed = await post('/auth/verify', proof)
    expect([signed.status, signed.body]).toEqual([200, { address: visitor.address, chainId: 'eip155:1' }])
    const [set] = signed.headers.getSetCookie()
    expect(set).toMatch(
      /^__Host-wallet_session=[0-9a-f]{64}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    )

    const cookie = (set as string).split(';')[0] as string
    const session = { address: visitor.address, chainId: 'eip155:1', namespace: 'eip155' }
    expect((await ask('/auth/session', { headers: { cookie } })).body).toEqual(session)
    expect(await handle.readSession(new Request(`${ORIGIN}/me`, { headers: { cookie } }))).toEqual(session)

    const out = await ask('/auth/sign-out', { method: 'POST', headers: { cookie, origin: ORIGIN } })
    expect([out.status, out.body, out.headers.getSetCookie()[0]]).toEqual([
      200,
      null,
      expect.stringContaining('__Host-wallet_session=; Max-Age=0'),
    ])
    expect((await ask('/auth/session', { headers: { cookie } })).body).toBeNull()
    expect((await post('/auth/verify', proof)).body).toEqual({
      code: 'nonce_used',
      message: expect.any(String),
    })
  })

  it('are found below any path, or below the configured path', async () => {
    expect((await serve().ask('/nonce')).status).toBe(200)
    expect((await serve().ask('/a/b/c/nonce?x=1')).status).toBe(200)
    const { ask } = serve({ base: '/auth/' })
    expect((await ask('/auth/nonce')).status).toBe(200)
    for (const path of [
      '/nonce',
      '/auth/a/nonce',
      '/auth/nonce/',
      '/auth/__proto__',
      '/auth/toString',
      '/auth/',
    ]) {
      expect(await ask(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  it.each(['nonce', 'session'])(
    'tell a page that asks for %s in tRPC’s way that they are plain, without a 404',
    async (name) => {
      expect(await serve().ask(`/auth/signIn.${name}`)).toMatchObject({ status: 200, body: { api: 'plain' } })
    },
  )

  it.each([
    ['nonce', 'POST', 'GET, HEAD'],
    ['verify', 'GET', 'POST'],
    ['verify', 'PUT', 'POST'],
    ['session', 'DELETE', 'GET, HEAD'],
    ['sign-out', 'GET', 'POST'],
    ['sign-out', 'HEAD', 'POST'],
  ])('refuse %s by %s', async (name, method, allowed) => {
    const { status, headers } = await serve().ask(`/auth/${name}`, { method })
    expect([status, headers.get('allow')]).toEqual([405, allowed])
  })

  it.each(['nonce', 'session', 'openapi.json', 'none', 'verify'])(
    'answer HEAD %s as GET, without a body (SV12)',
    async (name) => {
      const { ask } = serve()
      const [head, get] = [
        await ask(`/auth/${name}`, { method: 'HEAD' }),
        await ask(`/auth/${name}`, { method: 'GET' }),
      ]
      expect([head.status, [...head.headers], head.body]).toEqual([get.status, [...get.headers], undefined])
    },
  )

  it('bind a nonce to the visitor who asked for it', async () => {
    const { ask, post, signIn } = serve({ bindNonce: true })
    const asked = await ask('/auth/nonce')
    const cookie = (asked.headers.getSetCookie()[0] as string).split(';')[0] as string
    const issued = { ...signIn, issueNonce: async () => asked.body }
    const proof = await prove(issued, createVisitor())
    expect((await post('/auth/verify', proof)).body.code).toBe('nonce_unknown')
    expect((await post('/auth/verify', proof, { cookie })).status).toBe(200)
  })
})

describe('a refused plain call', () => {
  it.each([
    ['signature_invalid', 403, { signature: `0x${'11'.repeat(65)}` }],
    ['request_invalid', 400, { chainId: 'solana:1' }],
    ['message_invalid', 400, { message: 'hello' }],
    ['message_too_long', 413, { message: 'a'.repeat(5_000) }],
    ['account_mismatch', 422, { address: `0x${'1'.repeat(40)}` }],
  ])('answers %s with %i', async (code, status, change) => {
    const { signIn, post } = serve()
    const answer = await post('/auth/verify', { ...(await prove(signIn, createVisitor())), ...change })
    expect([answer.status, answer.body]).toEqual([status, { code, message: expect.any(String) }])
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['no JSON', '{"a":', {}, 400, 'PARSE_ERROR'],
    ['nothing', '', {}, 400, 'PARSE_ERROR'],
    ['null', 'null', {}, 400, 'request_invalid'],
    ['a form', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['64 kB and more', ' '.repeat(65_537), {}, 413, 'PAYLOAD_TOO_LARGE'],
    ['a page of another site', '{}', { origin: 'https://evil.example' }, 403, 'origin_refused'],
    ['a page without an origin', '{}', { origin: 'null' }, 403, 'origin_refused'],
  ])('has a body that is %s', async (_, body, headers, status, code) => {
    const { post } = serve()
    expect(await post('/auth/verify', body, headers)).toMatchObject({ status, body: { code } })
  })

  it('is one from a form on another site, which signs nobody out', async () => {
    const { ask } = serve()
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    expect((await ask('/auth/sign-out', { method: 'POST', headers, body: '' })).status).toBe(403)
    const crossSite = { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await ask('/auth/sign-out', crossSite)).status).toBe(403)
  })

  it.each([
    ['same-origin', 200],
    ['same-site', 403],
    ['cross-site', 403],
    ['none', 403],
    [null, 403],
  ])(
    'a page that hides its origin (no-referrer) may sign in if the browser calls it %s: %i (HO06)',
    async (site, status) => {
      const { signIn, post, handle } = serve()
      const headers = { origin: 'null', ...(site && { 'sec-fetch-site': site }) }
      expect((await post('/auth/verify', await prove(signIn, createVisitor()), headers)).status).toBe(status)
      const { chainId, address, message, signature } = await prove(signIn, createVisitor())
      const body = new URLSearchParams({
        wallet: `${chainId}:${address}`,
        wallet_message: message,
        wallet_signature: signature,
      })
      const form = new Request(`${ORIGIN}/enter`, { method: 'POST', headers, body })
      const code = await codeOf(handle.verifyForm(form, new Headers()))
      expect(code).toBe(status === 200 ? 'resolved' : 'origin_refused')
    },
  )

  it('Y05: reads at most 64 kB of a body, with or without a declared length', async () => {
    const { ask } = serve()
    for (const length of [{ 'content-length': '10000000' }, {}] as Record<string, string>[]) {
      let sent = 0
      const body = new ReadableStream(
        {
          pull(controller) {
            sent += 16_384
            controller.enqueue(new Uint8Array(16_384).fill(32))
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { 'content-type': 'application/json', ...length }
      const answer = await ask('/auth/verify', { method: 'POST', headers, body, duplex: 'half' })
      expect([answer.status, sent <= 65_536 + 16_384]).toEqual([413, true])
      if (length['content-length']) expect(sent).toBe(0)
    }
  })

  it('contains no secret of the server', async () => {
    const fail = () => {
      throw new Error('postgres://user:secret@db')
    }
    const nonceStore = { get: fail, set: fail, delete: fail }
    const { ask } = serve({ signIn: { nonceStore }, sessionStore: nonceStore })
    for (const path of ['/auth/nonce', '/auth/session']) {
      const cookie = `__Host-wallet_session=${'0'.repeat(64)}`
      const answer = await ask(path, { headers: { cookie } })
      expect([answer.status, answer.body.code]).toEqual([500, 'store_failed'])
      expect(JSON.stringify(answer.body)).not.toContain('secret')
    }
    const broken = createSignInHandler({ ...serve().signIn, issueNonce: fail as never })
    const response = await broken(new Request(`${ORIGIN}/nonce`))
    expect([response.status, await response.json()]).toEqual([
      500,
      { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
    ])
  })

  it.each(['evil.example', 'shop.example@evil.example', '', 'shop.example:99999', 'a b'])(
    'Y19, Y22: does not depend on the Host %j',
    async (host) => {
      const { signIn, post, ask } = serve()
      const headers = { host, 'x-forwarded-host': host }
      expect((await ask('/auth/nonce', { headers })).body.domain).toBe('shop.example')
      expect((await post('/auth/verify', await prove(signIn, createVisitor()), headers)).status).toBe(200)
      const foreign = { ...headers, origin: `https://${host}` }
      expect((await post('/auth/verify', {}, foreign)).status).toBe(403)
      expect(JSON.stringify((await ask('/auth/openapi.json', { headers })).body)).not.toContain('evil')
    },
  )
})

describe('a page of another origin', () => {
  const origin = 'https://app.example'

  it('may call and read the answer when it is configured', async () => {
    const { ask, signIn, post } = serve({ origins: [origin] })
    const asked = await ask('/auth/verify', { method: 'OPTIONS', headers: { origin } })
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
    const answer = await post('/auth/verify', await prove(signIn, createVisitor()), { origin })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, origin])
    expect(answer.headers.get('access-control-allow-credentials')).toBe('true')
  })

  it('may call when it belongs to the site, with any scheme, and the cookie stays https-only (W11)', async () => {
    const { signIn, post } = serve({ signIn: { origins: ['http://old.shop.example'] } })
    const proof = await prove(signIn, createVisitor())
    const answer = await post('/auth/verify', proof, { origin: 'http://old.shop.example' })
    expect([answer.status, answer.headers.getSetCookie()[0]]).toEqual([
      200,
      expect.stringMatching(/^__Host-.*; Secure$/),
    ])
  })

  it('learns nothing when it is not configured', async () => {
    const { ask } = serve()
    for (const method of ['OPTIONS', 'GET']) {
      const { headers, status } = await ask('/auth/session', { method, headers: { origin } })
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([null, 'origin'])
      expect(status).toBe(method === 'GET' ? 200 : 405)
    }
  })

  it('gets answers that are neither cached nor read as another type', async () => {
    const { headers } = await serve().ask('/auth/nonce')
    expect([
      headers.get('cache-control'),
      headers.get('x-content-type-options'),
      headers.get('content-type'),
    ]).toEqual(['no-store', 'nosniff', 'application/json'])
  })
})

describe('PR04: each origin of a site', () => {
  const other = 'https://www.shop.example'

  it.each([
    ['of the site', { signIn: { origins: [other] } }],
    ['of the handler', { origins: [other] }],
  ])('%s is told with the nonce, and signs for its own host', async (_, options) => {
    const { ask, post } = serve(options)
    const { body: issued } = await ask('/auth/nonce')
    expect(issued).toMatchObject({ domain: 'shop.example', domains: ['shop.example', 'www.shop.example'] })
    const change = { domain: 'www.shop.example', uri: `${other}/login` }
    const proof = await proveNonce(issued.nonce, createVisitor(), change)
    expect((await post('/auth/verify', proof, { origin: other })).status).toBe(200)
    const strange = { domain: 'app.shop.example', uri: 'https://app.shop.example' }
    const forged = await proveNonce((await ask('/auth/nonce')).body.nonce, createVisitor(), strange)
    expect((await post('/auth/verify', forged)).body.code).toBe('domain_mismatch')
  })

  it('signs for its own host on Starknet too', async () => {
    const chainId = 'starknet:SN_MAIN'
    const node = async () => ['0x56414c4944']
    const { signIn } = serve({
      signIn: { chains: [chainId], rpc: { [chainId]: node }, origins: [other, 'https://shop.other'] },
    })
    for (const [domain, code] of [
      ['shop.example', 'resolved'],
      ['www.shop.example', 'resolved'],
      ['shop.other', 'resolved'],
      ['app.shop.example', 'domain_mismatch'],
    ] as const) {
      const { nonce } = await signIn.issueNonce()
      const message = createStarknetSignIn({ domain, chainId, message: nonce })
      const proof = {
        namespace: 'starknet',
        chainId,
        address: '0x1',
        message,
        signature: ['1', '2'],
      } as const
      expect([domain, await codeOf(signIn.verify(proof))]).toEqual([domain, code])
    }
  })

  it('is allowed by one handler, and not by another of the same verifier', async () => {
    const { signIn } = serve({ origins: [other] })
    createSignInHandler(signIn, { origins: [other] })
    const { nonce } = await signIn.issueNonce()
    const proof = await proveNonce(nonce, createVisitor(), { domain: 'www.shop.example', uri: other })
    expect(await codeOf(signIn.verify(proof))).toBe('domain_mismatch')
  })
})

describe('PR12: a partitioned cookie', () => {
  it('is SameSite=None and Secure, also where it is deleted', async () => {
    const { signIn, post } = serve({ sessionCookie: { partitioned: true } })
    const signed = await post('/auth/verify', await prove(signIn, createVisitor()))
    const [set = ''] = signed.headers.getSetCookie()
    expect(set).toMatch(/^__Host-wallet_session=[0-9a-f]{64}; .*; SameSite=None; Secure; Partitioned$/)
    const cookie = set.split(';')[0] as string
    const [ended] = (await post('/auth/sign-out', '', { cookie })).headers.getSetCookie()
    expect(ended).toMatch(/Max-Age=0; .*; SameSite=None; Secure; Partitioned$/)
  })

  it('is config_invalid with SameSite=Lax and on a site without https, but not on this machine', () => {
    const invalid = expect.objectContaining({ code: 'config_invalid' })
    const sessionCookie = { partitioned: true }
    expect(() => serve({ sessionCookie, sameSite: 'Lax' })).toThrow(invalid)
    expect(() => serve({ sessionCookie, signIn: { scheme: 'http' } })).toThrow(invalid)
    expect(serve({ sessionCookie, signIn: { domain: 'localhost:3000' } })).toBeTruthy()
  })
})

describe('NC02: a fault of the server’s own', () => {
  it.each(['config_invalid', 'rpc_failed', 'store_failed'] as const)(
    'is 500, and in its console: %s',
    async (code) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      const fault = new WalletError(code, { cause: new Error('the reason') })
      const { signIn } = serve()
      const handle = createSignInHandler({ ...signIn, verify: () => Promise.reject(fault) })
      const answer = await handle(
        new Request(`${ORIGIN}/auth/verify`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN },
          body: '{}',
        }),
      )
      expect([answer.status, (await answer.json()).code]).toEqual([500, code])
      expect(log.mock.calls).toEqual([[fault]])
      log.mockRestore()
    },
  )

  it('is no refusal of a visitor’s proof, which the console does not hear of', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect((await serve().post('/auth/verify', {})).status).toBe(400)
    expect(log).not.toHaveBeenCalled()
    log.mockRestore()
  })
})

describe('NC10: a secret that is named and not set', () => {
  it('is told to the console, because each process then has its own', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    serve({ signIn: { secret: undefined } })
    serve({ sessions: 'stateless', sessionSecret: undefined })
    expect(warn.mock.calls.map(([text]) => String(text).split(' ')[0])).toEqual(['secret', 'sessionSecret'])
    expect(String(warn.mock.calls[0])).toContain('a secret of its own')
    warn.mockClear()
    serve()
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('NC10: a secret that is named and not set beside a `nonceStore`', () => {
  it('is told by what follows: every nonce is written when it is issued', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const nonceStore = new Map<string, string>()
    const { signIn } = serve({ signIn: { secret: undefined, nonceStore: nonceStore as never } })
    const [[text]] = warn.mock.calls as [[string]]
    warn.mockRestore()
    expect(text).toMatch(/^secret is undefined\. .*nonceStore.* issue/)
    expect(text).not.toContain('a secret of its own')
    await signIn.issueNonce()
    expect(nonceStore.size).toBe(1)
  })
})

describe('the document openapi.json', () => {
  type Document = {
    openapi: string
    servers: { url: string }[]
    paths: Record<
      string,
      Record<string, { requestBody?: object; responses: Record<string, { content: object }> }>
    >
    components: { schemas: Record<string, object> }
  }

  async function load() {
    const server = serve()
    const document = (await server.ask('/api/auth/openapi.json')).body as Document
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema(document, 'api')
    const check = (path: string, method: string, answer: { status: number; body: unknown }) => {
      const operation = document.paths[path]?.[method]
      expect(Object.keys(operation?.responses ?? {}), `${path} ${answer.status}`).toContain(
        String(answer.status),
      )
      const pointer = [
        'paths',
        path,
        method,
        'responses',
        answer.status,
        'content',
        'application/json',
        'schema',
      ]
      const escaped = pointer.map((part) =>
        encodeURIComponent(String(part).replace(/~/g, '~0').replace(/\//g, '~1')),
      )
      const validate = ajv.compile({ $ref: `api#/${escaped.join('/')}` })
      expect(validate(answer.body), ajv.errorsText(validate.errors)).toBe(true)
    }
    return { ...server, document, ajv, check }
  }

  it('names every call with its method, below the path where it was requested', async () => {
    const { document, ask } = await load()
    expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: '/api/auth' }]])
    const calls = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    expect(calls).toEqual(['get /nonce', 'post /verify', 'get /session', 'post /sign-out'])
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const { status } = await ask(`/api/auth${path}`, { method })
        expect(status === 405, `${method} ${path}`).toBe(!(method.toLowerCase() in item))
      }
    }
  })

  it('describes what the handler answers and accepts', async () => {
    const { signIn, ask, post, check, ajv, document } = await load()
    const visitor = createVisitor()
    /** The schemas of an operation name others in its own document. */
    const toApi = (part: { $ref?: string }) => (part.$ref ? { $ref: `api${part.$ref}` } : part)
    check('/nonce', 'get', await ask('/auth/nonce'))
    check('/session', 'get', await ask('/auth/session'))
    const proof = await prove(signIn, visitor)
    const validate = ajv.compile({ $ref: 'api#/components/schemas/Proof' })
    expect([validate(proof), validate({ ...proof, signature: 5 }), validate({})]).toEqual([
      true,
      false,
      false,
    ])
    const signed = await post('/auth/verify', proof)
    check('/verify', 'post', signed)
    const cookie = (signed.headers.getSetCookie()[0] as string).split(';')[0] as string
    const session = await ask('/auth/session', { headers: { cookie } })
    expect(session.body).not.toBeNull()
    check('/session', 'get', session)
    check('/sign-out', 'post', await post('/auth/sign-out', '', { cookie }))
    const { schema } = (document.paths['/sign-out'] as any).post.requestBody.content['application/json']
    const accepts = ajv.compile({ ...schema, $id: 'sign-out', oneOf: schema.oneOf.map(toApi) })
    const account = { namespace: 'eip155', address: visitor.address }
    for (const body of [account, {}]) {
      expect(accepts(body)).toBe(true)
      check('/sign-out', 'post', await post('/auth/sign-out', body, { cookie }))
    }
    expect(
      [{ namespace: 'eip155' }, { ...account, namespace: 'solana' }, []].map((body) => accepts(body)),
    ).toEqual([false, false, false])
  })

  it('describes every refusal', async () => {
    const { signIn, post, check } = await load()
    const used = await prove(signIn, createVisitor())
    await post('/auth/verify', used)
    const proof = await prove(signIn, createVisitor())
    const bodies: [unknown, Record<string, string>?][] = [
      [used],
      [{}],
      ['{'],
      [{ ...proof, message: 'a'.repeat(5_000) }],
      [{ ...proof, signature: '0x' }],
      [{ ...proof, address: `0x${'1'.repeat(40)}` }],
      [await prove(signIn, createVisitor(), { expirationTime: '2020-01-01T00:00:00Z' })],
      [proof, { origin: 'https://evil.example' }],
      [proof, { 'content-type': 'text/plain' }],
      [' '.repeat(70_000)],
    ]
    const seen = new Set<number>()
    for (const [body, headers] of bodies) {
      const answer = await post('/auth/verify', body, headers)
      seen.add(answer.status)
      check('/verify', 'post', answer)
    }
    expect([...seen].sort()).toEqual([400, 403, 409, 412, 413, 415, 422])
    check('/sign-out', 'post', await post('/auth/sign-out', '', { origin: 'https://evil.example' }))
    for (const [body, headers] of [
      [{ namespace: 'solana' }],
      ['{'],
      ['a=1', { 'content-type': 'text/plain' }],
      [' '.repeat(70_000)],
    ] as [unknown, Record<string, string>?][]) {
      const answer = await post('/auth/sign-out', body, headers)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      check('/sign-out', 'post', answer)
    }
  })
})
