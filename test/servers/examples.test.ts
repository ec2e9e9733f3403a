import { afterEach, describe, expect, it } from 'vitest'
import { createVisitor } from '../unit/server/visitor.js'
import { openBrowser, prove } from './examples/browser.js'
import { installExample, startExample, stopExamples } from './examples/start.js'

/** This machine's Node may be older than the newest Wrangler requires. */
const WRANGLER = Number(process.versions.node.split('.')[0]) < 22 ? ['wrangler@4.86.0'] : []

/** Name, folder, additional packages, start command, and whether it uses tRPC. */
const EXAMPLES: [string, string, string[], string[], string?][] = [
  ['Node http', '.', [], ['node', 'plain-node-http.mjs']],
  ['Express', '.', ['express'], ['node', 'plain-express.mjs']],
  ['Fastify', 'frameworks/fastify', [], ['npm', 'start']],
  ['Hono', 'frameworks/hono', [], ['npm', 'start']],
  ['Next', 'frameworks/next', [], ['npm', 'start']],
  ['SvelteKit', 'frameworks/sveltekit', [], ['npm', 'start']],
  ['Astro', 'frameworks/astro', [], ['npm', 'start']],
  ['Cloudflare Workers', 'frameworks/workers', WRANGLER, ['npm', 'start']],
  ['Deno', 'frameworks/deno', ['deno'], ['npm', 'start']],
  ['Bun', 'frameworks/bun', ['bun'], ['npm', 'start']],
  ['Node http by tRPC', '.', ['@trpc/server'], ['node', 'node-http.mjs'], 'trpc'],
  ['Express by tRPC', '.', ['@trpc/server', 'express', 'keyv'], ['node', 'express.mjs'], 'trpc'],
]

afterEach(stopExamples)

describe('a server example, installed from the packed package', () => {
  it.each(EXAMPLES.filter(([, , , , kind]) => !kind))(
    'in %s serves nonce, verify, session and sign-out, and refuses what it must',
    async (_name, folder, more, command) => {
      const env = { DOMAIN: 'shop.example', SECRET: 'a secret of thirty-two characters' }
      const { url } = await startExample(installExample(folder, more), command, env)
      const [browser, visitor] = [openBrowser(url), createVisitor()]
      const issued = await browser.get('/auth/nonce')
      expect(issued).toMatchObject({ status: 200, body: { domain: 'shop.example' } })
      const proof = await prove(issued.body, visitor)

      const evil = await browser.post('/auth/verify', proof, { origin: 'https://evil.example' })
      expect(evil).toMatchObject({ status: 403, body: { code: 'origin_refused' } })
      expect((await browser.get('/auth/session')).body).toBeNull()
      expect(await browser.post('/auth/verify', proof)).toEqual({
        status: 200,
        body: { address: visitor.address, chainId: 'eip155:1' },
      })
      const session = { address: visitor.address, chainId: 'eip155:1', namespace: 'eip155' }
      expect(await browser.get('/auth/session')).toEqual({ status: 200, body: session })
      if (command.at(-1) !== 'plain-node-http.mjs')
        expect(await browser.get('/me')).toEqual({ status: 200, body: session })
      expect((await openBrowser(url).get('/auth/session')).body).toBeNull()

      const again = await openBrowser(url).post('/auth/verify', proof)
      expect(again).toMatchObject({ status: 409, body: { code: 'nonce_used' } })
      const large = await browser.post('/auth/verify', 'x'.repeat(100_000))
      expect(large.status).toBe(413)
      const text = await browser.post('/auth/verify', '{}', { 'content-type': 'text/plain' })
      // SvelteKit and Astro check this themselves, and know this site by its name here.
      expect([403, 415]).toContain(text.status)
      expect((await browser.get('/auth/openapi.json')).body).toMatchObject({ openapi: '3.1.0' })

      const kept = [...browser.jar]
      expect(await browser.post('/auth/sign-out', '')).toEqual({ status: 200, body: null })
      for (const [name, value] of kept) browser.jar.set(name, value)
      expect((await browser.get('/auth/session')).body).toBeNull()
    },
  )

  it.each(EXAMPLES.filter(([, , , , kind]) => kind))(
    'in %s serves nonce, verify, session and sign-out',
    async (_name, folder, more, command) => {
      const { url } = await startExample(installExample(folder, more), command, { DOMAIN: 'shop.example' })
      const [browser, visitor] = [openBrowser(url), createVisitor()]
      const { data } = (await browser.get('/trpc/signIn.nonce')).body.result
      const proof = await prove(data, visitor)
      const evil = await browser.post('/trpc/signIn.verify', proof, { origin: 'https://evil.example' })
      expect(evil.body.error.data.reason).toBe('origin_refused')
      const signed = (await browser.post('/trpc/signIn.verify', proof)).body
      expect(signed.result.data).toEqual({ address: visitor.address, chainId: 'eip155:1' })
      expect((await browser.get('/trpc/signIn.session')).body.result.data.address).toBe(visitor.address)
      const again = (await browser.post('/trpc/signIn.verify', proof)).body
      expect(again.error.data.reason).toMatch(/^nonce_/)
      await browser.post('/trpc/signIn.signOut', '')
      expect((await browser.get('/trpc/signIn.session')).body.result.data).toBeNull()
    },
  )
})
