import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The answer of a site. */
export interface Answer {
  status: number
  body: any
  /** The session's cookie, ready to be sent; null when none was set. */
  cookie: string | null
}

/** One server process. */
export interface SiteProcess {
  get(path: string, cookie?: string | null): Promise<Answer>
  post(path: string, body: string, cookie?: string | null): Promise<Answer>
}

/** Talks to a process by its port, as a page of the site does. The agent keeps its connections until it is destroyed. */
export function connectSite(port: string): [SiteProcess, Agent] {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const ask = (method: string, path: string, body: string, cookie?: string | null) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = {
        origin: 'https://shop.example',
        'content-type': 'application/json',
        ...(cookie && { cookie }),
      }
      request({ host: '127.0.0.1', port, method, path, headers, agent }, async (response) => {
        const [set] = response.headers['set-cookie'] ?? []
        const answer = JSON.parse(await text(response))
        resolve({ status: response.statusCode ?? 0, body: answer, cookie: set?.split(';')[0] ?? null })
      })
        .once('error', reject)
        .end(body)
    })
  return [
    {
      get: (path, cookie) => ask('GET', path, '', cookie),
      post: (path, body, cookie) => ask('POST', path, body, cookie),
    },
    agent,
  ]
}

/** The function of docs/server-stores.md that opens a store in Redis, as a module. */
function readDocumented(): string {
  const page = readFileSync(join(root, 'docs/server-stores.md'), 'utf8')
  const [, code] = /```js\n([\s\S]*?const openStore = [\s\S]*?\n}\n)/.exec(page) ?? []
  if (!code) throw new Error('docs/server-stores.md has no openStore')
  return `${code.replace(/^import .* from 'wallet-connect-button.*$/m, '')}export { openStore }\n`
}

/** Builds the site once, and starts processes of it. */
export async function buildSite() {
  // The folder is inside the project, so that the site finds its packages.
  const folder = await mkdtemp(join(root, 'node_modules', '.site-'))
  const file = join(folder, 'site.mjs')
  await build({
    entryPoints: [join(root, 'test/servers/site.ts')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: file,
    packages: 'external',
    logLevel: 'error',
  })
  writeFileSync(join(folder, 'open-store.mjs'), readDocumented())
  const children: ChildProcess[] = []
  const agents: Agent[] = []

  return {
    async start(env: Record<string, string>): Promise<SiteProcess & { kill(): Promise<void> }> {
      const child = spawn(process.execPath, [file], {
        env: {
          ...process.env,
          ...env,
          ...(env.OPEN_STORE && { OPEN_STORE: join(folder, 'open-store.mjs') }),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      const port = await new Promise<string>((resolve, reject) => {
        child.once('exit', () => reject(new Error('the site ended')))
        child.stdout?.on('data', (said) => {
          const found = /port: (\d+)/.exec(String(said))?.[1]
          if (found) resolve(found)
        })
      })
      const [connected, agent] = connectSite(port)
      agents.push(agent)
      const kill = async () => {
        const ended = once(child.removeAllListeners('exit'), 'exit')
        child.kill('SIGKILL')
        await ended
      }
      return { ...connected, kill }
    },
    async stop() {
      for (const agent of agents) agent.destroy()
      for (const child of children) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
