import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVisitor, type Visitor, writeMessage } from '../unit/server/visitor.js'
import { findPort } from './examples/start.js'
import { makeRandomVectors } from './vectors/random.js'
import { SITE } from './vectors/vector.js'

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
    post: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      load({ method: 'POST', body: new URLSearchParams(fields), headers }),
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

const SEED = Number(process.env.SEED ?? 27)

describe('the file sign-in.php', () => {
  const check = (file: string) => {
    const { stdout, status } = spawnSync('php', ['integrations/php/check-vectors.php', file], {
      encoding: 'utf8',
    })
    return [stdout, status]
  }

  it('gives the expected verdict for every vector of a key (SV04, SV13, SV22)', () => {
    expect(check('docs/sign-in-vectors.json')).toEqual([
      expect.stringMatching(/^[1-9]\d+ vectors held, 0 did not\n$/),
      0,
    ])
  })

  it('gives the verdict of the verifier in TypeScript for 1,000 messages of a seed (SV18, SV22)', async () => {
    const vectors = await makeRandomVectors(SEED, 1_000)
    const verdicts = new Map<string, number>()
    for (const { expected } of vectors) {
      const verdict = expected.valid ? 'valid' : expected.reason
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    }
    // Each verdict is among them, so that every check decides something.
    const seen = [
      'account_mismatch',
      'chain_mismatch',
      'domain_mismatch',
      'message_expired',
      'message_invalid',
    ]
    seen.push('message_too_long', 'nonce_unknown', 'request_invalid', 'signature_invalid', 'valid')
    expect([...verdicts.keys()].sort()).toEqual(seen)
    const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
    const file = join(folder, 'vectors.json')
    writeFileSync(file, JSON.stringify({ site: SITE, vectors }))
    expect(check(file)).toEqual(['1000 vectors held, 0 did not\n', 0])
    rmSync(folder, { recursive: true })
  })

  it('knows a site by its host as browsers write it, and refuses a host that they never write (SV05)', () => {
    const run = (code: string) =>
      spawnSync(
        'php',
        ['-r', `require 'integrations/php/sign-in.php'; use WalletConnectButton\\SignIn; ${code}`],
        {
          encoding: 'utf8',
        },
      )
    const origin = (domain: string) =>
      run(`(new SignIn('${domain}', ['eip155:1']))->checkOrigin(['HTTP_ORIGIN' => 'https://shop.example']);`)
        .status
    expect(['shop.example', 'Shop.Example', 'shop.example:443', 'shop.example:8443'].map(origin)).toEqual([
      0, 0, 0, 255,
    ])
    expect(
      run(`new SignIn('bücher.example', []);`).stderr + run(`new SignIn('bücher.example', []);`).stdout,
    ).toContain('ASCII form')
  })
})

describe('the page login.php', () => {
  it('serves the script when it is begun as its first lines say (HO10)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'login-'))
    for (const name of ['login.php', 'sign-in.php'])
      copyFileSync(`integrations/php/${name}`, join(folder, name))
    mkdirSync(join(folder, 'node_modules/wallet-connect-button/dist'), { recursive: true })
    writeFileSync(join(folder, 'node_modules/wallet-connect-button/dist/embed.js'), 'script()')
    const begun =
      /^\/\/ {3}(DIST=.* login\.php)$/m.exec(readFileSync(join(folder, 'login.php'), 'utf8'))?.[1] ?? ''
    const address = `localhost:${await findPort()}`
    const own = spawn('sh', ['-c', `exec env ${begun.replaceAll('localhost:8000', address)}`], {
      cwd: folder,
    })
    try {
      await new Promise<void>((resolve, reject) => {
        own.once('exit', () => reject(new Error(`php ended: ${begun}`)))
        own.stderr.on('data', (text) => String(text).includes('started') && resolve())
      })
      const page = await (await fetch(`http://${address}/`)).text()
      const script = /<script src="([^"]+)"/.exec(page)?.[1]
      const response = await fetch(`http://${address}${script}`)
      expect(response.headers.get('content-type')).toMatch(/javascript/)
      expect(await response.text()).toBe('script()')
    } finally {
      own.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    }
  })

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

  it.each<[string, Record<string, string>]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['of a sibling', { origin: 'https://user-content.shop.example' }],
    ['without https', { origin: 'http://shop.example' }],
    ['that hides its origin, on another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['that hides its origin, in an old browser', { origin: 'null' }],
    ['of another site, without an Origin', { 'sec-fetch-site': 'cross-site' }],
  ])('takes no form from a page %s (SV03)', async (_, headers) => {
    const [browser, visitor] = [createBrowser(), createVisitor()]
    const fields = await sign(visitor, (await browser.load()).nonce)
    const { status, page } = await browser.post(fields, headers)
    expect([status, page]).toEqual([403, expect.stringContaining('origin_refused')])
    // Nothing of the visitor's is used up.
    expect((await browser.post(fields)).page).toContain('Signed in')
  })

  it.each<[string, Record<string, string>]>([
    ['names its origin', { origin: 'https://shop.example', 'sec-fetch-site': 'same-origin' }],
    ['hides its origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ])('takes the form of an own page that %s (SV03)', async (_, headers) => {
    const browser = createBrowser()
    const fields = await sign(createVisitor(), (await browser.load()).nonce)
    expect((await browser.post(fields, headers)).page).toContain('Signed in')
  })

  it('begins no session under an id that somebody has planted (SV03)', async () => {
    const planted = `PHPSESSID=${randomBytes(16).toString('hex')}`
    const [begun] = (await fetch(url, { headers: { cookie: planted } })).headers.getSetCookie()
    expect(begun).toMatch(/^PHPSESSID=/)
    expect(begun).not.toContain(planted)
  })

  it('takes the forms of two tabs, and each once (SV03)', async () => {
    const [browser, visitor] = [createBrowser(), createVisitor()]
    const first = await sign(visitor, (await browser.load()).nonce)
    const second = await sign(visitor, (await browser.load()).nonce)
    expect((await browser.post(first)).page).toContain('Signed in')
    expect((await browser.post(second)).page).toContain('Signed in')
    expect((await browser.post(first)).status).toBe(403)
  })
})
