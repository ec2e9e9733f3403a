import { createPublicKey, createVerify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVisitor } from '../unit/server/visitor.js'
import { CALLBACK, type OidcProvider, startProvider } from './attacks/oidc-transport.js'
import { CLIENTS, claimsOf, createParty, openBrowser, secretOf } from './oidc-party.js'

/**
 * The basic certification plan of the OpenID Foundation (oidcc-basic-certification-test-plan), with the names of its modules
 * and what each of them checks. This is not a certification.
 */
let provider: OidcProvider
beforeAll(async () => {
  provider = await startProvider({ chains: ['eip155:31337'], clients: CLIENTS })
})
afterAll(() => provider?.stop())

const OFFLINE = { scope: 'openid offline_access', prompt: 'consent' }
const FORM = { origin: null, 'content-type': 'application/x-www-form-urlencoded' }
const ask = (path: string, token: string, method = 'GET') =>
  provider.send(path, { method, headers: { ...FORM, authorization: `Bearer ${token}` } })

/** Sets a visitor, their browser and a client. */
function open(clientId?: string) {
  const visitor = createVisitor()
  return {
    visitor,
    subject: `eip155:31337:${visitor.address}`,
    browser: openBrowser(provider, visitor),
    party: createParty(provider, clientId),
  }
}

/** Parameters that a provider may ignore, and must not refuse. */
const HARMLESS: [string, Record<string, string>][] = [
  ['oidcc-display-page', { display: 'page' }],
  ['oidcc-display-popup', { display: 'popup' }],
  ['oidcc-ensure-request-with-unknown-parameter-succeeds', { extra: 'foobar' }],
  ['oidcc-login-hint', { login_hint: 'buffy@shop.example' }],
  ['oidcc-ui-locales', { ui_locales: 'se' }],
  ['oidcc-claims-locales', { claims_locales: 'se' }],
  ['oidcc-ensure-request-with-acr-values-succeeds', { acr_values: '1 2' }],
  ['oidcc-ensure-other-scope-order-succeeds', { scope: 'wallet profile openid' }],
  ['oidcc-claims-essential', { claims: JSON.stringify({ userinfo: { name: { essential: true } } }) }],
]

/** The modules of the plan, in its order. */
const MODULES =
  `server response-type-missing idtoken-signature idtoken-unsigned userinfo-get userinfo-post-header userinfo-post-body
  ensure-request-without-nonce-succeeds-for-code-flow scope-profile scope-email scope-address scope-phone scope-all
  ensure-other-scope-order-succeeds display-page display-popup prompt-login prompt-none-not-logged-in prompt-none-logged-in max-age-1
  max-age-10000 ensure-request-with-unknown-parameter-succeeds id-token-hint login-hint ui-locales claims-locales
  ensure-request-with-acr-values-succeeds codereuse codereuse-30seconds ensure-registered-redirect-uri ensure-post-request-succeeds
  server-client-secret-post request-uri-unsigned-supported-correctly-or-rejected-as-unsupported
  unsigned-request-object-supported-correctly-or-rejected-as-unsupported claims-essential ensure-request-object-with-redirect-uri
  refresh-token ensure-request-with-valid-pkce-succeeds`.split(/\s+/)

it('each module of the basic plan is a test here (SV08)', () => {
  const text = readFileSync(fileURLToPath(import.meta.url), 'utf8')
  const found = new Set(text.match(/oidcc-[a-z0-9-]+/g))
  expect(MODULES.filter((name) => !found.has(`oidcc-${name}`))).toEqual([])
  expect(MODULES.length).toBe(38)
})

