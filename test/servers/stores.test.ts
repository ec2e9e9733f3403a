import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Agent } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFolder } from '../hosts/pack.js'
import { createVisitor, proveNonce } from '../unit/server/visitor.js'
import { type Postgres, startPostgres } from './postgres.js'
import { buildSite, connectSite, type SiteProcess } from './sites.js'

/** Stores other than Redis, each in its own runtime: `test/servers/shared-store.test.ts` has Redis. */
const SECRET = 'a secret that all processes share'
const node = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const PACKAGES = ['@keyv/sqlite', 'keyv', 'deno', 'miniflare', `node22@npm:${node}@22`]

let folder: string
let postgres: Postgres
let site: Awaited<ReturnType<typeof buildSite>>
const children: ChildProcess[] = []
const agents: Agent[] = []

beforeAll(async () => {
  folder = makeFolder('stores')
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const args = ['install', '--no-audit', '--no-fund', ...PACKAGES]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the stores were not installed: ${stderr}`)
  const options = { bundle: true, format: 'esm', platform: 'browser', logLevel: 'error' } as const
  for (const name of ['deno', 'cloudflare'])
    await build({
      ...options,
      entryPoints: [`test/servers/stores/${name}.ts`],
      outfile: join(folder, `${name}.mjs`),
    })
  writeFileSync(join(folder, 'miniflare.mjs'), MINIFLARE)
  postgres = await startPostgres()
  site = await buildSite()
})
afterAll(async () => {
  for (const agent of agents) agent.destroy()
  for (const { pid } of children) if (pid) process.kill(-pid, 'SIGKILL')
  await site?.stop()
  postgres?.stop()
})

/** Cloudflare's runtime with two workers that share a D1 database, and one whose nonces are in Workers KV. */
const MINIFLARE = `import { Miniflare } from 'miniflare'
const worker = (name, bindings = {}) => ({
  name,
  modules: true,
  scriptPath: 'cloudflare.mjs',
  compatibilityDate: '2025-09-01',
  d1Databases: { DB: 'shop' },
  kvNamespaces: { KV: 'shop' },
  bindings,
  unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
})
const miniflare = new Miniflare({ workers: [worker('one'), worker('other'), worker('kv', { NONCES: 'kv' })] })
const db = await miniflare.getD1Database('DB', 'one')
await db.exec('CREATE TABLE sign_in (key TEXT PRIMARY KEY, value TEXT NOT NULL, ends INTEGER NOT NULL)')
for (const name of ['one', 'other', 'kv']) console.log('port', (await miniflare.unsafeGetDirectURL(name)).port)`

/** Starts a program in the folder. @returns the processes of a site at the ports that it prints */
async function run(program: string, args: string[], count = 1): Promise<SiteProcess[]> {
  const child = spawn(join(folder, 'node_modules', program), args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Miniflare starts Cloudflare's runtime, which ends with its group.
    detached: true,
  })
  children.push(child)
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const ports: string[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`it has ended: ${said}`)))
    createInterface(child.stdout as Readable).on('line', (line) => {
      const [, port] = /^port (\d+)$/.exec(line) ?? []
      if (port) ports.push(port)
      if (ports.length === count) resolve()
    })
  })
  return ports.map((port) => {
    const [connected, agent] = connectSite(port)
    agents.push(agent)
    return connected
  })
}

const sqlite = () => ({
  STORE: `sqlite://${join(folder, 'shop.sqlite')}`,
  SQLITE: pathToFileURL(join(folder, 'node_modules/@keyv/sqlite/dist/index.js')).href,
})
const startDeno = async () => {
  const args = ['run', '--unstable-kv', '--allow-net', '--allow-read', '--allow-write', '--no-config']
  return (await run('.bin/deno', [...args, 'deno.mjs', join(folder, 'shop.kv')]))[0] as SiteProcess
}

/** Two processes of a site with a common store. */
const STORES: [string, () => Promise<SiteProcess[]>][] = [
  ['Postgres', () => startTwo({ STORE: postgres.url })],
  ['SQLite', () => startTwo(sqlite())],
  ['Deno KV', async () => [await startDeno(), await startDeno()]],
  ['Cloudflare D1', async () => (await startWorkers()).slice(0, 2)],
]
const startTwo = (env: Record<string, string>) =>
  Promise.all([site.start({ ...env, SECRET }), site.start({ ...env, SECRET })])
let workers: Promise<SiteProcess[]> | undefined
const startWorkers = () => {
  workers ??= run('node22/bin/node', ['miniflare.mjs'], 3)
  return workers
}

/** A body for /verify, of a visitor who got a nonce from `by` and has signed. */
const prove = async (by: SiteProcess) =>
  JSON.stringify(await proveNonce((await by.get('/nonce')).body.nonce, createVisitor()))

describe.each(STORES)('two processes with a shared store in %s', (_name, start) => {
  let one: SiteProcess
  let other: SiteProcess
  beforeAll(async () => {
    ;[one, other] = (await start()) as [SiteProcess, SiteProcess]
  })

  it('answer twenty first requests at once (SV11)', async () => {
    // A signed nonce needs no store, so these are the first requests that need it.
    const proofs = await Promise.all(Array.from({ length: 10 }, () => prove(one)))
    const cookie = `__Host-wallet_session=${'A'.repeat(43)}`
    const answers = await Promise.all([
      ...proofs.map((proof) => other.post('/verify', proof)),
      ...proofs.map(() => one.get('/session', cookie)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  })

  it('accept one of 400 posts of one message (SV11)', async () => {
    const proof = await prove(one)
    const posts = Array.from({ length: 400 }, (_, at) => (at % 2 ? one : other).post('/verify', proof))
    const codes = (await Promise.all(posts)).map(({ status, body }) =>
      status === 200 ? 'resolved' : body.code,
    )
    expect(codes.filter((code) => code === 'resolved')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['resolved', 'nonce_used']))
  })

  it('know whom the other has signed in and out (SV11)', async () => {
    const { cookie } = await one.post('/verify', await prove(other))
    expect((await other.get('/session', cookie)).body).toMatchObject({ chainId: 'eip155:1' })
    expect((await other.post('/sign-out', '', cookie)).status).toBe(200)
    expect((await one.get('/session', cookie)).body).toBeNull()
  })
})

it('Workers KV cannot keep nonces: the server refuses it, and signs nobody in (SV11)', async () => {
  const kv = (await startWorkers())[2] as SiteProcess
  const proof = await prove(kv)
  expect(await kv.post('/verify', proof)).toMatchObject({ status: 500, body: { code: 'store_failed' } })
})
