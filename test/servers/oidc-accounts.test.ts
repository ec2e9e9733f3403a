import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountCode } from '../chain/sign-in/contracts.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { createVisitor } from '../unit/server/visitor.js'
import { CALLBACK, type OidcProvider, startProvider } from './attacks/oidc-transport.js'
import { CLIENTS, claimsOf, createParty, openBrowser } from './oidc-party.js'

let anvil: Anvil
let provider: OidcProvider
/** What the node does: answers, or fails as a provider's gateway does. */
let isDown = false

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  const node = async (method: string, params: unknown) => {
    if (isDown) throw new Error('Bad gateway')
    return anvil.request(method, params as unknown[])
  }
  provider = await startProvider({
    chains: ['eip155:31337'],
    rpc: { 'eip155:31337': node },
    clients: CLIENTS,
  })
})
afterAll(async () => {
  provider?.stop()
  await anvil?.stop()
})

const OFFLINE = { scope: 'openid offline_access', prompt: 'consent' }

/** A contract account with an owner, who can be changed. */
async function deploy() {
  const [owner, { address }] = [createVisitor(), createVisitor()]
  const setOwner = (to: string) => anvil.request('anvil_setCode', [address, accountCode(to)])
  await setOwner(owner.address)
  return { address, sign: owner.sign, setOwner }
}

describe('a contract account at the provider', () => {
  it('is asked again before its tokens are renewed, and a former owner gets none (SV07)', async () => {
    const account = await deploy()
    const party = createParty(provider)
    const tokens = await party.signIn(openBrowser(provider, account), OFFLINE)
    const renewed = await party.refresh(tokens.refresh_token)
    expect(renewed.status).toBe(200)

    await account.setOwner(createVisitor().address)
    expect(await party.refresh(renewed.body.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
    // All tokens of the grant have ended, also if the owner comes back.
    const { status } = await provider.send('/me', {
      headers: { authorization: `Bearer ${renewed.body.access_token}` },
    })
    expect(status).toBe(401)
  })

  it('is asked again at a sign-in without a prompt, and a former owner must sign (SV07)', async () => {
    const account = await deploy()
    const [party, browser] = [createParty(provider), openBrowser(provider, account)]
    await party.signIn(browser)
    expect((await party.authorize(browser, { prompt: 'none' })).get('code')).toBeTruthy()

    await account.setOwner(createVisitor().address)
    expect((await party.authorize(browser, { prompt: 'none' })).get('error')).toBe('login_required')
    expect((await createParty(provider, 'app').authorize(browser)).get('error')).toBe('signature_invalid')
    expect(browser.shown.at(-1)).toMatch(/^Sign in to/)
  })

  it('keeps its session and its tokens while the node is down (SV06, SV07)', async () => {
    const account = await deploy()
    const [party, browser] = [createParty(provider), openBrowser(provider, account)]
    const tokens = await party.signIn(browser, OFFLINE)
    isDown = true
    const [renewed, silent] = [
      await party.refresh(tokens.refresh_token),
      await party.authorize(browser, { prompt: 'none' }),
    ]
    isDown = false
    expect(renewed).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } })
    expect(silent.get('error')).toBe('temporarily_unavailable')
    expect((await party.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await party.authorize(browser, { prompt: 'none' })).get('code')).toBeTruthy()
  })

  it('answers for each sign-in with the proof of that sign-in (SV07)', async () => {
    const account = await deploy()
    const [party, browser] = [createParty(provider), openBrowser(provider, account)]
    const first = await party.signIn(browser, OFFLINE)
    const next = createVisitor()
    await account.setOwner(next.address)
    account.sign = next.sign
    const second = await party.signIn(openBrowser(provider, account), OFFLINE)
    expect((await party.refresh(first.refresh_token)).status).toBe(400)
    expect((await party.refresh(second.refresh_token)).status).toBe(200)
  })
})

