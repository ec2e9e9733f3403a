import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { findPort } from './examples/start.js'

/** A Postgres server with an empty database. */
export interface Postgres {
  readonly url: string
  stop(): void
}

/** Postgres refuses to run as root, so root runs it as its own user. */
const isRoot = userInfo().uid === 0
const asPostgres = (command: string, args: string[]): [string, string[]] =>
  isRoot
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', command, ...args]]
    : [command, args]

/** Starts a Postgres server. Rejects with what to install when Postgres is missing. */
export async function startPostgres(): Promise<Postgres> {
  const folder = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const found = folder && spawnSync(join(folder, 'initdb'), ['--version']).status === 0
  if (!found) throw new Error('These tests need Postgres: on Debian, `apt-get install postgresql libpq-dev`.')
  const data = mkdtempSync(join(tmpdir(), 'postgres-'))
  chmodSync(data, 0o700)
  if (isRoot) spawnSync('chown', ['postgres', data])
  const [program, args] = asPostgres(join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'])
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`initdb has failed: ${stderr}`)
  const port = await findPort()
  const options = ['-D', data, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-k', data]
  const child: ChildProcess = spawn(...asPostgres(join(folder, 'postgres'), options), {
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.once('exit', () => reject(new Error(`Postgres has ended: ${said}`)))
    child.stderr?.on('data', (text) => {
      said += text
      if (said.includes('ready to accept connections')) resolve()
    })
  })
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop() {
      child.kill('SIGQUIT')
      child.once('exit', () => rmSync(data, { recursive: true, force: true }))
    },
  }
}
