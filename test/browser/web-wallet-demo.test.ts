import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../demo/server.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { logIn, press } from '../counterparts/web-wallet-host/bench.js'

const open = useChromium()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
})
afterAll(() => demo?.stop())

const showList = async (page: Page) => {
  await page.locator('#wallet').getByRole('button').click()
  await page.getByRole('button', { name: /^E-?[Mm]ail/ }).waitFor()
}
const chooseEmail = (page: Page) => page.getByRole('button', { name: /^E-?[Mm]ail/ }).press('Enter')
const opening = async (page: Page, action: () => Promise<unknown>) =>
  (await Promise.all([page.context().waitForEvent('page'), action()]))[0]
const outputOf = (page: Page, name: string) =>
  page
    .locator('.request', { has: page.getByRole('button', { name, exact: true }) })
    .locator('output:not(.waiting)')
    .innerText()

describe('a newcomer with nothing installed', () => {
  it('logs in with an e-mail address, signs, sends, and disconnects', async () => {
    const { page, errors, console, requests } = await open({ url: demo.page('web-wallet') })
    await showList(page)
    const login = await opening(page, () => chooseEmail(page))
    await logIn(login)
    await page.getByText('Web Wallet on starknet:SN_SEPOLIA').waitFor()
    const sign = await opening(page, () => press(page, 'Sign message'))
    await sign.getByText('Hello from the demo').waitFor()
    await press(sign, 'Sign')
    await expect.poll(() => outputOf(page, 'Sign message')).toMatch(/^Verified: 0x/)
    await expect.poll(() => sign.isClosed()).toBe(true)
    const review = await opening(page, () => press(page, 'Send'))
    await press(review, 'Approve')
    await expect.poll(() => outputOf(page, 'Send')).toContain('accepted: 0x')
    await press(page, 'Get balance')
    await expect.poll(() => outputOf(page, 'Get balance')).toBe('0.999000 ETH')
    await press(page, 'Disconnect')
    await page.getByText('No wallet is connected.').waitFor()
    expect(errors).toEqual([])
    expect(console).toEqual([])
    expect(requests.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([])
  })

  it('learns that the browser blocks the popup, and opens it with “Try again” (D05)', async () => {
    const { page, errors } = await open({ url: demo.page('web-wallet') })
    await showList(page)
    await page.evaluate(() => {
      const native = window.open
      Object.assign(window, {
        open() {
          Object.assign(window, { open: native })
          return null
        },
      })
    })
    await chooseEmail(page)
    await page.locator('#text').getByText('Your browser blocked the window of').waitFor()
    const login = await opening(page, () => press(page, 'Try again'))
    await logIn(login)
    await page.getByText('Web Wallet on starknet:SN_SEPOLIA').waitFor()
    expect(errors).toEqual([])
  })

  it('closes the login’s window by closing the list', async () => {
    const { page } = await open({ url: demo.page('web-wallet') })
    await showList(page)
    const login = await opening(page, () => chooseEmail(page))
    await login.getByLabel('E-mail').waitFor()
    await page.bringToFront()
    await page.keyboard.press('Escape')
    await expect.poll(() => login.isClosed()).toBe(true)
  })

  it('sees a framed wallet above the list in its look, with a close button in the page’s language, and keeps the session over a reload (U14)', async () => {
    const { page, errors } = await open({ url: demo.page('web-wallet') })
    await page.getByLabel('Shown in').selectOption('iframe')
    await page.evaluate(() => {
      const button = document.querySelector<HTMLElement>('#wallet')
      button?.setAttribute('lang', 'de')
      button?.setAttribute('theme', 'dark')
      button?.style.setProperty('--wcb-radius', '6px')
    })
    await showList(page)
    await chooseEmail(page)
    const frame = page.getByRole('dialog', { name: 'Wallet' })
    await frame.getByRole('button', { name: 'Schließen' }).waitFor()
    const looks = await frame.evaluate((dialog) => {
      const card = document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('.card')
      const read = (surface: Element | null | undefined, edge: Element | null | undefined) => {
        const { backgroundColor, color } = getComputedStyle(surface as Element)
        return [backgroundColor, color, getComputedStyle(edge as Element).borderTopLeftRadius]
      }
      return {
        bar: read(dialog.firstElementChild, dialog),
        card: read(card, card),
        backdrop: getComputedStyle(dialog, '::backdrop').backgroundColor,
      }
    })
    expect(looks.bar).toEqual(['rgb(23, 25, 30)', 'rgb(242, 244, 248)', '12px'])
    expect(looks).toEqual({ bar: looks.card, card: looks.bar, backdrop: 'rgba(0, 0, 0, 0)' })
    await logIn(page.frameLocator('iframe[title="Wallet"]'))
    await page.getByText('Web Wallet on starknet:SN_SEPOLIA').waitFor()
    await page.reload()
    await page.getByText('Web Wallet on starknet:SN_SEPOLIA').waitFor()
    expect(page.context().pages()).toHaveLength(1)
    expect(errors).toEqual([])
  })
})