describe('what a client gets', () => {
  it('without PKCE where its configuration says so, and a request of another client without it is refused (SV08)', async () => {
    const none = { code_challenge: null, code_challenge_method: null }
    const browser = openBrowser(provider, createVisitor())
    const party = createParty(provider, 'old')
    const answer = await party.authorize(browser, none)
    const body = {
      grant_type: 'authorization_code',
      code: String(answer.get('code')),
      redirect_uri: CALLBACK,
    }
    expect((await party.post('/token', body)).status).toBe(200)
    for (const client of ['shop', 'app'])
      expect((await createParty(provider, client).authorize(browser, none)).get('error')).toBe(
        'invalid_request',
      )
  })

  it('is refused for a client without a secret that would need no PKCE (SV08)', async () => {
    const broken = await startProvider({ clients: [{ ...CLIENTS[3], require_pkce: false }] })
    const { status, body } = await broken.send(createParty(broken, 'app').url())
    expect([status, body]).toEqual([400, expect.stringContaining('invalid_client')])
    broken.stop()
  })

  it('is the code flow alone, in the discovery and for every client (SV08)', async () => {
    const discovery = JSON.parse((await provider.send('/.well-known/openid-configuration')).body)
    expect(discovery.response_types_supported).toEqual(['code'])
    const browser = openBrowser(provider, createVisitor())
    for (const type of ['id_token', 'code id_token', 'none', 'token']) {
      const answer = await browser.send(createParty(provider).url({ response_type: type }))
      const text = `${answer.headers.location} ${answer.body}`
      expect([type, text]).toEqual([type, expect.stringContaining('unsupported_response_type')])
    }
  })

  it('is no code for B where the client has asked for A by an id_token_hint (SV08)', async () => {
    const [party, a, b] = [createParty(provider), createVisitor(), createVisitor()]
    const { id_token: hint } = await party.signIn(openBrowser(provider, a))
    const theirs = await party.authorize(openBrowser(provider, b), { id_token_hint: hint })
    expect([theirs.get('error'), theirs.get('code')]).toEqual(['login_required', null])
    const mine = await party.signIn(openBrowser(provider, a), { id_token_hint: hint })
    expect(claimsOf(mine.id_token).sub).toBe(`eip155:31337:${a.address}`)
  })

  it('is nothing about a token of another client (SV16)', async () => {
    const [shop, post] = [createParty(provider), createParty(provider, 'post')]
    const { access_token: token, refresh_token: refresh } = await shop.signIn(
      openBrowser(provider, createVisitor()),
      OFFLINE,
    )
    for (const one of [token, refresh]) {
      expect((await shop.post('/token/introspection', { token: one })).body.active).toBe(true)
      expect((await post.post('/token/introspection', { token: one })).body).toEqual({ active: false })
    }
  })
})

describe('the pages of the provider', () => {
  const POLICY = /^default-src 'none'; .*form-action 'self'.*frame-ancestors 'none'; base-uri 'none'/

  it('have the policy, also those of errors and of signing out (SV14)', async () => {
    const visitor = createVisitor()
    const [party, browser] = [createParty(provider), openBrowser(provider, visitor)]
    const { id_token: hint } = await party.signIn(browser)
    const html = { accept: 'text/html' }
    const pages = {
      'an unknown client': await browser.send('/auth?client_id=nobody', { headers: html }),
      'a visit that is over': await browser.send('/interaction/nothing', { headers: html }),
      'signing out': await browser.send(`/session/end?id_token_hint=${hint}`, { headers: html }),
      'signed out': await browser.send('/session/end/success', { headers: html }),
    }
    for (const [name, { headers }] of Object.entries(pages)) {
      expect([name, headers['content-security-policy']]).toEqual([name, expect.stringMatching(POLICY)])
      expect([name, headers['content-type']]).toEqual([name, expect.stringMatching(/^text\/html/)])
    }
    expect(pages['signing out'].body).toContain('op.logoutForm')
  })

  it('answer a path that cannot be read with 400 or 404, and log nothing (SV15)', async () => {
    const logged: unknown[] = []
    const write = console.error
    console.error = (...words) => logged.push(words)
    const paths = [
      '/assets/%',
      '/assets/%ff',
      '/wallet/%',
      '//',
      '//evil.example/auth',
      '/%',
      '/%ff',
      '/interaction/%',
    ]
    const answers = await Promise.all(paths.map(async (path) => [path, (await provider.send(path)).status]))
    console.error = write
    for (const [path, status] of answers)
      expect([path, [400, 404].includes(status as number)]).toEqual([path, true])
    expect(logged).toEqual([])
  })
})
