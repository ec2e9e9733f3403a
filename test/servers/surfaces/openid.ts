import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { createVisitor, proveNonce } from '../../unit/server/visitor.js'
import { CALLBACK, type OidcProvider, startProvider } from '../attacks/oidc-transport.js'
import { CLIENTS, claimsOf, createParty, openBrowser, secretOf } from '../oidc-party.js'
import { rowsOf, type SurfaceAttack } from './surface.js'

let started: Promise<OidcProvider> | undefined
/** One provider for all rows. */
const provide = () => {
  started ??= startProvider({ chains: ['eip155:31337'], clients: CLIENTS })
  return started
}
export const stopProvider = async () => (await started)?.stop()

/** A visitor’s browser, and a client. */
async function open(clientId = 'shop') {
  const [provider, visitor] = [await provide(), createVisitor()]
  return {
    provider,
    visitor,
    browser: openBrowser(provider, visitor),
    party: createParty(provider, clientId),
  }
}
type Opened = Awaited<ReturnType<typeof open>>
type Parameters = Record<string, string | null>

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const openid = rowsOf('the OpenID provider')

/** What a request of a client gives: the error that the client hears, or the page’s, or `a code`. */
async function outcome({ browser, party }: Opened, given: string | Parameters): Promise<string> {
  const reply = await browser.send(typeof given === 'string' ? given : party.url(given))
  if (!reply.headers.location)
    return `page ${reply.status}: ${/\((\w+)\)/.exec(reply.body)?.[1] ?? 'no error'}`
  const answer = await browser.follow(reply)
  return answer.get('error') ?? (answer.get('code') ? 'a code' : 'nothing')
}
const requested = (name: string, out: string, more: Parameters, client?: string) =>
  openid(name, out, async () => outcome(await open(client), more))
/** Redeems a good code in a wrong way. */
const redeemed = (name: string, out: string, more: Record<string, string>, client?: string) =>
  openid(name, out, async () => {
    const { browser, party } = await open(client)
    const { status, body } = await party.redeem(String((await party.authorize(browser)).get('code')), more)
    return `${status} ${body.error ?? 'tokens'}`
  })
const FORM = { origin: null, 'content-type': 'application/x-www-form-urlencoded' }

/** Another place than the registered one that looks like it. */
const places = (
  [
    ['with a path that goes up', 'https://forum.example/callback/../evil'],
    ['with an escaped path', 'https://forum.example/%63allback'],
    ['in capitals', 'https://FORUM.example/callback'],
    ['with a user before it', 'https://forum.example@evil.example/callback'],
    ['with a password', 'https://forum.example:x@evil.example/callback'],
    ['with a fragment', `${CALLBACK}#evil`],
    ['with its port written out', 'https://forum.example:443/callback'],
    ['with a dot after the host', 'https://forum.example./callback'],
    ['without https', 'http://forum.example/callback'],
    ['with a backslash', 'https://forum.example\\@evil.example/callback'],
    ['with a line break', `${CALLBACK}\r\nSet-Cookie: a=b`],
    ['that is a script', 'javascript:alert(1)//https://forum.example/callback'],
  ] as const
).map(([name, uri]) =>
  openid(`a redirect address ${name}`, 'page 400, no redirect', async () => {
    const { browser, party } = await open()
    const { status, headers } = await browser.send(party.url({ redirect_uri: uri }))
    return `page ${status}, ${headers.location ? 'a redirect' : 'no redirect'}`
  }),
)

