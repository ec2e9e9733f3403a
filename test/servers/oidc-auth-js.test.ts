import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountCode } from '../chain/sign-in/contracts.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { startChromium, type TestBrowser } from '../counterparts/chromium.js'
import { createVisitor } from '../unit/server/visitor.js'
import { findPort } from './examples/start.js'
import { OIDC_FOLDER } from './install-oidc.js'
import { type OidcSite, startOidc } from './oidc-site.js'
import { openSigner, signIn, walletOf } from './oidc-visitor.js'

let anvil: Anvil
let browser: TestBrowser
let site: OidcSite
let forum: string
let child: ChildProcess

beforeAll(async () => {
  forum = `http://localhost:${await findPort()}`
  ;[anvil, browser] = await Promise.all([startAnvil({ chainId: 31_337 }), startChromium()])
  site = await startOidc({
    chains: ['eip155:31337'],
    rpc: { 'eip155:31337': anvil.url },
    redirectUris: [`${forum}/auth/callback/wallet`],
  })
  child = spawn(process.execPath, [join(OIDC_FOLDER, 'clients/auth-js.mjs')], {
    env: {
      ...process.env,
      ISSUER: site.issuer,
      CLIENT_ID: 'forum',
      CLIENT_SECRET: 'a secret of the forum',
      AUTH_SECRET: '0123456789abcdef0123456789abcdef',
      AUTH_URL: `${forum}/auth`,
      PORT: new URL(forum).port,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the site with Auth.js has ended')))
    child.stdout?.once('data', () => resolve())
  })
})
afterAll(async () => {
  child?.kill('SIGKILL')
  site?.stop()
  await Promise.all([browser?.close(), anvil?.stop()])
})

describe('a site with Auth.js', () => {
  it.each([
    ['a key', false],
    ['a contract account', true],
  ])('signs in somebody with %s, by the provider', async (_, isContract) => {
    const owner = createVisitor()
    const address = isContract ? createVisitor().address : owner.address
    if (isContract) await anvil.request('anvil_setCode', [address, accountCode(owner.address)])
    const { page, errors, close } = await openSigner(browser, { initScripts: [walletOf(address)] }, owner)
    expect((await page.goto(`${forum}/me`))?.status()).toBe(401)

    await page.goto(`${forum}/auth/signin`)
    await page.getByRole('button', { name: /Wallet/ }).click()
    await page.waitForURL(`${site.issuer}/**`)
    await signIn(page, 'Alpha')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${forum}/**`)

    await page.goto(`${forum}/me`)
    expect(JSON.parse(await page.locator('body').innerText())).toMatchObject({
      id: `eip155:31337:${address}`,
    })
    expect(errors).toEqual([])
    await close()
  })
})
