import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makeFolder, packProject } from '../../hosts/pack.js'

/** Finds a port that nothing listens on, because some servers do not accept 0. */
export async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * The environment of an example's process, without vitest's variables, which would stop half of the packages from being
 * installed, and Better Auth from comparing origins.
 */
const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  NODE_ENV: undefined,
  TEST: undefined,
  VITEST: undefined,
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
  DENO_NO_UPDATE_CHECK: '1',
  ...more,
})

/**
 * Copies an example out of the project, and installs its packages, the packed package and more from the registry.
 *
 * @returns its folder
 */
export function installExample(name: string, more: readonly string[] = []): string {
  const folder = makeFolder('example')
  cpSync(join('demo/server-examples', name), folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true, "type": "module" }')
  const args = ['install', '--no-audit', '--no-fund', packProject(), ...more]
  const installed = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env: environment() })
  if (installed.status !== 0)
    throw new Error(`npm install of ${name}: the network or a package has failed\n${installed.stderr}`)
  const { scripts = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: Record<string, string> }
  if (scripts.build)
    execFileSync('npm', ['run', 'build'], {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  return folder
}

/** A running example. */
export interface Example {
  /** `http://127.0.0.1:port` */
  url: string
  /** Its output so far. */
  printed(): string
}

const started: { child: ChildProcess; folder: string }[] = []

/** Starts an example as its users do, and waits until it answers. */
export async function startExample(
  folder: string,
  command: readonly string[],
  env: Record<string, string>,
): Promise<Example> {
  const port = await findPort()
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    env: environment({ PORT: String(port), HOST: '127.0.0.1', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm starts more processes, which are ended with their group.
    detached: true,
  })
  started.push({ child, folder })
  let printed = ''
  let hasEnded = false
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (printed += text))
  child.once('exit', () => (hasEnded = true))
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (hasEnded) throw new Error(`the example has ended:\n${printed}`)
    const isThere = await fetch(url).then(
      (answer) => answer.arrayBuffer(),
      () => null,
    )
    if (isThere) return { url, printed: () => printed }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Ends every example that was started, and deletes its folder. */
export function stopExamples(): void {
  for (const { child, folder } of started.splice(0)) {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    rmSync(folder, { recursive: true, force: true })
  }
}