const pkce: SurfaceAttack[] = [
  requested('PKCE by the method plain', 'invalid_request', {
    code_challenge_method: 'plain',
    code_challenge: 'a'.repeat(43),
  }),
  requested('a challenge without its method, which means plain', 'invalid_request', {
    code_challenge_method: null,
  }),
  requested('a method without a challenge', 'invalid_request', { code_challenge: null }),
  requested('a challenge that is too short to be a hash', 'invalid_request', { code_challenge: 'abc' }),
  redeemed('a code without its verifier', '400 invalid_grant', { code_verifier: '' }),
  redeemed('a verifier in the other case', '400 invalid_grant', { code_verifier: 'A'.repeat(64) }),
  redeemed('a code for another address than the request’s', '400 invalid_grant', {
    redirect_uri: `${CALLBACK}/`,
  }),
  redeemed(
    'a code without PKCE, of a request that had it',
    '400 invalid_grant',
    { code_verifier: '' },
    'old',
  ),
  openid('a code of one client by another, with its own secret', '400 invalid_grant', async () => {
    const { browser, party, provider } = await open()
    const code = String((await party.authorize(browser)).get('code'))
    const { status, body } = await createParty(provider, 'post').redeem(code)
    return `${status} ${body.error}`
  }),
  openid('one code 10 times at once', 'at most one good, and no token left', async () => {
    const { browser, party, provider } = await open()
    const code = String((await party.authorize(browser)).get('code'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => party.redeem(code)))
    const good = answers.filter(({ status }) => status === 200)
    await party.redeem(code)
    const left = await Promise.all(
      good.map(({ body }) =>
        provider.send('/me', { headers: { ...FORM, authorization: `Bearer ${body.access_token}` } }),
      ),
    )
    return good.length <= 1 && left.every(({ status }) => status === 401)
      ? 'at most one good, and no token left'
      : `${good.length} good, ${left.filter(({ status }) => status === 200).length} left`
  }),
]

const requests: SurfaceAttack[] = [
  openid('two client ids in one address', 'page 400: invalid_request', async () => {
    const opened = await open()
    return outcome(opened, `${opened.party.url()}&client_id=post`)
  }),
  openid('two redirect addresses, the second one foreign', 'invalid_request', async () => {
    const opened = await open()
    return outcome(
      opened,
      `${opened.party.url()}&redirect_uri=${encodeURIComponent('https://evil.example/')}`,
    )
  }),
  openid('a scope twice', 'invalid_request', async () => {
    const opened = await open()
    return outcome(opened, `${opened.party.url()}&scope=offline_access`)
  }),
  requested('a response mode that posts to another window', 'unsupported_response_mode', {
    response_mode: 'web_message',
  }),
  requested('prompt none and login together', 'invalid_request', { prompt: 'none login' }),
  requested('an age below zero', 'invalid_request', { max_age: '-1' }),
  openid('claims of __proto__ and constructor', 'only sub, no pollution', async () => {
    const { browser, party, provider } = await open()
    const claims = '{"userinfo":{"__proto__":{"polluted":true},"constructor":null,"wallet_address":null}}'
    const { access_token: token } = await party.signIn(browser, { claims })
    const { body } = await provider.send('/me', { headers: { ...FORM, authorization: `Bearer ${token}` } })
    const names = Object.keys(JSON.parse(body)).filter((name) => name !== 'sub' && name !== 'wallet_address')
    return names.length === 0 && !('polluted' in {}) ? 'only sub, no pollution' : body
  }),
  openid('claims that demand the sub of somebody else', 'no token for them', async () => {
    const { browser, party } = await open()
    const victim = `eip155:31337:${createVisitor().address}`
    const answer = await party.authorize(browser, {
      claims: JSON.stringify({ id_token: { sub: { value: victim } } }),
    })
    if (!answer.get('code')) return 'no token for them'
    const { body } = await party.redeem(String(answer.get('code')))
    return body.id_token && claimsOf(body.id_token).sub === victim ? 'their token' : 'no token for them'
  }),
  openid('an unknown client whose name is markup', 'no markup', async () => {
    const { browser } = await open()
    const { body } = await browser.send(
      `/auth?client_id=${encodeURIComponent('<script>alert(1)</script>')}`,
      { headers: { accept: 'text/html' } },
    )
    return body.includes('<script>alert') ? 'markup' : 'no markup'
  }),
  openid('a request by POST of 9 kB', '413', async () => {
    const { provider } = await open()
    return String(
      (await provider.send('/auth', { method: 'POST', headers: FORM, body: `a=${'b'.repeat(9_000)}` }))
        .status,
    )
  }),
  openid('a request by POST with line breaks, which becomes an address', 'one header', async () => {
    const { provider } = await open()
    const { headers } = await provider.send('/auth', {
      method: 'POST',
      headers: FORM,
      body: 'state=a%0d%0aSet-Cookie:%20evil=1',
    })
    return /[\r\n]/.test(String(headers.location)) || headers['set-cookie'] ? 'two headers' : 'one header'
  }),
  openid('a token by the grant password', '400 unsupported_grant_type', async () => {
    const { party, visitor } = await open()
    const { status, body } = await party.post('/token', {
      grant_type: 'password',
      username: visitor.address,
      password: 'a',
    })
    return `${status} ${body.error}`
  }),
  openid('a token by the client alone', '400 unsupported_grant_type', async () => {
    const { status, body } = await (await open()).party.post('/token', { grant_type: 'client_credentials' })
    return `${status} ${body.error}`
  }),
  openid('a client’s registration', '404', async () => {
    const { provider } = await open()
    return String(
      (
        await provider.send('/reg', {
          method: 'POST',
          headers: { origin: null },
          body: '{"redirect_uris":["https://evil.example/"]}',
        })
      ).status,
    )
  }),
]