describe('the basic plan of the OpenID Foundation (SV08)', () => {
  it('oidcc-server and oidcc-idtoken-signature: the discovery is complete, and the id token is signed and says who, where, for whom and when', async () => {
    const { browser, party, subject } = open()
    const discovery = JSON.parse((await provider.send('/.well-known/openid-configuration')).body)
    expect(discovery).toMatchObject({
      issuer: 'https://shop.example',
      subject_types_supported: ['public'],
      claims_supported: expect.arrayContaining(['sub', 'name', 'wallet_address']),
      scopes_supported: expect.arrayContaining(['openid', 'profile', 'wallet', 'offline_access']),
      id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']),
      code_challenge_methods_supported: ['S256'],
    })
    const answer = await party.authorize(browser)
    expect([answer.get('state'), answer.get('iss')]).toEqual(['state of this request', discovery.issuer])
    const { status, body } = await party.redeem(String(answer.get('code')))
    expect([status, body.token_type]).toEqual([200, 'Bearer'])
    const claims = claimsOf(body.id_token)
    expect(claims).toMatchObject({
      iss: discovery.issuer,
      sub: subject,
      aud: 'shop',
      nonce: 'nonce of this request',
    })
    expect(claims.exp).toBeGreaterThan(claims.iat)
    const [head = '', payload = '', signature = ''] = body.id_token.split('.')
    const { kid, alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
    const { keys } = JSON.parse((await provider.send('/jwks')).body)
    const key = keys.find((one: { kid: string }) => one.kid === kid)
    expect([alg, key.d]).toEqual(['RS256', undefined])
    const verify = createVerify('RSA-SHA256').update(`${head}.${payload}`)
    expect(verify.verify(createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'))).toBe(
      true,
    )
  })

  it('oidcc-response-type-missing', async () => {
    const { browser, party } = open()
    const { headers, body } = await browser.send(party.url({ response_type: null }))
    expect(`${headers.location} ${body}`).toContain('invalid_request')
  })

  it.each([
    ['oidcc-userinfo-get', 'GET'],
    ['oidcc-userinfo-post-header', 'POST'],
  ])('%s', async (_, method) => {
    const { browser, party, subject } = open()
    const { access_token: token } = await party.signIn(browser)
    const reply = await ask('/me', token, method)
    expect([reply.status, JSON.parse(reply.body)]).toEqual([200, { sub: subject }])
  })

  it('oidcc-userinfo-post-body', async () => {
    const { browser, party, subject } = open()
    const { access_token: token } = await party.signIn(browser)
    const reply = await provider.send('/me', { method: 'POST', headers: FORM, body: `access_token=${token}` })
    expect(JSON.parse(reply.body)).toEqual({ sub: subject })
  })

  it('oidcc-ensure-request-without-nonce-succeeds-for-code-flow', async () => {
    const { browser, party } = open()
    expect(claimsOf((await party.signIn(browser, { nonce: null })).id_token).nonce).toBeUndefined()
  })

  it('oidcc-scope-profile: the claims of a scope come from the userinfo, and those of no other', async () => {
    const { browser, party, visitor } = open()
    const { access_token: token } = await party.signIn(browser, { scope: 'openid profile' })
    const claims = JSON.parse((await ask('/me', token)).body)
    expect(Object.keys(claims).sort()).toEqual(['preferred_username', 'sub'])
    expect(claims.preferred_username).toContain(visitor.address.slice(0, 6))
  })

  it.each(['oidcc-scope-email', 'oidcc-scope-address', 'oidcc-scope-phone'])(
    '%s: a scope that is not offered gives nothing',
    async (name) => {
      const { browser, party, subject } = open()
      const { access_token: token } = await party.signIn(browser, { scope: `openid ${name.slice(12)}` })
      expect(JSON.parse((await ask('/me', token)).body)).toEqual({ sub: subject })
    },
  )

  it('oidcc-scope-all: all scopes at once give the claims of those that are offered', async () => {
    const { browser, party, subject } = open()
    const tokens = await party.signIn(browser, { scope: 'openid profile email address phone' })
    const claims = JSON.parse((await ask('/me', tokens.access_token)).body)
    expect(Object.keys(claims).sort()).toEqual(['preferred_username', 'sub'])
    expect(claims.sub).toBe(subject)
  })

  it('oidcc-idtoken-unsigned: no client gets an id token without a signature', async () => {
    const discovery = JSON.parse((await provider.send('/.well-known/openid-configuration')).body)
    expect(discovery.id_token_signing_alg_values_supported).not.toContain('none')
    const broken = await startProvider({ clients: [{ ...CLIENTS[0], id_token_signed_response_alg: 'none' }] })
    const { status, body } = await broken.send(createParty(broken).url())
    expect([status, body]).toEqual([400, expect.stringContaining('invalid_client')])
    broken.stop()
  })

  it('oidcc-ensure-request-object-with-redirect-uri: an address in a request object leads nowhere', async () => {
    const { browser, party } = open()
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const request = `${encode({ alg: 'none' })}.${encode({ redirect_uri: 'https://evil.example/' })}.`
    expect((await party.authorize(browser, { request })).get('error')).toBe('request_not_supported')
    const foreign = await browser.send(party.url({ request, redirect_uri: 'https://evil.example/' }))
    expect([foreign.status, foreign.headers.location]).toEqual([400, undefined])
  })

  it.each(HARMLESS)('%s', async (_, more) => {
    const { browser, party, subject } = open()
    expect(claimsOf((await party.signIn(browser, more)).id_token).sub).toBe(subject)
  })

  it('oidcc-prompt-login: the wallet signs again, and auth_time is later', async () => {
    const { browser, party } = open()
    const first = claimsOf((await party.signIn(browser, { max_age: '10000' })).id_token)
    const before = browser.shown.length
    const answer = await createParty(provider).signIn(browser, { prompt: 'login', max_age: '10000' })
    expect(browser.shown.slice(before)).toContain('Sign in to shop')
    expect(claimsOf(answer.id_token).auth_time).toBeGreaterThanOrEqual(first.auth_time)
  })

  it('oidcc-prompt-none-not-logged-in', async () => {
    const { browser, party } = open()
    const answer = await party.authorize(browser, { prompt: 'none' })
    expect([answer.get('error'), answer.get('state')]).toEqual(['login_required', 'state of this request'])
    expect(browser.shown).toEqual([])
  })

  it('oidcc-prompt-none-logged-in', async () => {
    const { browser, party, subject } = open()
    const first = claimsOf((await party.signIn(browser, { max_age: '10000' })).id_token)
    const before = browser.shown.length
    const second = await createParty(provider).signIn(browser, { prompt: 'none', max_age: '10000' })
    expect(browser.shown.length).toBe(before)
    expect(claimsOf(second.id_token)).toMatchObject({ sub: subject, auth_time: first.auth_time })
  })

  it('oidcc-max-age-1: a sign-in that is too old is repeated', async () => {
    const { browser, party } = open()
    await party.signIn(browser)
    const before = browser.shown.length
    // In whole seconds, so after two at the latest.
    await expect
      .poll(async () => (await party.authorize(browser, { max_age: '1', prompt: 'none' })).get('error'), {
        timeout: 10_000,
      })
      .toBe('login_required')
    const again = await createParty(provider).signIn(browser, { max_age: '1' })
    expect(browser.shown.slice(before)).toContain('Sign in to shop')
    expect(claimsOf(again.id_token).auth_time).toEqual(expect.any(Number))
  })

  it('oidcc-max-age-10000: a sign-in that is young enough is not', async () => {
    const { browser, party } = open()
    const first = claimsOf((await party.signIn(browser, { max_age: '10000' })).id_token)
    const before = browser.shown.length
    const second = claimsOf((await createParty(provider).signIn(browser, { max_age: '10000' })).id_token)
    expect([browser.shown.length, second.auth_time]).toEqual([before, first.auth_time])
  })

  it('oidcc-id-token-hint: the one who is signed in gets a code without a prompt', async () => {
    const { browser, party, subject } = open()
    const { id_token: hint } = await party.signIn(browser)
    const second = await createParty(provider).signIn(browser, { prompt: 'none', id_token_hint: hint })
    expect(claimsOf(second.id_token).sub).toBe(subject)
    const other = open()
    await other.party.signIn(other.browser)
    const theirs = await other.party.authorize(other.browser, { prompt: 'none', id_token_hint: hint })
    expect(theirs.get('error')).toBe('login_required')
  })

  it('oidcc-codereuse and oidcc-codereuse-30seconds: a code works once, and its second use ends its tokens', async () => {
    const { browser, party } = open()
    const code = String((await party.authorize(browser)).get('code'))
    const { body } = await party.redeem(code)
    expect((await ask('/me', body.access_token)).status).toBe(200)
    expect(await party.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await ask('/me', body.access_token)).status).toBe(401)
  })

  it('oidcc-ensure-registered-redirect-uri: a visitor is never sent to an address that is not registered', async () => {
    const { browser, party } = open()
    for (const uri of ['https://evil.example/', `${CALLBACK}/more`, `${CALLBACK}?more=1`]) {
      const { status, headers, body } = await browser.send(party.url({ redirect_uri: uri }))
      expect([uri, status, headers.location]).toEqual([uri, 400, undefined])
      expect(body).toContain('redirect_uri')
    }
  })

  it('oidcc-ensure-post-request-succeeds', async () => {
    const { browser, party, subject } = open()
    const [path = '', body = ''] = party.url().split('?')
    const answer = await browser.follow(await browser.send(path, { method: 'POST', body, headers: FORM }))
    const { body: tokens } = await party.redeem(String(answer.get('code')))
    expect(claimsOf(tokens.id_token).sub).toBe(subject)
  })

  it('oidcc-server-client-secret-post, and another secret is refused', async () => {
    const { browser, party, subject } = open('post')
    const answer = await party.authorize(browser)
    const code = String(answer.get('code'))
    const wrong = await party.redeem(code, { client_secret: secretOf('shop') })
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(claimsOf((await party.redeem(code)).body.id_token).sub).toBe(subject)
  })

  it('oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported', async () => {
    const { browser, party } = open()
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const request = `${encode({ alg: 'none' })}.${encode({ redirect_uri: CALLBACK, state: 'other' })}.`
    const answer = await party.authorize(browser, { request })
    expect(answer.get('error')).toBe('request_not_supported')
  })

  it('oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported', async () => {
    const { browser, party } = open()
    const answer = await party.authorize(browser, { request_uri: 'https://forum.example/request.jwt' })
    expect(answer.get('error')).toBe('request_uri_not_supported')
  })

  it('oidcc-refresh-token: for the client that got it, and for no other', async () => {
    const { browser, party, subject } = open()
    const first = await party.signIn(browser, OFFLINE)
    const theirs = await createParty(provider, 'post').refresh(first.refresh_token)
    expect(theirs).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const { status, body } = await party.refresh(first.refresh_token)
    expect([status, claimsOf(body.id_token).sub]).toEqual([200, subject])
    expect((await ask('/me', body.access_token)).status).toBe(200)
  })

  it('oidcc-ensure-request-with-valid-pkce-succeeds, and a wrong verifier is refused', async () => {
    const { browser, party, subject } = open('app')
    expect(claimsOf((await party.signIn(browser)).id_token).sub).toBe(subject)
    const code = String((await party.authorize(browser)).get('code'))
    const wrong = await party.redeem(code, { code_verifier: 'a'.repeat(43) })
    expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})
