import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import { createSignIn } from '../../../src/exports/server.js'
import { logIn, press } from '../../counterparts/web-wallet-host/bench.js'
import { launchBlocking } from '../../counterparts/web-wallet-host/dapp.js'
import { readViews, recordViews } from '../support/record-views.js'

let demo: Demo
let browser: Browser
beforeAll(async () => {
  ;[demo, browser] = await Promise.all([startDemo({ port: 0, quiet: true }), launchBlocking()])
})
afterAll(() => Promise.all([browser?.close(), demo?.stop()]))

/** The wallet's page in a window of its own, or in the page's frame. */
interface Place {
  mode: string
  /** Chooses the wallet. @returns the wallet's page */
  choose(page: Page): Promise<Parameters<typeof logIn>[0]>
}

const row = (page: Page) => page.getByRole('button', { name: /^Email/ })
const POPUP: Place = {
  mode: 'popup',
  async choose(page) {
    const [wallet] = await Promise.all([page.context().waitForEvent('page'), row(page).click()])
    return wallet
  },
}
const FRAME: Place = {
  mode: 'iframe',
  async choose(page) {
    await row(page).click()
    return page.frameLocator('iframe[title="Wallet"]')
  },
}

/** A page that asks for a sign-in while it connects, and the server's half of a form. */
async function openPage(mode: string, signIn: string) {
  const url = demo.page('shop')
  const server = createSignIn({
    domain: new URL(url).host,
    scheme: 'http',
    chains: ['starknet:SN_SEPOLIA'],
    rpc: { 'starknet:SN_SEPOLIA': demo.starknet.url },
  })
  const { nonce } = await server.issueNonce()
  const context = await browser.newContext()
  const page = await context.newPage()
  const opened: string[] = []
  context.on('page', (other) => opened.push(other.url()))
  await page.goto(url)
  await page.evaluate(
    (attributes) => {
      const button = document.querySelector('#wallet') as HTMLElement
      for (const [name, value] of Object.entries(attributes)) button.setAttribute(name, value)
      button.addEventListener('wallet_signed_in', ({ detail }) => Object.assign(window, { signedIn: detail }))
    },
    { 'web-wallet-mode': mode, 'sign-in': signIn, 'sign-in-nonce': nonce },
  )
  await page.locator('#wallet').getByRole('button').click()
  await row(page).waitFor()
  await recordViews(page)
  return { page, server, opened, context }
}

describe.each([
  ['popup', POPUP],
  ['frame', FRAME],
] as const)('the e-mail wallet in a %s', (_, place) => {
  it.each(['on-connect', 'form'])(
    'connects and signs in one window, without another click on the page and without the list in between: %s (EW40)',
    async (signIn) => {
      const { page, server, opened, context } = await openPage(place.mode, signIn)
      const clicks = await page.evaluate(() => {
        const heard = { count: 0 }
        addEventListener('click', () => heard.count++, { capture: true })
        return Object.assign(window, { clicksHeard: heard }) && 0
      })
      const wallet = await place.choose(page)
      await logIn(wallet)
      await press(wallet, 'Sign')
      const detail = await (
        await page.waitForFunction(() => (window as { signedIn?: unknown }).signedIn)
      ).jsonValue()
      expect(detail).toMatchObject({ chainId: 'starknet:SN_SEPOLIA', verified: signIn === 'on-connect' })
      if (signIn === 'form')
        expect(await server.verify(detail as never)).toMatchObject({
          address: (detail as { address: string }).address,
        })
      const heard = await page.evaluate(
        () => (window as unknown as { clicksHeard: { count: number } }).clicksHeard.count,
      )
      expect(heard - clicks, 'the row alone').toBe(1)
      expect(opened).toHaveLength(place.mode === 'popup' ? 1 : 0)
      const loads = await page.evaluate(() => document.querySelectorAll('iframe[title=Wallet]').length)
      expect(loads).toBe(place.mode === 'popup' ? 0 : 1)
      const seen = await readViews(page)
      const views = seen.map(({ view }) => view)
      console.log(JSON.stringify(seen))
      expect(views.lastIndexOf('list')).toBe(views.indexOf('list'))
      await context.close()
    },
  )
})
