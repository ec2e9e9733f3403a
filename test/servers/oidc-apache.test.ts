import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { startChromium, type TestBrowser } from '../counterparts/chromium.js'
import { makeFolder } from '../hosts/pack.js'
import { createVisitor } from '../unit/server/visitor.js'
import { findPort } from './examples/start.js'
import { OIDC_FOLDER } from './install-oidc.js'
import { type OidcSite, startOidc } from './oidc-site.js'
import { openSigner, signIn, walletOf } from './oidc-visitor.js'

const APACHE = '/usr/sbin/apache2'
const MODULES = '/usr/lib/apache2/modules'
const NEEDED = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'auth_openidc']

const folder = makeFolder('apache')
let anvil: Anvil
let browser: TestBrowser
let site: OidcSite
let home: string
let child: ChildProcess | undefined

/** Writes a server around the documented configuration. It says in a header who has signed in. */
function writeSite(port: number): string {
  for (const name of ['members', 'logs']) mkdirSync(join(folder, 'site', name), { recursive: true })
  writeFileSync(join(folder, 'site/members/index.html'), '<!doctype html><title>Members</title>')
  const config = [
    `ServerRoot ${folder}`,
    `ServerName localhost`,
    `Listen 127.0.0.1:${port}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    `DocumentRoot ${folder}/site`,
    ...NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`),
    `LoadModule dir_module ${MODULES}/mod_dir.so`,
    'DirectoryIndex index.html',
    'Header set X-Account "expr=%{REMOTE_USER}"',
    `Include ${join(OIDC_FOLDER, 'clients/apache.conf')}`,
  ]
  const file = join(folder, 'apache.conf')
  writeFileSync(file, `${config.join('\n')}\n`)
  return file
}

beforeAll(async () => {
  if (!existsSync(APACHE) || !existsSync(`${MODULES}/mod_auth_openidc.so`))
    throw new Error('These tests need Apache: apt install apache2 libapache2-mod-auth-openidc')
  const port = await findPort()
  home = `http://localhost:${port}`
  ;[anvil, browser] = await Promise.all([startAnvil({ chainId: 31_337 }), startChromium()])
  site = await startOidc({
    chains: ['eip155:31337'],
    rpc: { 'eip155:31337': anvil.url },
    redirectUris: [`${home}/members/callback`],
  })
  child = spawn(APACHE, ['-f', writeSite(port), '-DFOREGROUND'], {
    env: {
      ...process.env,
      ISSUER: site.issuer,
      CLIENT_ID: 'forum',
      CLIENT_SECRET: 'a secret of the forum',
      SITE: home,
      PASSPHRASE: '0123456789abcdef0123456789abcdef',
    },
    stdio: 'ignore',
  })
})
afterAll(async () => {
  // Its workers end with it only when it can tell them.
  child?.kill('SIGTERM')
  site?.stop()
  await Promise.all([browser?.close(), anvil?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

it('Apache with mod_auth_openidc lets somebody in by the provider, and nobody else', async () => {
  const owner = createVisitor()
  await expect.poll(() => fetch(home).catch(() => null), { timeout: 10_000 }).toBeTruthy()
  // A script gets no page to sign in at.
  expect((await fetch(`${home}/members/`)).status).toBe(401)
  const { page, errors, close } = await openSigner(browser, { initScripts: [walletOf(owner.address)] }, owner)
  await page.goto(`${home}/members/`)
  await page.waitForURL(`${site.issuer}/**`)
  await signIn(page, 'Alpha')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${home}/members/`)
  expect(await page.title()).toBe('Members')
  const again = await page.goto(`${home}/members/`)
  expect(again?.headers()['x-account']).toBe(`eip155:31337:${owner.address}`)
  expect(errors).toEqual([])
  // Another browser has no session.
  const other = await openSigner(browser, {})
  expect((await other.page.goto(`${home}/members/`))?.url()).toContain(site.issuer)
  await Promise.all([close(), other.close()])
})
