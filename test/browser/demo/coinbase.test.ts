import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import { answer } from '../../counterparts/coinbase-popup/bench.js'

const open = useChromium()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
})
afterAll(() => demo?.stop())

/** Clicks, answers the windows that open one after the other, and returns what the page shows. */
async function request(page: Page, name: string, method?: string): Promise<string> {
  const click = () => page.getByRole('button', { name, exact: true }).click()
  if (method) {
    const [popup] = await Promise.all([page.context().waitForEvent('page'), click()])
    await answer(popup, method)
  } else await click()
  const output = page
    .locator('.request', { has: page.getByRole('button', { name, exact: true }) })
    .locator('output.done, output.failed')
  await output.waitFor()
  return output.innerText()
}

it('the page of the hosted wallet connects, and viem signs, sends and switches on its provider', async () => {
  const { page, errors, console, requests } = await open({ url: demo.page('coinbase') })
  await page.locator('wallet-connect-button').getByRole('button').click()
  const [popup] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Coinbase Wallet', exact: true }).press('Enter'),
  ])
  await answer(popup, 'eth_requestAccounts')
  await page.locator('#account.some').waitFor()

  expect(await request(page, 'Sign message', 'personal_sign')).toMatch(/^Verified: 0x/)
  expect(await request(page, 'Send', 'eth_sendTransaction')).toMatch(/^success: 0x/)
  expect(await request(page, 'Send both', 'wallet_sendCalls')).toMatch(/^Sent: 0x/)
  expect(await request(page, 'Switch chain')).toBe('On Local chain B')
  expect(await request(page, 'Get balance')).toMatch(/^9999\.\d{6} ETH$|^10000\.0{6} ETH$/)
  await page.getByRole('button', { name: 'Disconnect', exact: true }).last().click()
  await page.locator('#account:not(.some)').waitFor()
  expect(errors).toEqual([])
  expect(console).toEqual([])
  expect(requests.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([])
})

it('the page of the hosted wallet connects and signs in with two prompts, and never sees a method that it does not know (EW21)', async () => {
  const { page, context, errors } = await open({ url: demo.page('coinbase') })
  await page.evaluate(() => {
    const button = document.querySelector('#wallet')
    button?.setAttribute('api-url', '/api')
    button?.setAttribute('sign-in', 'on-connect')
  })
  await page.locator('wallet-connect-button').getByRole('button').click()
  const [connecting] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Coinbase Wallet', exact: true }).press('Enter'),
  ])
  const opening = context.waitForEvent('page')
  await answer(connecting, 'eth_requestAccounts')
  // While the click on the row counts, the next window opens by itself, and after that by a click.
  const modal = page.locator('wallet-connect-modal')
  modal
    .getByRole('button', { name: 'Sign in', exact: true })
    .click()
    .catch(() => {})
  await answer(await opening, 'personal_sign')
  await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
  const session = await page.evaluate(async () => (await fetch('/api/signIn.session')).json())
  expect(session.result.data).toMatchObject({ namespace: 'eip155', chainId: 'eip155:31337' })
  await expect.poll(() => context.pages().length).toBe(1)
  expect(errors).toEqual([])
})
