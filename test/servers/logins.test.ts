import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVisitor } from '../unit/server/visitor.js'
import { openBrowser, prove } from './examples/browser.js'
import { LOGINS } from './examples/logins.js'
import { installExample, startExample, stopExamples } from './examples/start.js'

let folder: string
beforeAll(() => {
  folder = installExample('logins')
})
afterAll(stopExamples)

describe.each(Object.entries(LOGINS))('a site with %s', (_name, login) => {
  let url: string
  beforeAll(async () => {
    const secret = '0123456789abcdef0123456789abcdef'
    const env = { DOMAIN: 'shop.example', SECRET: secret, AUTH_SECRET: secret, BETTER_AUTH_SECRET: secret }
    const started = await startExample(folder, ['node', login.file], env)
    url = started.url
  })

  const me = async (browser: ReturnType<typeof openBrowser>) => (await browser.get('/me')).body
  const walletOf = (address: string) => `eip155:1:${address}`

  it('signs in a visitor with an unknown wallet, and recognises them the next time', async () => {
    const visitor = createVisitor()
    const ids: string[] = []
    for (const browser of [openBrowser(url), openBrowser(url)]) {
      const { body } = await login.nonce(browser)
      expect(await login.verify(browser, await prove(body, visitor))).toBe('resolved')
      const { id, wallets } = await me(browser)
      expect(wallets).toEqual([walletOf(visitor.address)])
      ids.push(id)
      await login.signOut(browser)
      expect((await browser.get('/me')).status).toBe(401)
    }
    expect(ids[0]).toBe(ids[1])
  })

  it('refuses a proof of another visitor’s nonce, a repeated proof, and another key’s', async () => {
    const [mine, theirs] = [openBrowser(url), openBrowser(url)]
    const { body } = await login.nonce(mine)
    const proof = await prove(body)
    await login.nonce(theirs)
    expect(await login.verify(theirs, proof)).toBe('nonce_unknown')
    const strange = { ...proof, signature: (await prove(body)).signature }
    expect(await login.verify(mine, strange)).toBe('signature_invalid')
    expect(await login.verify(mine, proof)).toBe('resolved')
    expect(await login.verify(mine, proof)).toMatch(/^nonce_/)
    expect(await login.verify(openBrowser(url), {})).toBe('request_invalid')
  })

  it('takes nothing from a page of another site, also not of a sibling (SV03)', async () => {
    const browser = openBrowser(url)
    const proof = await prove((await login.nonce(browser)).body)
    for (const origin of ['https://evil.example', 'https://user-content.shop.example', 'null'])
      expect(await login.verify(browser, proof, { origin })).toBe('origin_refused')
    expect((await browser.get('/me')).status).toBe(401)
    expect(await login.verify(browser, proof)).toBe('resolved')
  })

  it('adds a wallet to the account of a signed-in visitor, and the wallet then signs in as them', async () => {
    const [browser, visitor] = [openBrowser(url), createVisitor()]
    await login.signInByPassword(browser, 'ada')
    const { id } = await me(browser)
    const { body } = await login.linkNonce(browser)
    expect(body.path).toBe('/account')
    const proof = await prove(body, visitor)
    expect(await login.link(browser, proof)).toMatchObject({
      status: 200,
      body: { address: visitor.address },
    })
    expect(await me(browser)).toMatchObject({ id, name: 'ada', wallets: [walletOf(visitor.address)] })
    expect((await login.link(browser, proof)).body.code).toMatch(/^nonce_/)

    const phone = openBrowser(url)
    const issued = (await login.nonce(phone)).body
    expect(await login.verify(phone, await prove(issued, visitor))).toBe('resolved')
    expect(await me(phone)).toMatchObject({ id, name: 'ada' })

    const other = openBrowser(url)
    await login.signInByPassword(other, 'bob')
    const second = await prove((await login.linkNonce(other)).body, visitor)
    expect((await login.link(other, second)).body.code).toBe('request_invalid')
    expect(await me(other)).toMatchObject({ name: 'bob', wallets: [] })
  })

  it('adds nothing by a proof that was made for signing in, for another session, or without one', async () => {
    const [browser, other, stranger] = [openBrowser(url), openBrowser(url), openBrowser(url)]
    await login.signInByPassword(browser, 'ada')
    await login.signInByPassword(other, 'bob')
    const before = await me(browser)
    const { body } = await login.nonce(stranger)
    const forSignIn = await prove(body)
    expect((await login.link(browser, forSignIn)).body.code).toBe('domain_mismatch')
    const atAccount = await prove({ ...body, path: '/account' })
    expect((await login.link(browser, atAccount)).body.code).toBe('nonce_unknown')
    const theirs = await prove((await login.linkNonce(other)).body)
    expect((await login.link(browser, theirs)).body.code).toBe('nonce_unknown')
    expect((await login.linkNonce(stranger)).status).toBe(401)
    expect((await login.link(stranger, theirs)).status).toBe(401)
    expect(await login.verify(stranger, theirs)).toBe('nonce_unknown')
    expect(await me(browser)).toEqual(before)
  })
})
