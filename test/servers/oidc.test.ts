import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import { accountCode } from '../chain/sign-in/contracts.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { type OpenOptions, startChromium, type TestBrowser } from '../counterparts/chromium.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { buildTestingScript } from '../counterparts/testing-script.js'
import { createVisitor, type Visitor } from '../unit/server/visitor.js'
import { type OidcSite, startOidc } from './oidc-site.js'
import { openSigner, signIn, walletOf } from './oidc-visitor.js'

// By the chain: one visitor in sixteen has an EVM address that begins as those of Starknet do.
const NAMES = `export default async (address, chainId) => {
  if (chainId.startsWith('starknet:')) throw new Error('a node that is gone')
  return { name: 'somebody.eth', picture: 'https://pictures.example/1.png' }
}`

let anvil: Anvil
let node: StarknetTestNode
let browser: TestBrowser
let party: PageServer
let site: OidcSite
let openid: any

beforeAll(async () => {
  ;[anvil, node, browser, party] = await Promise.all([
    startAnvil({ chainId: 31_337 }),
    startStarknetNode(),
    startChromium(),
    startPageServer(),
  ])
  for (const path of ['/callback', '/goodbye'])
    party.page(path, '<!doctype html><title>Forum</title><h1>Forum</h1>')
  site = await startOidc({
    chains: ['eip155:31337', 'starknet:SN_MAIN'],
    rpc: { 'eip155:31337': anvil.url, 'starknet:SN_MAIN': node.url },
    redirectUris: [`${party.origin}/callback`],
    loggedOutUri: `${party.origin}/goodbye`,
    names: NAMES,
  })
  const require = createRequire(resolve('integrations/oidc/package.json'))
  openid = await import(/* @vite-ignore */ pathToFileURL(require.resolve('openid-client')).href)
})
afterAll(async () => {
  site?.stop()
  await Promise.all([browser?.close(), party?.stop(), anvil?.stop(), node?.close()])
})