/** A hint for a visitor, signed in some wrong way. */
const hinted = (name: string, make: (real: string, sub: string) => string) =>
  openid(`an id_token_hint ${name}`, 'no code', async () => {
    const { browser, party, provider } = await open()
    const { id_token: real } = await party.signIn(browser)
    const result = await outcome({ browser, party: createParty(provider) } as Opened, {
      prompt: 'none',
      id_token_hint: make(real, claimsOf(real).sub),
    })
    return result === 'a code' ? result : 'no code'
  })
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const headOf = (token: string) => JSON.parse(Buffer.from(String(token.split('.')[0]), 'base64url').toString())

const tokens: SurfaceAttack[] = [
  hinted('of alg none', (real) => `${encode({ alg: 'none' })}.${real.split('.')[1]}.`),
  hinted('by a key of the attacker, with the kid of the provider', (real) => {
    const text = `${real.split('.').slice(0, 2).join('.')}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
  }),
  hinted('by HS256 with the client’s secret', (real) => {
    const text = `${encode({ ...headOf(real), alg: 'HS256' })}.${real.split('.')[1]}`
    return `${text}.${createHmac('sha256', secretOf('shop')).update(text).digest('base64url')}`
  }),
  hinted('with a key in its own head', (real) => {
    const text = `${encode({ ...headOf(real), jwk: { kty: 'oct', k: 'AA' } })}.${real.split('.')[1]}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`
  }),
  hinted('of an account with another letter, under the old signature', (real, sub) => {
    const [head, payload = '', signature] = real.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return `${head}.${encode({ ...claims, sub: sub.toLowerCase() })}.${signature}`
  }),
  hinted('of nothing but dots', () => '..'),
  openid('an id token as an access token', '401', async () => {
    const { browser, party, provider } = await open()
    const { id_token: token } = await party.signIn(browser)
    return String(
      (await provider.send('/me', { headers: { ...FORM, authorization: `Bearer ${token}` } })).status,
    )
  }),
  openid('a refresh token as an access token', '401', async () => {
    const { browser, party, provider } = await open()
    const { refresh_token: token } = await party.signIn(browser, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    return String(
      (await provider.send('/me', { headers: { ...FORM, authorization: `Bearer ${token}` } })).status,
    )
  }),
  openid('a refresh that asks for more than was allowed', '400 invalid_scope', async () => {
    const { browser, party } = await open()
    const { refresh_token: token } = await party.signIn(browser, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    const { status, body } = await party.post('/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      scope: 'openid wallet',
    })
    return `${status} ${body.error}`
  }),
  openid('one refresh token twice, from a copy', 'both end', async () => {
    const { browser, party } = await open()
    const { refresh_token: token } = await party.signIn(browser, {
      scope: 'openid offline_access',
      prompt: 'consent',
    })
    const { body } = await party.refresh(token)
    const copy = await party.refresh(token)
    const mine = await party.refresh(body.refresh_token)
    return copy.status === 400 && mine.status === 400 ? 'both end' : 'one lives'
  }),
  openid('a question about a token by nobody', '400', async () => {
    const { provider } = await open()
    return String(
      (await provider.send('/token/introspection', { method: 'POST', headers: FORM, body: 'token=a' }))
        .status,
    )
  }),
  openid('a secret in the form and in the head, two different ones', '400 invalid_request', async () => {
    const { party } = await open()
    const { status, body } = await party.post('/token', {
      grant_type: 'refresh_token',
      refresh_token: 'a',
      client_id: 'shop',
      client_secret: 'b',
    })
    return `${status} ${body.error}`
  }),
  openid('a client with a secret that sends none', '401 invalid_client', async () => {
    const { provider } = await open()
    const { status, body } = await provider.send('/token', {
      method: 'POST',
      headers: FORM,
      body: 'grant_type=authorization_code&code=a&client_id=shop',
    })
    return `${status} ${JSON.parse(body).error}`
  }),
]

const hosts: SurfaceAttack[] = [
  ...(
    [
      ['Host', { host: 'evil.example' }],
      ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
      ['two hosts in X-Forwarded-Host', { 'x-forwarded-host': 'evil.example, shop.example' }],
    ] as const
  ).map(([name, headers]) =>
    openid(`a discovery with another ${name}`, 'our endpoints', async () => {
      const { provider } = await open()
      const { body } = await provider.send('/.well-known/openid-configuration', { headers })
      return body.includes('evil.example') ? 'their endpoints' : 'our endpoints'
    }),
  ),
  openid('a page for signing out with another Host', 'our name', async () => {
    const { provider } = await open()
    const { body } = await provider.send('/session/end', {
      headers: { host: 'evil.example', accept: 'text/html' },
    })
    return body.includes('evil.example') ? 'their name' : 'our name'
  }),
  openid('a sign-out that leads to another site', 'page 400', async () => {
    const { browser } = await open()
    const { status } = await browser.send(
      `/session/end?client_id=shop&post_logout_redirect_uri=${encodeURIComponent('https://evil.example/')}`,
    )
    return `page ${status}`
  }),
  openid('a sign-out form of another site, without the page’s word', 'still signed in', async () => {
    const { browser, party } = await open()
    await party.signIn(browser)
    await browser.send('/session/end/confirm', { method: 'POST', headers: FORM, body: 'logout=yes' })
    return (await party.authorize(browser, { prompt: 'none' })).get('code') ? 'still signed in' : 'signed out'
  }),
  ...[
    '/assets/..%2fsrc%2fserver.mjs',
    '/assets/%2e%2e/config.example.json',
    '/wallet/..%5c..%5cpackage.json',
    '/assets/%00.css',
    '/assets//etc/passwd.css',
  ].map((path) =>
    openid(`the path ${path}`, 'nothing', async () => {
      const { provider } = await open()
      const { status, body } = await provider.send(path)
      return status === 404 || body === '' ? 'nothing' : `${status}: ${body.slice(0, 80)}`
    }),
  ),
  openid(
    'a form’s fields with a proof of another account beside them, to be kept in its place',
    'the account is asked',
    async () => {
      const { provider, browser, party, visitor } = await open()
      let reply = await browser.send(party.url())
      const path = new URL(String(reply.headers.location), 'https://shop.example').pathname
      reply = await browser.send(`${path}/wallet/nonce`)
      const site = { domain: 'shop.example', uri: 'https://shop.example/', chainId: 31_337 }
      const mine = await proveNonce(JSON.parse(reply.body).nonce, visitor, site)
      const kept = { ...mine, address: createVisitor().address }
      const body = {
        ...kept,
        wallet: `${mine.chainId}:${mine.address}`,
        wallet_message: mine.message,
        wallet_signature: mine.signature,
      }
      const verified = await browser.send(`${path}/wallet/verify`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      if (verified.status !== 200) return `refused: ${JSON.parse(verified.body).code}`
      await browser.follow(await browser.send(`${path}/login`, { method: 'POST' }))
      // The kept proof would be refused: an account that was verified is asked with what was verified.
      void provider
      const silent = await party.authorize(browser, { prompt: 'none' })
      return silent.get('code') ? 'the account is asked' : 'another proof is asked'
    },
  ),
]

/** Attacks on the OpenID provider. */
export const OPENID: readonly SurfaceAttack[] = [...places, ...pkce, ...requests, ...tokens, ...hosts]
