import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVisitor, type Visitor, writeMessage } from '../unit/server/visitor.js'

const DOMAIN = 'shop.example'
let server: ChildProcess
let url: string

beforeAll(async () => {
  const modules = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout
  if (!/^gmp$/m.test(modules ?? '')) {
    throw new Error('These tests need PHP with gmp: on Debian, `apt-get install php8.2-cli php8.2-gmp`.')
  }
  server = spawn('php', ['-S', '127.0.0.1:0', 'integrations/php/login.php'], {
    env: { ...process.env, DOMAIN },
  })
  url = await new Promise<string>((resolve, reject) => {
    let said = ''
    server.once('exit', () => reject(new Error(`php ended: ${said}`)))
    server.stderr?.on('data', (text) => {
      said += text
      const found = /\((http:\/\/[^)]+)\) started/.exec(said)?.[1]
      if (found) resolve(found)
    })
  })
})
afterAll(() => {
  server?.kill('SIGKILL')
})

/** A browser at login.php. The session's cookie is Secure; a browser of the site would send it over https. */
function createBrowser() {
  let cookie = ''
  const load = async (init: RequestInit = {}) => {
    const response = await fetch(url, { ...init, headers: { cookie, ...init.headers } })
    const [set] = response.headers.getSetCookie()
    if (set) cookie = set.split(';')[0] as string
    const page = await response.text()
    return { status: response.status, page, nonce: /sign-in-nonce="(\w+)"/.exec(page)?.[1] as string, set }
  }
  return {
    load,
    get cookie() {
      return cookie
    },
    post: (fields: Record<string, string>) => load({ method: 'POST', body: new URLSearchParams(fields) }),
  }
}

/** The fields that the element adds to the form. */
async function sign(visitor: Visitor, nonce: string, change: object = {}) {
  const message = writeMessage(nonce, visitor.address, {
    domain: DOMAIN,
    uri: `https://${DOMAIN}/`,
    ...change,
  })
  return {
    wallet: `eip155:1:${visitor.address}`,
    wallet_message: message.replace(/\n/g, '\r\n'),
    wallet_signature: await visitor.sign(message),
  }
}

it('the file sign-in.php gives the expected verdict for every vector of a key (SV04, SV13)', () => {
  const { stdout, status } = spawnSync(
    'php',
    ['integrations/php/check-vectors.php', 'docs/sign-in-vectors.json'],
    {
      encoding: 'utf8',
    },
  )
  expect([stdout, status]).toEqual([expect.stringMatching(/^6\d vectors held, 0 did not\n$/), 0])
})

describe('the page login.php', () => {
  it('signs a visitor in, under a new session id', async () => {
    const [browser, visitor] = [createBrowser(), createVisitor()]
    const { nonce, set } = await browser.load()
    expect(set).toMatch(/; secure; HttpOnly; SameSite=Lax$/i)
    const before = browser.cookie
    const { page } = await browser.post(await sign(visitor, nonce))
    expect(page).toContain(`Signed in as ${visitor.address}`)
    expect(browser.cookie).not.toBe(before)
    expect((await browser.load()).page).toContain(`Signed in as ${visitor.address}`)
    expect(await (await fetch(url, { headers: { cookie: before } })).text()).not.toContain('Signed in')
  })

  it.each<[string, string, (visitor: Visitor, nonce: string) => Promise<Record<string, string>>]>([
    ['another nonce', 'nonce_unknown', (visitor) => sign(visitor, 'nOtherNonce1234567890abc')],
    ['another site', 'domain_mismatch', (visitor, nonce) => sign(visitor, nonce, { domain: 'evil.example' })],
    [
      'another key',
      'signature_invalid',
      async (visitor, nonce) => ({
        ...(await sign(visitor, nonce)),
        wallet_signature: (await sign(createVisitor(), nonce)).wallet_signature,
      }),
    ],
    ['no fields', 'request_invalid', async () => ({})],
    ['fields that are lists', 'request_invalid', async () => ({ 'wallet[]': 'x', 'wallet_message[]': 'y' })],
    [
      'markup in its message',
      'message_invalid',
      async (visitor) => ({ ...(await sign(visitor, 'nonceNonceNonceNonce')), wallet_message: '<script>' }),
    ],
  ])('refuses a form with %s: %s', async (_, code, fields) => {
    const [browser, visitor] = [createBrowser(), createVisitor()]
    const { nonce } = await browser.load()
    const { status, page } = await browser.post(await fields(visitor, nonce))
    expect([status, page]).toEqual([403, expect.stringContaining(`You are not signed in: ${code}`)])
    expect(page).not.toContain('<script>')
  })

  it('accepts a form once, and never another visitor’s', async () => {
    const [browser, other, visitor] = [createBrowser(), createBrowser(), createVisitor()]
    const fields = await sign(visitor, (await browser.load()).nonce)
    await other.load()
    expect((await other.post(fields)).page).toContain('nonce_unknown')
    expect((await browser.post(fields)).page).toContain('Signed in')
    expect((await browser.post(fields)).status).toBe(403)
  })
})
