import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import type { TestPage } from '../../counterparts/chromium.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import { readCode } from '../../counterparts/relay-camera.js'

const open = useChromium()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
})
afterAll(() => demo?.stop())

const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens the shop and the phone in two windows. */
async function begin(): Promise<{ shop: TestPage; phone: Page }> {
  const shop = await open({ url: demo.page('shop') })
  const { page: phone } = await open({ url: demo.page('phone'), beside: shop, width: 390 })
  await phone.getByText('Ready.', { exact: true }).waitFor()
  return { shop, phone }
}

/** Chooses a wallet in the shop, copies its code to the phone, and approves there. */
async function pair({ page, context }: TestPage, phone: Page, name: string): Promise<void> {
  await page.bringToFront()
  await page.locator('#wallet').getByRole('button').first().click()
  // The late demo wallet moves the rows, and a click on a row that has just moved does not count; a key does (HS04).
  await page.locator('wallet-connect-modal').getByRole('button', { name }).press('Enter')
  const code = page.locator('wallet-connect-modal [part~=qr]')
  await code.waitFor()
  const uri = await readCode(context, code)
  await phone.bringToFront()
  await phone.getByLabel('Link from a code').fill(`  ${uri} `)
  await press(phone, 'Connect')
  await phone.getByText('Connect to this site?').waitFor()
  expect(await phone.locator('#request').innerText()).toContain('Demo shop')
  await press(phone, 'Approve')
  await phone.getByText('Connected to Demo shop.').waitFor()
}

/** Makes a request in the shop, and decides on the phone. @returns what the shop shows */
async function request({ page }: TestPage, phone: Page, name: string, decision: string): Promise<string> {
  await page.bringToFront()
  const row = page.locator('.request', { has: page.getByRole('button', { name, exact: true }) })
  await press(row, name)
  await phone.bringToFront()
  await press(phone, decision)
  await page.bringToFront()
  const output = row.locator('output:not(.waiting)')
  await output.waitFor()
  return output.innerText()
}

const calm = ({ errors, console, requests }: TestPage) => {
  expect(errors).toEqual([])
  expect(console).toEqual([])
  expect(requests.filter((url) => !/^(?:http|ws):\/\/127\.0\.0\.1:/.test(url))).toEqual([])
}

it('the demo phone reads the shop’s code, approves, signs, refuses, and ends the session', async () => {
  const { shop, phone } = await begin()
  await pair(shop, phone, 'WalletConnect')
  await shop.page.getByText('Demo phone on eip155:31337').waitFor()
  expect(await request(shop, phone, 'Sign message', 'Approve')).toMatch(/^Verified: 0x/)
  expect(await request(shop, phone, 'Sign typed data', 'Approve')).toMatch(/^Verified: 0x/)
  expect(await request(shop, phone, 'Sign message', 'Reject')).toBe('User rejected request')
  expect(await request(shop, phone, 'Send', 'Approve')).toMatch(/^accepted: 0x/)
  await press(phone, 'End')
  await shop.page.getByText('No wallet is connected.').waitFor()
  expect(await phone.locator('#sessions li').count()).toBe(0)
  calm(shop)
})

it('the demo phone is a Starknet wallet too', async () => {
  const { shop, phone } = await begin()
  await pair(shop, phone, 'Ready Mobile')
  await shop.page.getByText('Demo phone on starknet:SN_SEPOLIA').waitFor()
  expect(await request(shop, phone, 'Sign message', 'Approve')).toMatch(/^Verified: 0x/)
  expect(await request(shop, phone, 'Sign typed data', 'Approve')).toMatch(/^Verified: 0x/)
  expect(await request(shop, phone, 'Send', 'Approve')).toMatch(/^accepted: 0x/)
  await press(shop.page, 'Disconnect')
  await phone.getByText('The site has ended the session.').waitFor()
  calm(shop)
})
