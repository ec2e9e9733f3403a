import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { afterEach, describe, expect, it } from 'vitest'
import { createApiClient } from '../../../src/api/create-api-client.js'
import { createSignInContext } from '../../../src/server/context.js'
import { createSignInHandler } from '../../../src/server/handler.js'
import { createSignInRouter } from '../../../src/server/router.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { createApiAdapter } from '../../../src/sign-in/api-adapter.js'
import { codeOf, createVisitor, prove } from '../server/visitor.js'
import { caught, errorOf, PROOF, type Reply, resultOf, type SeenRequest, startServer } from './server.js'

let stop: (() => unknown)[] = []
afterEach(async () => {
  for (const end of stop) await end()
  stop = []
})

/** Starts a real server of one kind, below /api. */
async function serve(kind: 'trpc' | 'plain') {
  const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'] })
  const asked: string[] = []
  const plain = createSignInHandler(signIn, { base: '/api' })
  const trpc = createHTTPHandler({
    router: createSignInRouter(signIn),
    createContext: createSignInContext,
    basePath: '/api/',
  })
  const http = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (kind === 'trpc') return trpc(request, response)
    const answer = await plain(
      new Request(`https://shop.example${request.url}`, {
        method: request.method as string,
        headers: request.headers as Record<string, string>,
        ...(request.method === 'POST' && { body: request as never, duplex: 'half' }),
      } as RequestInit),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  stop.push(() => {
    http.closeAllConnections()
    return new Promise((resolve) => http.close(resolve))
  })
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/api`
  return { signIn, asked, url }
}

const ACCOUNT = { namespace: 'eip155', address: PROOF.address } as const

async function serveReplies(reply: (request: SeenRequest) => Reply) {
  const server = await startServer(reply)
  stop.push(server.stop)
  return { server, adapter: createApiAdapter(server.url) }
}

describe('api-url', () => {
  it.each(['', '/', '?a=1'])(
    'may be the address of a plain server, which is found out once (…/api%s)',
    async (end) => {
      const { signIn, asked, url } = await serve('plain')
      const adapter = createApiAdapter(url + end)
      const visitor = createVisitor()
      expect(await adapter.getSession()).toBeNull()
      const issued = (await adapter.getNonce()) as { nonce: string; domain: string }
      expect(issued.domain).toBe('shop.example')
      const proof = await prove({ ...signIn, issueNonce: async () => issued }, visitor)
      expect(await adapter.verify(proof)).toEqual({ address: visitor.address, chainId: 'eip155:1' })
      expect(await codeOf(adapter.verify(proof) as Promise<unknown>)).toBe('nonce_used')
      await adapter.signOut()
      expect(asked.map((call) => call.replace(/\?.*/, ''))).toEqual([
        expect.stringMatching(/^GET \/api\/*signIn.session$/),
        'GET /api/session',
        'GET /api/nonce',
        'POST /api/verify',
        'POST /api/verify',
        'POST /api/sign-out',
      ])
    },
  )

  it('may be the address of a tRPC router, which gets no extra request for it', async () => {
    const { asked, url } = await serve('trpc')
    const adapter = createApiAdapter(url)
    await adapter.getNonce()
    await adapter.getSession()
    await adapter.signOut()
    expect(asked).toEqual(['GET /api/signIn.nonce', 'GET /api/signIn.session', 'POST /api/signIn.signOut'])
  })

  it('asks a tRPC router as tRPC’s own client does, byte for byte', async () => {
    const { server, adapter } = await serveReplies(() => ({ json: resultOf(null) }))
    const { signIn } = createApiClient({ url: server.url })
    const calls = [
      [() => adapter.getNonce(), () => signIn.nonce.query()],
      [() => adapter.getSession(), () => signIn.session.query()],
      [() => adapter.verify(PROOF), () => signIn.verify.mutate(PROOF)],
      [() => adapter.signOut(), () => signIn.signOut.mutate()],
      [() => adapter.signOut(ACCOUNT), () => signIn.signOut.mutate(ACCOUNT)],
    ]
    for (const call of calls) {
      server.requests.length = 0
      for (const send of call) await send()
      const [own, theirs] = server.requests
      expect(own).toEqual(theirs)
    }
  })

  it.each(['trpc', 'plain'] as const)(
    'names the account whose session is to end, to a server of kind %s',
    async (kind) => {
      const { server, adapter } = await serveReplies(({ url }) => {
        if (kind === 'trpc') return { json: resultOf(null) }
        return /signIn/.test(url) ? { status: 404, text: '' } : { json: null }
      })
      const bodies: string[] = []
      for (const account of [undefined, ACCOUNT]) {
        await adapter.signOut(account)
        bodies.push(server.requests.at(-1)?.body as string)
      }
      expect(bodies).toEqual([kind === 'trpc' ? '' : '{}', JSON.stringify(ACCOUNT)])
    },
  )

  it('sends a call that changes something only to a server of known kind, once', async () => {
    const { asked, url } = await serve('plain')
    await createApiAdapter(url).signOut()
    expect(asked).toEqual(['GET /api/signIn.session', 'GET /api/session', 'POST /api/sign-out'])
  })

  it.each<[string, Reply]>([
    ['404 with a page', { status: 404, text: '<h1>Not found</h1>' }],
    ['200 with the app’s own page', { text: '<div id="app">' }],
    ['405', { status: 405, text: '' }],
    ['400', { status: 400, json: { error: 'no such route' } }],
    ['200 with other JSON', { json: { ok: true } }],
  ])('takes %s for a plain server’s answer to an unknown call', async (_, reply) => {
    const { adapter } = await serveReplies(({ url }) =>
      url === '/trpc/nonce' ? { json: { nonce: 'k234567890123456789012', domain: 'shop.example' } } : reply,
    )
    expect(await adapter.getNonce()).toEqual({ nonce: 'k234567890123456789012', domain: 'shop.example' })
  })

  it('takes a guard’s redirect to a login page for a plain server’s answer to an unknown call', async () => {
    const { adapter } = await serveReplies(({ url }): Reply => {
      if (url === '/trpc/nonce') return { json: { nonce: 'k234567890123456789012', domain: 'shop.example' } }
      if (url === '/login') return { headers: { 'content-type': 'text/html' }, text: '<h1>Log in</h1>' }
      return { status: 302, headers: { location: '/login' }, text: '' }
    })
    expect(await adapter.getNonce()).toEqual({ nonce: 'k234567890123456789012', domain: 'shop.example' })
    expect(await codeOf(adapter.getSession() as Promise<unknown>)).toBe('UNAUTHORIZED')
  })

  it.each([401, 403])(
    'takes a guard’s %i without a text of tRPC for a plain server’s answer to an unknown call',
    async (status) => {
      const { adapter } = await serveReplies(({ url }): Reply => {
        if (url === '/trpc/nonce')
          return { json: { nonce: 'k234567890123456789012', domain: 'shop.example' } }
        return { status, json: { reason: 'Missing Authentication Token' } }
      })
      expect(await adapter.getNonce()).toEqual({ nonce: 'k234567890123456789012', domain: 'shop.example' })
      expect(await codeOf(adapter.getSession() as Promise<unknown>)).toMatch(/^(?:UNAUTHORIZED|FORBIDDEN)$/)
    },
  )

  it('signs out of a plain server that expects JSON where the header says so, as Fastify does', async () => {
    const { adapter } = await serveReplies(({ url, method, headers, body }): Reply => {
      if (url.startsWith('/trpc/signIn.')) return { status: 404, json: { message: 'Route not found' } }
      const isEmpty = method === 'POST' && headers['content-type'] === 'application/json' && !body
      return isEmpty ? { status: 400, json: { message: 'Body cannot be empty' } } : { json: null }
    })
    expect(await adapter.signOut()).toBeNull()
  })

  it('keeps its query in every call, in both ways', async () => {
    for (const kind of ['trpc', 'plain'] as const) {
      const { asked, url } = await serve(kind)
      const adapter = createApiAdapter(`${url}?tenant=5#top`)
      await adapter.getNonce()
      await adapter.signOut()
      expect(asked.filter((call) => !call.includes('tenant=5'))).toEqual([])
    }
  })

  it.each<[string, Reply, string]>([
    ['a tRPC server that refuses', { status: 403, json: errorOf('FORBIDDEN', 403) }, 'FORBIDDEN'],
    ['a gateway without a server', { status: 502, text: 'Bad gateway' }, 'NETWORK'],
    ['a line that is cut', (_, response) => response.destroy(), 'NETWORK'],
    ['a failure', { status: 500, json: errorOf('INTERNAL_SERVER_ERROR', 500) }, 'INTERNAL_SERVER_ERROR'],
  ])('does not ask in the other way after %s', async (_, reply, expected) => {
    const { server, adapter } = await serveReplies(() => reply)
    expect(await codeOf(adapter.getNonce() as Promise<unknown>)).toBe(expected)
    expect(server.requests).toHaveLength(1)
  })

  it('says why it cannot read the answers of a tRPC router with a data transformer', async () => {
    const { adapter } = await serveReplies(({ url }) =>
      url.startsWith('/trpc/signIn.') ? { json: resultOf({ json: null }) } : { status: 404, text: '' },
    )
    const { apiCode, detail } = await caught(adapter.getSession() as Promise<unknown>)
    expect([apiCode, detail]).toEqual(['PARSE_ERROR', expect.stringContaining('superjson')])
  })

  it.each(['', 'javascript:alert(1)', 'ftp://shop.example', '/trpc'])('is no URL like %j', (url) => {
    expect(() => createApiAdapter(url)).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })

  it('is tried both ways again by the next call when neither way worked', async () => {
    let isUp = false
    const { adapter } = await serveReplies(({ url }) =>
      isUp && url === '/trpc/session' ? { json: null } : { status: 404, text: '' },
    )
    expect(await codeOf(adapter.getSession() as Promise<unknown>)).toBe('NOT_FOUND')
    isUp = true
    expect(await adapter.getSession()).toBeNull()
  })

  it.each<[string, Reply, string]>([
    ['a code of the sign-in', { status: 409, json: { code: 'nonce_used', message: 'x' } }, 'nonce_used'],
    ['a code of the API', { status: 429, json: { code: 'TOO_MANY_REQUESTS' } }, 'TOO_MANY_REQUESTS'],
    ['a status alone', { status: 413, text: 'too large' }, 'PAYLOAD_TOO_LARGE'],
    ['a code that is none', { status: 422, json: { code: '__proto__' } }, 'UNPROCESSABLE_CONTENT'],
    ['a page in place of JSON', { text: '<h1>Log in</h1>' }, 'PARSE_ERROR'],
    ['more than 1 MiB', { json: 'x'.repeat(1_100_000) }, 'PARSE_ERROR'],
    ['nothing at all', (_, response) => response.destroy(), 'NETWORK'],
  ])('reports a plain refusal: %s', async (_, reply, expected) => {
    const { server, adapter } = await serveReplies(({ url }) =>
      url === '/trpc/session' ? { json: null } : url === '/trpc/verify' ? reply : { status: 404, text: '' },
    )
    await adapter.getSession()
    expect(await codeOf(adapter.verify({} as never) as Promise<unknown>)).toBe(expected)
    expect(server.requests.filter(({ url }) => url === '/trpc/verify')).toHaveLength(1)
  })
})
