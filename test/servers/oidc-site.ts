import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPort } from './examples/start.js'
import { OIDC_FOLDER } from './install-oidc.js'

/** Keys for tokens and cookies, as in the configuration. */
export const makeKeys = (): { jwks: object; cookieKeys: string[] } =>
  JSON.parse(spawnSync(process.execPath, [join(OIDC_FOLDER, 'make-keys.mjs')], { encoding: 'utf8' }).stdout)

/** A provider in a separate process. */
export interface OidcSite {
  issuer: string
  stop(): void
}

/** Starts the provider with one public and one confidential client. */
export async function startOidc(options: {
  chains: string[]
  rpc: Record<string, string>
  redirectUris: string[]
  loggedOutUri?: string
  names?: string
}): Promise<OidcSite> {
  const port = await findPort()
  const issuer = `http://localhost:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'oidc-'))
  const client = {
    client_name: 'Forum <b>',
    redirect_uris: options.redirectUris,
    post_logout_redirect_uris: options.loggedOutUri ? [options.loggedOutUri] : [],
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile wallet offline_access',
  }
  const config = {
    ...makeKeys(),
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
    [join(OIDC_FOLDER, 'server.mjs'), join(folder, 'config.json')],
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
