import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import { makeFolder } from '../../hosts/pack.js'

/** Compatibility dates of Cloudflare's runtime: the oldest with which it builds Node's modules, and a newer one. */
const DATES = ['2024-09-23', '2026-01-01']

/** The runtimes, each with the name that the table in docs/server.md has. */
export const RUNTIMES = [
  ...['Node 20', 'Node 22', 'Deno', 'Bun', 'edge-runtime'],
  ...DATES.map((date) => `workerd ${date}`),
]

/** The runtimes, running our worker. */
export interface Runtimes {
  /** The worker's address in each runtime. */
  urls: Map<string, string>
  stop(): Promise<void>
}

const platform = process.platform === 'win32' ? 'win' : process.platform
/** Their packages of npm. Both versions of Node are there, so that neither is this process's own. */
const PACKAGES = [
  ...['20', '22'].map((version) => `node${version}@npm:node-${platform}-${process.arch}@${version}`),
  ...['deno', 'bun', 'edge-runtime', 'workerd'],
]

/** How each runtime serves the worker. Each prints its port, except workerd, which reports it. */
const SERVERS = {
  'node.mjs': `import { createServer } from 'node:http'
import worker from './worker.mjs'
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  const body = method === 'POST' ? { body: request, duplex: 'half' } : {}
  const answer = await worker.fetch(new Request(new URL(url, 'http://127.0.0.1'), { method, headers, ...body }))
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
})
server.listen(0, '127.0.0.1', () => console.log('port', server.address().port))`,
  'deno.mjs': `import worker from './worker.mjs'
const onListen = ({ port }) => console.log('port', port)
Deno.serve({ port: 0, hostname: '127.0.0.1', onListen }, worker.fetch)`,
  'bun.mjs': `import worker from './worker.mjs'
console.log('port', Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: worker.fetch, idleTimeout: 60 }).port)`,
  'edge.mjs': `import { readFileSync } from 'node:fs'
import { EdgeRuntime, runServer } from 'edge-runtime'
const initialCode = readFileSync('worker.js', 'utf8')
const { url } = await runServer({ runtime: new EdgeRuntime({ initialCode }), port: 0, host: '127.0.0.1' })
console.log('port', new URL(url).port)`,
}

/** Runs the worker once for each compatibility date, and lets it reach this machine's nodes. */
const configuration = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${DATES.map(
      (date) =>
        `(name = "${date}", worker = (modules = [(name = "worker.mjs", esModule = embed "worker.mjs")], compatibilityDate = "${date}")),`,
    ).join('\n    ')}
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [
    ${DATES.map((date) => `(name = "${date}", address = "127.0.0.1:0", http = (), service = "${date}"),`).join('\n    ')}
  ],
);
`

/** Resolves with the first port that a line of a stream names, or with each socket's of workerd. */
function readPorts(child: ChildProcess, lines: Readable, count: number): Promise<Map<string, string>> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const urls = new Map<string, string>()
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`a runtime has ended: ${said.slice(-2_000)}`)))
    createInterface(lines).on('line', (line) => {
      const [, only] = /^port (\d+)$/.exec(line) ?? []
      const { event, socket, port } = line.startsWith('{') ? JSON.parse(line) : {}
      if (only) urls.set('', `http://127.0.0.1:${only}`)
      else if (event === 'listen') urls.set(socket, `http://127.0.0.1:${port}`)
      if (urls.size === count) resolve(urls)
    })
  })
}

/** Bundles the worker as a module, and as the script that edge-runtime takes. */
async function bundle(folder: string): Promise<void> {
  const options = { bundle: true, platform: 'browser', logLevel: 'error' } as const
  const entryPoints = ['test/servers/runtimes/worker.ts']
  await build({ ...options, entryPoints, format: 'esm', outfile: join(folder, 'worker.mjs') })
  await build({
    ...options,
    entryPoints,
    format: 'iife',
    globalName: 'worker',
    footer: {
      js: "addEventListener('fetch', (event) => event.respondWith(worker.default.fetch(event.request)))",
    },
    outfile: join(folder, 'worker.js'),
  })
}

/** Installs the runtimes from the registry, and starts each. */
export async function startRuntimes(): Promise<Runtimes> {
  const folder = makeFolder('runtimes')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', ...PACKAGES], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the runtimes were not installed: ${stderr}`)
  await bundle(folder)
  for (const [name, text] of Object.entries(SERVERS)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'config.capnp'), configuration)

  const children: ChildProcess[] = []
  function start(program: string, args: string[], channel: 1 | 3, count = 1) {
    const child = spawn(join(folder, 'node_modules', program), args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    children.push(child)
    return readPorts(child, child.stdio[channel] as Readable, count)
  }
  const [node20, node22, deno, bun, edge, workerd] = await Promise.all([
    start('node20/bin/node', ['node.mjs'], 1),
    start('node22/bin/node', ['node.mjs'], 1),
    start('.bin/deno', ['run', '--allow-net', '--no-config', 'deno.mjs'], 1),
    start('.bin/bun', ['bun.mjs'], 1),
    start('node22/bin/node', ['edge.mjs'], 1),
    start('.bin/workerd', ['serve', 'config.capnp', '--control-fd=3'], 3, DATES.length),
  ])
  const found = [node20, node22, deno, bun, edge].map((ports) => String(ports.get('')))
  const urls = [...found, ...DATES.map((date) => String(workerd.get(date)))]
  return {
    urls: new Map(RUNTIMES.map((name, at) => [name, String(urls[at])])),
    async stop() {
      await Promise.all(
        children.map((child) => {
          const ended = once(child, 'exit')
          // Of one that has ended by itself there is nothing to wait for.
          return child.kill('SIGKILL') && ended
        }),
      )
    },
  }
}
