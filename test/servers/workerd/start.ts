import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { build } from 'esbuild'
import { makeFolder } from '../../hosts/pack.js'

/** Cloudflare's runtime with our worker. */
export interface Workerd {
  /** The worker's address for each compatibility date. */
  urls: Map<string, string>
  stop(): Promise<void>
}

/** A runtime that runs the worker once for each compatibility date, and lets it reach this machine's nodes. */
const configure = (dates: readonly string[]): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    ${dates
      .map(
        (date) =>
          `(name = "${date}", worker = (modules = [(name = "worker.mjs", esModule = embed "worker.mjs")], compatibilityDate = "${date}")),`,
      )
      .join('\n    ')}
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [
    ${dates.map((date) => `(name = "${date}", address = "127.0.0.1:0", http = (), service = "${date}"),`).join('\n    ')}
  ],
);
`

/** Resolves with the port of each socket, as workerd reports them. */
async function readPorts(child: ChildProcess, count: number): Promise<Map<string, string>> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const urls = new Map<string, string>()
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`workerd ended: ${said.slice(-2_000)}`)))
    createInterface(child.stdio[3] as Readable).on('line', (line) => {
      const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number }
      if (event !== 'listen') return
      urls.set(socket, `http://127.0.0.1:${port}`)
      if (urls.size === count) resolve(urls)
    })
  })
}

/** Installs workerd from the registry, and starts it. */
export async function startWorkerd(dates: readonly string[]): Promise<Workerd> {
  const folder = makeFolder('workerd')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', 'workerd'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`workerd was not installed: ${stderr}`)
  await build({
    entryPoints: ['test/servers/workerd/worker.ts'],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    outfile: join(folder, 'worker.mjs'),
    logLevel: 'error',
  })
  writeFileSync(join(folder, 'config.capnp'), configure(dates))
  const child = spawn(
    join(folder, 'node_modules/.bin/workerd'),
    ['serve', 'config.capnp', '--control-fd=3'],
    {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  const urls = await readPorts(child, dates.length)
  return {
    urls,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
