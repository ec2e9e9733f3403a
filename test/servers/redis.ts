import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A Redis server that keeps its data over a crash. */
export interface Redis {
  readonly url: string
  /** Starts it again on the same port, with the same data. */
  start(): Promise<void>
  /** Ends it as a crash does. */
  crash(): Promise<void>
  stop(): Promise<void>
}

/** Finds a port that nothing listens on. */
async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a Redis server. Rejects with what to install when Redis is missing. */
export async function startRedis(): Promise<Redis> {
  if (spawnSync('redis-server', ['--version']).status !== 0) {
    throw new Error('These tests need Redis: install it, on Debian with `apt-get install redis-server`.')
  }
  const port = await findPort()
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  let child: ChildProcess | null = null

  function start(): Promise<void> {
    const options = {
      port,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      appendonly: 'yes',
      appendfsync: 'always',
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
    return new Promise((resolve, reject) => {
      let said = ''
      child?.once('exit', () => reject(new Error(`redis-server ended: ${said.slice(-500)}`)))
      child?.stdout?.on('data', (text) => {
        said += text
        if (said.includes('Ready to accept connections')) resolve()
      })
    })
  }

  async function crash(): Promise<void> {
    const ended = child
    child = null
    if (!ended || ended.exitCode !== null) return
    await new Promise((resolve) => {
      ended.removeAllListeners('exit').once('exit', resolve)
      ended.kill('SIGKILL')
    })
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    crash,
    async stop() {
      await crash()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
