import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve as resolvePath } from 'node:path'

const FOLDER = resolvePath('integrations/oidc')

/** A port that nothing listens on: the issuer's name has to be known before it starts. */
async function findPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Installs what the provider needs, and this package as it lies here. */
function install(): void {
  if (!['oidc-provider', 'openid-client'].every((name) => existsSync(join(FOLDER, 'node_modules', name)))) {
    // Whatever NODE_ENV says: the relying parties of the tests are development dependencies.
    const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
    const { status } = spawnSync('npm', args, { cwd: FOLDER, stdio: 'inherit' })
    if (status !== 0)
      throw new Error('These tests need the network once: npm ci in integrations/oidc did not work.')
  }
  const link = join(FOLDER, 'node_modules/wallet-connect-button')
  if (!existsSync(link)) symlinkSync(resolvePath('.'), link)
}

/** A provider in a process of its own. */
export interface OidcSite {
  issuer: string
  stop(): void
}

/** Starts the provider with one public and one confidential client. */
export async function startOidc(options: {
  chains: string[]
  rpc: Record<string, string>
  redirectUri: string
  loggedOutUri: string
  names?: string
}): Promise<OidcSite> {
  install()
  const port = await findPort()
  const issuer = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'oidc-'))
  const made = spawnSync(process.execPath, [join(FOLDER, 'make-keys.mjs')], { encoding: 'utf8' }).stdout
  const client = {
    client_name: 'Forum <b>',
    redirect_uris: [options.redirectUri],
    post_logout_redirect_uris: [options.loggedOutUri],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile wallet offline_access',
  }
  const config = {
    ...JSON.parse(made),
    issuer,
    port,
    host: '127.0.0.1',
    chains: options.chains,
    rpc: options.rpc,
    clients: [
      { ...client, client_id: 'forum', client_secret: 'a secret of the forum' },
      { ...client, client_id: 'app', token_endpoint_auth_method: 'none', application_type: 'native' },
    ],
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  if (options.names) writeFileSync(join(folder, 'names.mjs'), options.names)
  const child: ChildProcess = spawn(
    process.execPath,
    [join(FOLDER, 'server.mjs'), join(folder, 'config.json')],
    {
      env: { ...process.env, ...(options.names && { NAMES: join(folder, 'names.mjs') }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the provider ended')))
    child.stdout?.on('data', (text) => {
      if (String(text).includes('listening on')) resolve()
    })
  })
  return {
    issuer,
    stop() {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