/** A relying party, as a site with openid-client is one. */
async function createParty(clientId = 'forum') {
  const secret = clientId === 'forum' ? 'a secret of the forum' : undefined
  const auth = secret ? openid.ClientSecretPost(secret) : openid.None()
  const config = await openid.discovery(new URL(site.issuer), clientId, undefined, auth, {
    execute: [openid.allowInsecureRequests],
  })
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const url: URL = openid.buildAuthorizationUrl(config, {
    redirect_uri: `${party.origin}/callback`,
    scope: 'openid profile wallet offline_access',
    prompt: 'consent',
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const checks = {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  }
  return {
    config,
    url,
    redeem: (callback: string) => openid.authorizationCodeGrant(config, new URL(callback), checks),
  }
}

const open = (options: OpenOptions, signer?: Visitor) => openSigner(browser, options, signer)

const allow = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${party.origin}/callback?*`)
  return page.url()
}

/** Goes through the provider's pages. @returns what the relying party gets in the end, and the pages' faults */
async function visit(options: OpenOptions, wallet: string, signer?: Visitor, clientId?: string) {
  const relying = await createParty(clientId)
  const opened = await open(options, signer)
  const { page } = opened
  await page.goto(relying.url.href)
  await signIn(page, wallet)
  const consent = await page.locator('main').innerText()
  const tokens = await relying.redeem(await allow(page))
  return { ...opened, ...relying, consent, tokens, claims: tokens.claims() }
}

describe('a relying party of openid-client', () => {
  it.each(['forum', 'app'])(
    'signs in a visitor with a key, as the client %s, and gets their name',
    async (client) => {
      const visitor = createVisitor()
      const { tokens, claims, config, consent, errors, violations, close } = await visit(
        { initScripts: [walletOf(visitor.address)] },
        'Alpha',
        visitor,
        client,
      )
      const sub = `eip155:31337:${visitor.address}`
      expect(claims).toMatchObject({ sub, iss: site.issuer, aud: client })
      expect(consent).toContain('Allow Forum <b>?')
      expect(consent).toContain(new URL(party.origin).host)
      expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toEqual({
        sub,
        name: 'somebody.eth',
        preferred_username: 'somebody.eth',
        picture: 'https://pictures.example/1.png',
        wallet_address: visitor.address,
        wallet_chain: 'eip155:31337',
        wallet_namespace: 'eip155',
      })
      expect([errors, violations]).toEqual([[], []])
      await close()
    },
  )

  it('signs in a contract account by its owner’s signature', async () => {
    const [owner, { address }] = [createVisitor(), createVisitor()]
    await anvil.request('anvil_setCode', [address, accountCode(owner.address)])
    const { claims, close } = await visit({ initScripts: [walletOf(address)] }, 'Alpha', owner)
    expect(claims.sub).toBe(`eip155:31337:${address}`)
    await close()
  })

  it.each([
    ['that is deployed', true, '0x51a7e'],
    ['that is not deployed yet', false, '0x51a7f'],
  ])('signs in a Starknet account %s', async (_, isDeployed, key) => {
    const account = createScriptedAccount(key, 'argent')
    if (isDeployed) node.chain.deploy(account)
    const install = (options: object) =>
      window.wcbTesting.createScriptedStarknetWallet({ ...options, memory: 'local' }).install()
    const wallet = JSON.stringify({
      profile: 'argentX',
      privateKeys: [key],
      nodes: { SN_MAIN: node.url },
    })
    const { claims, tokens, config, close } = await visit(
      { initScripts: [`${await buildTestingScript()};(${install.toString()})(${wallet})`] },
      'Argent X',
    )
    const sub = `starknet:SN_MAIN:${account.address}`
    expect(claims.sub).toBe(sub)
    const known = await openid.fetchUserInfo(config, tokens.access_token, sub)
    expect([known.wallet_namespace, known.name]).toEqual(['starknet', undefined])
    await close()
  })
})

describe('the tokens of the provider', () => {
  it('are exchanged for new tokens, once each, and a copy of an older one ends them all', async () => {
    const visitor = createVisitor()
    const { tokens, config, close } = await visit(
      { initScripts: [walletOf(visitor.address)] },
      'Alpha',
      visitor,
    )
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token)
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    await expect(openid.refreshTokenGrant(config, tokens.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(openid.refreshTokenGrant(config, next.refresh_token)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await close()
  })

  it('are gone after signing out, and the next visit asks for the wallet again', async () => {
    const visitor = createVisitor()
    const { page, tokens, config, close } = await visit(
      { initScripts: [walletOf(visitor.address)] },
      'Alpha',
      visitor,
    )
    const url = openid.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token,
      post_logout_redirect_uri: `${party.origin}/goodbye`,
    })
    await page.goto(url.href)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(`${party.origin}/goodbye*`)
    await page.goto((await createParty()).url.href)
    await page.locator('wallet-connect-button').waitFor()
    await close()
  })
})

describe('the provider refuses', () => {
  it('a client without PKCE, and an unknown redirect address', async () => {
    const { url } = await createParty()
    const plain = new URL(url)
    plain.searchParams.delete('code_challenge')
    plain.searchParams.delete('code_challenge_method')
    const answer = await fetch(plain, { redirect: 'manual' })
    expect(answer.headers.get('location')).toContain('error=invalid_request')
    const evil = new URL(url)
    evil.searchParams.set('redirect_uri', 'https://evil.example/')
    expect((await fetch(evil, { redirect: 'manual' })).status).toBe(400)
  })

  it('a visitor who cancels, with access_denied', async () => {
    const visitor = createVisitor()
    const { page, close } = await open({ initScripts: [walletOf(visitor.address)] }, visitor)
    await page.goto((await createParty()).url.href)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.waitForURL(`${party.origin}/callback?*`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
    await close()
  })

  it('a signature of another key, a form before any signature, another browser, and a form of another site', async () => {
    const [visitor, stranger] = [createVisitor(), createVisitor()]
    const { page, close } = await open({ initScripts: [walletOf(visitor.address)] }, stranger)
    await page.goto((await createParty()).url.href)
    await page.locator('wallet-connect-button').click()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/verify')),
      page.locator('[part=wallet]', { hasText: 'Alpha' }).first().click(),
    ])
    expect(answer.status()).toBe(403)
    // The page has read the body. To read it by the browser's protocol would wait without a limit for its end.
    await page.getByRole('dialog').getByText('signature_invalid', { exact: true }).first().waitFor()

    const login = `${page.url()}/login`
    const post = (headers: Record<string, string>) =>
      fetch(login, { method: 'POST', redirect: 'manual', headers })
    const cookie = (await page.context().cookies(login))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    expect((await post({ cookie })).status).toBe(403)
    expect((await post({ cookie, origin: 'https://evil.example' })).status).toBe(403)
    const strange = await post({})
    expect([strange.status, await strange.text()]).toEqual([
      400,
      expect.stringContaining('This sign-in is over'),
    ])
    const elsewhere = await fetch(`${page.url()}/wallet/nonce`)
    expect([elsewhere.status, (await elsewhere.json()).code]).toEqual([412, 'nonce_unknown'])
    await close()
  })

  it('requests for files outside of its folder', async () => {
    for (const path of [
      '/assets/..%2fpackage.json',
      '/wallet/..%2f..%2fpackage.json',
      '/assets/%00',
      '/wallet/',
    ]) {
      const { status } = await fetch(site.issuer + path)
      expect([404, 500], path).toContain(status)
    }
  })
})
