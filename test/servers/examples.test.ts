import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
  ['Fastify by tRPC', '.', ['@trpc/server', 'fastify'], ['node', 'fastify.mjs'], 'trpc'],
  ['Express by tRPC', '.', ['@trpc/server', 'express', 'keyv'], ['node', 'express.mjs'], 'trpc'],
]

afterEach(stopExamples)

describe('a server example, installed from the packed package', () => {
  it.each(EXAMPLES.filter(([, , , , kind]) => !kind))(
    'in %s serves nonce, verify, session and sign-out, and refuses what it must (SV24)',
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

      const [account, other] = [visitor, createVisitor()].map(({ address }) => ({
        namespace: 'eip155',
        address,
      }))
      expect(await browser.post('/auth/sign-out', other)).toEqual({ status: 200, body: null })
      const unread = await browser.post('/auth/sign-out', { ...account, namespace: 'solana' })
      expect(unread).toMatchObject({ status: 400, body: { code: 'request_invalid' } })
      expect(await browser.get('/auth/session')).toEqual({ status: 200, body: session })

      const kept = [...browser.jar]
      expect(await browser.post('/auth/sign-out', account)).toEqual({ status: 200, body: null })
      for (const [name, value] of kept) browser.jar.set(name, value)
      expect((await browser.get('/auth/session')).body).toBeNull()
    },
  )

  it.each(EXAMPLES.filter(([, , , , kind]) => kind))(
    'in %s serves nonce, verify, session and sign-out (SV24)',
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
      const [account, other] = [visitor, createVisitor()].map(({ address }) => ({
        namespace: 'eip155',
        address,
      }))
      expect((await browser.post('/trpc/signIn.signOut', other)).body).toEqual({ result: {} })
      const unread = (await browser.post('/trpc/signIn.signOut', { ...account, namespace: 'solana' })).body
      expect(unread.error.data).toMatchObject({ code: 'BAD_REQUEST', reason: 'request_invalid' })
      expect((await browser.get('/trpc/signIn.session')).body.result.data.address).toBe(visitor.address)
      await browser.post('/trpc/signIn.signOut', account)
      expect((await browser.get('/trpc/signIn.session')).body.result.data).toBeNull()
    },
  )
})

const FRAMEWORKS = 'demo/server-examples/frameworks'

/** Whether a range such as `^20.19.0 || >=22.12.0` has a version of Node, given as major and minor. */
function allows(range: string, [major = 0, minor = 0]: readonly number[]): boolean {
  return range.split('||').some((part) => {
    const [, sign, ...numbers] = /(\^|>=)?\s*(\d+)(?:\.(\d+))?/.exec(part) ?? []
    const [from = 0, after = 0] = numbers.map((text) => Number(text ?? 0))
    return major === from ? minor >= after : sign === '>=' && major > from
  })
}

it.each(readdirSync(FRAMEWORKS))('the example %s says which Node its packages need (SV21)', (name) => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const { engines, dependencies, devDependencies } = read(join(FRAMEWORKS, name, 'package.json'))
  // An example that says nothing runs on the oldest Node that this package promises.
  const promised = engines?.node ?? read('package.json').engines.node
  const lowest = promised.replace('>=', '').split('.').map(Number)
  for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    const args = ['view', `${dependency}@${version}`, 'engines.node', '--json']
    const found = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const range = found ? [JSON.parse(found)].flat().at(-1) : null
    if (range) expect([dependency, range, allows(range, lowest)]).toEqual([dependency, range, true])
  }
})
