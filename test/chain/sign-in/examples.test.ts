import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiClient } from '../../../src/api/create-api-client.js'
import { createApiAdapter } from '../../../src/sign-in/api-adapter.js'
import { createVisitor, proveNonce } from '../../unit/server/visitor.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  // The folder is inside the project, so that an example finds its packages.
  folder = await mkdtemp(join(root, 'node_modules', '.examples-'))
  await build({
    entryPoints: readdirSync(join(root, 'demo/server-examples'))
      .filter((name) => name.endsWith('.mjs'))
      .map((name) => join(root, 'demo/server-examples', name)),
    bundle: true,
    platform: 'node',
    format: 'esm',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    alias: {
      'wallet-connect-button/server': join(root, 'src/exports/server.ts'),
      'wallet-connect-button/trpc': join(root, 'src/exports/trpc.ts'),
    },
    external: ['@trpc/*', 'express', 'fastify', 'keyv', 'starknet', '@noble/*'],
    logLevel: 'error',
  })
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts an example as a user would, and resolves with its port. */
async function start(name: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(folder, name)], {
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${name} ended`)))
    let said = ''
    child.stdout?.on('data', (line) => {
      said += line
      const port = /listening on .*port: (\d+)/s.exec(said)?.[1]
      if (port) resolve(port)
    })
  })
}

/** A browser with a page at `origin`: it keeps cookies and signs in. */
async function signIn(url: string, domain: string, origin: string, send: typeof fetch = fetch) {
  const jar = new Map<string, string>()
  const browse: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', origin)
    headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    const response = await send(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = (cookie.split(';')[0] as string).split('=') as [string, string]
      jar.set(name, value)
    }
    return response
  }
  const api = createApiClient({ url, fetch: browse })
  const visitor = createVisitor()
  const { nonce } = (await api.signIn.nonce.query()) as { nonce: string }
  const proof = await proveNonce(nonce, visitor, { domain, uri: `${origin}/` })
  expect(await api.signIn.verify.mutate(proof)).toEqual({ address: visitor.address, chainId: 'eip155:1' })
  expect(await api.signIn.session.query()).toEqual({
    address: visitor.address,
    chainId: 'eip155:1',
    namespace: 'eip155',
  })
  await expect(api.signIn.verify.mutate(proof)).rejects.toMatchObject({
    code: expect.stringMatching(/^nonce_/),
  })
  return { address: visitor.address, browse }
}

/** The same with the calls as plain JSON: by the page's own adapter, and as any client would. */
async function signInPlainly(url: string, domain: string, origin: string, send: typeof fetch = fetch) {
  const visitor = createVisitor()
  const ask = async (name: string, init: RequestInit = {}) => {
    const response = await send(`${url}/${name}`, { ...init, headers: { origin, ...init.headers } })
    return { status: response.status, body: await response.json(), cookies: response.headers.getSetCookie() }
  }
  const { nonce } = (await ask('nonce')).body as { nonce: string }
  const proof = await proveNonce(nonce, visitor, { domain, uri: `${origin}/` })
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  }
  const evil = { ...post, headers: { ...post.headers, origin: 'https://evil.example' } }
  expect(await ask('verify', evil)).toMatchObject({ status: 403, body: { code: 'origin_refused' } })
  const { status, body, cookies } = await ask('verify', post)
  expect([status, body]).toEqual([200, { address: visitor.address, chainId: 'eip155:1' }])
  const cookie = cookies[0]?.split(';')[0] as string
  const session = { address: visitor.address, chainId: 'eip155:1', namespace: 'eip155' }
  expect((await ask('session', { headers: { cookie } })).body).toEqual(session)
  expect(await ask('verify', post)).toMatchObject({ status: 409, body: { code: 'nonce_used' } })
  const huge = { ...post, body: 'x'.repeat(100_000) }
  expect(await ask('verify', huge)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
  expect((await ask('openapi.json')).body).toMatchObject({ openapi: '3.1.0' })
  return { cookie, session }
}

describe('a server example runs unchanged', () => {
  it('for Node http and a page of another origin', async () => {
    const port = await start('node-http.mjs', { DOMAIN: 'shop.example', ORIGIN: 'https://shop.example' })
    const url = `http://127.0.0.1:${port}/trpc`
    const asked = await fetch(`${url}/signIn.verify`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example' },
    })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://shop.example',
    ])
    await signIn(url, 'shop.example', 'https://shop.example')
  })

  it('for Express, and its own routes know who is signed in', async () => {
    const port = await start('express.mjs', { DOMAIN: 'shop.example' })
    const base = `http://127.0.0.1:${port}`
    expect((await fetch(`${base}/me`)).status).toBe(401)
    const { address, browse } = await signIn(`${base}/trpc`, 'shop.example', 'https://shop.example')
    expect(await (await browse(`${base}/me`)).json()).toEqual({
      address,
      chainId: 'eip155:1',
      namespace: 'eip155',
    })
  })

  it('for a Next route', async () => {
    const route = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'next-route.mjs')).href
    )) as Record<string, (request: Request) => Promise<Response>>
    const send: typeof fetch = (input, init) => {
      const request = new Request(input, init)
      return (route[request.method] as (request: Request) => Promise<Response>)(request)
    }
    await signIn('http://localhost:3000/api/trpc', 'localhost:3000', 'http://localhost:3000', send)
  })

  it('for Node http as plain JSON, which the page’s api-url understands', async () => {
    const port = await start('plain-node-http.mjs', { DOMAIN: 'shop.example' })
    const url = `http://127.0.0.1:${port}/auth`
    await signInPlainly(url, 'shop.example', 'https://shop.example')
    const adapter = createApiAdapter(url)
    expect(await adapter.getNonce()).toEqual({ nonce: expect.any(String), domain: 'shop.example' })
    expect(await adapter.getSession()).toBeNull()
  })

  it('for Node http as plain JSON, and survives requests that no browser sends (Y19, Y22)', async () => {
    const port = await start('plain-node-http.mjs', { DOMAIN: 'shop.example' })
    const statuses: string[] = []
    for (const head of [
      'GET http://[ HTTP/1.1\r\nHost: x',
      'TRACE /auth/nonce HTTP/1.1\r\nHost: x',
      'GET //evil.example/auth/nonce HTTP/1.1\r\nHost: x',
      'GET http://evil.example/auth/nonce HTTP/1.1\r\nHost: evil.example',
      'GET /auth/nonce HTTP/1.1\r\nHost: a b@evil.example:99999',
    ]) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write(`${head}\r\nConnection: close\r\n\r\n`)
      const answer = await text(socket)
      statuses.push(answer.slice(9, 12))
      if (answer.startsWith('HTTP/1.1 200')) expect(answer).toContain('"domain":"shop.example"')
    }
    expect(statuses).toEqual(['400', '400', '404', '200', '200'])
  })

  it.each([
    [413, 'verify', 'https://shop.example'],
    [403, 'sign-out', 'https://evil.example'],
    [404, 'unknown', 'https://shop.example'],
  ])(
    'for Node http as plain JSON, and serves the next request after an unread megabyte that gets %i at once',
    async (status, call, origin) => {
      const port = await start('plain-node-http.mjs', { DOMAIN: 'shop.example' })
      const socket = connect(Number(port), '127.0.0.1')
      const body = 'x'.repeat(1_000_000)
      socket.write(
        `POST /auth/${call} HTTP/1.1\r\nHost: x\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      socket.write('GET /auth/nonce HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      const answers = (await text(socket)).match(/(?<=HTTP\/1\.1 )\d+/g)
      expect(answers).toEqual([String(status), '200'])
    },
  )

  it.each(['plain-node-http.mjs', 'plain-express.mjs'])(
    'ends the connection of a body without a length that it refuses half-way: %s',
    async (name) => {
      const port = await start(name, { DOMAIN: 'shop.example' })
      const socket = connect(Number(port), '127.0.0.1')
      const size = 300_000
      socket.write(
        'POST /auth/verify HTTP/1.1\r\nHost: x\r\nOrigin: https://shop.example\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      )
      socket.write(`${size.toString(16)}\r\n${'x'.repeat(size)}\r\n0\r\n\r\n`)
      const [head] = (await text(socket)).split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 413 /)
      expect(head).toMatch(/^connection: close$/im)
    },
  )

  it('for Express as plain JSON, and its own routes know who is signed in', async () => {
    const port = await start('plain-express.mjs', { DOMAIN: 'shop.example' })
    const base = `http://127.0.0.1:${port}`
    const { cookie, session } = await signInPlainly(`${base}/auth`, 'shop.example', 'https://shop.example')
    expect((await fetch(`${base}/me`)).status).toBe(401)
    expect(await (await fetch(`${base}/me`, { headers: { cookie } })).json()).toEqual(session)
  })

  it('for a function from Request to Response', async () => {
    const { default: server } = (await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'plain-fetch.mjs')).href
    )) as { default: { fetch(request: Request): Promise<Response> } }
    const send: typeof fetch = (input, init) => server.fetch(new Request(input, init))
    const { cookie, session } = await signInPlainly(
      'https://shop.example/auth',
      'shop.example',
      'https://shop.example',
      send,
    )
    const hello = await send('https://shop.example/', { headers: { cookie } })
    expect(await hello.json()).toEqual({ hello: session.address })
  })
})
