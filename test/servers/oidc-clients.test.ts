import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startChromium, type TestBrowser } from '../counterparts/chromium.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { createVisitor } from '../unit/server/visitor.js'
import { findPort } from './examples/start.js'
import { OIDC_FOLDER } from './install-oidc.js'
import { makeKeys } from './oidc-site.js'
import { openSigner, signIn, walletOf } from './oidc-visitor.js'

let browser: TestBrowser
let party: PageServer
let front: PageServer
let provider: Server
/** A client on this machine that listens on IPv6 alone (RFC 8252, section 7.3). */
let loopback: Server
let issuer: string

/** The address that a client is reached by, by what is special about it. */
let addresses: Record<string, string>

async function listen(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  ;[browser, party, front] = await Promise.all([startChromium(), startPageServer(), startPageServer()])
  const home = '<!doctype html><title>Home</title><h1>Home</h1>'
  front.page('/home', home)
  party.page('/callback', home)
  party.route('/broker', async () => ({
    status: 302,
    headers: { location: `${front.origin}/home` },
    body: '',
  }))
  loopback = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(home)
  })
  addresses = {
    'its own page': `${party.origin}/callback`,
    'a page that redirects to another origin': `${party.origin}/broker`,
    'an IPv6 address of this machine': `http://[::1]:${await listen(loopback, '::1')}/callback`,
    'an application': 'com.example.app:/callback',
  }
  const { createOidcServer } = await import(
    /* @vite-ignore */ pathToFileURL(`${OIDC_FOLDER}/src/server.mjs`).href
  )
  const port = await findPort()
  issuer = `http://localhost:${port}`
  const client = {
    client_id: 'app',
    client_name: 'App',
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    grant_types: ['authorization_code'],
    scope: 'openid',
    redirect_uris: Object.values(addresses),
  }
  const config = { ...makeKeys(), issuer, chains: ['eip155:31337'], clients: [client] }
  provider = (await createOidcServer(config)).server
  await listen(provider, '127.0.0.1', port)
})
afterAll(async () => {
  for (const server of [provider, loopback]) {
    server?.close()
    server?.closeAllConnections()
  }
  await Promise.all([browser?.close(), party?.stop(), front?.stop()])
})

const toRequest = (redirect: string) =>
  `${issuer}/auth?${new URLSearchParams({
    client_id: 'app',
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid',
    state: 'state',
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    code_challenge_method: 'S256',
  })}`

/** Signs in at the provider, up to the page that asks for leave. */
async function openConsent(redirect: string) {
  const visitor = createVisitor()
  const opened = await openSigner(browser, { initScripts: [walletOf(visitor.address)] }, visitor)
  await opened.page.goto(toRequest(redirect))
  await signIn(opened.page, 'Alpha')
  return opened
}

const press = (page: Page) => page.getByRole('button', { name: 'Allow' }).click()

describe('“Allow” leads to a client (SV14)', () => {
  it.each(['its own page', 'a page that redirects to another origin', 'an IPv6 address of this machine'])(
    'at %s',
    async (name) => {
      const { page, close } = await openConsent(addresses[name] as string)
      await press(page)
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      await close()
    },
  )

  it('at an application', async () => {
    const address = addresses['an application'] as string
    const { page, close } = await openConsent(address)
    const leaving = page.waitForEvent('requestfailed', (each) => each.url().startsWith(address))
    const [request] = await Promise.all([leaving, press(page)])
    expect(request.url()).toContain('?code=')
    // The browser hands the address to the system instead of loading it; a policy would have blocked it.
    expect(request.failure()?.errorText).toBe('net::ERR_ABORTED')
    await close()
  })
})
