import type { Browser, Frame, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import type { WalletConnectButton } from '../../../src/exports/index.js'
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

/** Where the wallet shows its page: in a window of its own, or in the page's frame. */
interface Place {
  mode: string
  /** Chooses the wallet. @returns the wallet's page */
  choose(page: Page): Promise<Frame>
}

const row = (page: Page) => page.getByRole('button', { name: /^Email/ })
const POPUP: Place = {
  mode: 'popup',
  async choose(page) {
    const [wallet] = await Promise.all([page.context().waitForEvent('page'), row(page).press('Enter')])
    await wallet.waitForLoadState()
    return wallet.mainFrame()
  },
}
const FRAME: Place = {
  mode: 'iframe',
  async choose(page) {
    await row(page).press('Enter')
    const element = await page.waitForSelector('iframe[title="Wallet"]')
    return (await element.contentFrame()) as Frame
  },
}

/** What the page has heard. */
interface Heard {
  clicks: number
  signedIn?: { address: string; chainId: string; verified: boolean }
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
  await page.goto(url)
  const settled = () => document.querySelector<WalletConnectButton>('#wallet')?.status === 'idle'
  await page.waitForFunction(settled)
  const attributes = { 'web-wallet-mode': mode, 'sign-in': signIn, 'sign-in-nonce': nonce }
  await page.evaluate((given) => {
    const button = document.querySelector('#wallet') as HTMLElement
    for (const [name, value] of Object.entries(given)) button.setAttribute(name, value)
  }, attributes)
  await page.locator('#wallet').getByRole('button').click()
  await row(page).waitFor()
  await recordViews(page)
  await page.evaluate(() => {
    const heard: Heard = { clicks: 0 }
    Object.assign(window, { heard })
    addEventListener('click', () => heard.clicks++, { capture: true })
    document.addEventListener('wallet_signed_in', ({ detail }) => Object.assign(heard, { signedIn: detail }))
  })
  return { page, server, context }
}

describe.each([
  ['window', POPUP],
  ['frame', FRAME],
])('the e-mail wallet in a %s', (_, place) => {
  it.each(['on-connect', 'form'])(
    'connects and signs in there, without another click on the page and without the list in between: %s (EW40)',
    async (signIn) => {
      const { page, server, context } = await openPage(place.mode, signIn)
      const count = context.pages().length
      let opened = 0
      context.on('page', () => opened++)
      const wallet = await place.choose(page)
      await wallet.getByLabel('E-mail').waitFor()
      const birth = () => wallet.evaluate(() => performance.timeOrigin)
      const before = await birth()
      await logIn(wallet)
      await wallet.getByRole('button', { name: 'Sign', exact: true }).waitFor()
      if (place.mode === 'iframe')
        expect(await birth(), 'the page in the frame was not loaded again').toBe(before)
      expect(context.pages().length - count).toBe(opened)
      await press(wallet, 'Sign')
      await page.waitForFunction(() => (window as unknown as { heard: Heard }).heard.signedIn)
      const { clicks, signedIn } = await page.evaluate(() => (window as unknown as { heard: Heard }).heard)
      expect(clicks, 'the click on the row').toBe(1)
      expect(opened).toBe(place.mode === 'popup' ? 1 : 0)
      expect(signedIn).toMatchObject({ chainId: 'starknet:SN_SEPOLIA', verified: signIn === 'on-connect' })
      if (signIn === 'form')
        expect(await server.verify(signedIn as never)).toMatchObject({ address: signedIn?.address })
      const views = (await readViews(page)).map(({ view }) => view)
      expect(views).toContain('Sign to continue')
      expect(views.lastIndexOf('list')).toBe(0)
      await context.close()
    },
  )
})
