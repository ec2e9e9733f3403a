import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'

const open = useChromium()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
})
afterAll(() => demo?.stop())

const NOBODY = 'Nobody is signed in.'

/** Waits for what the panel says of the server's session. */
const untilSession = (page: Page, text: string) =>
  page.locator('#session p').filter({ hasText: text }).waitFor()

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click()

it.each([
  ['Demo wallet', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  ['Demo Starknet wallet', 'starknet:SN_SEPOLIA'],
])(
  '%s signs in to the demo’s own server, stays so over a reload, and not beyond sign-out or another account',
  async (name, session) => {
    const { page, errors } = await open({ url: demo.url })
    await page.locator('#wallet').getByRole('button').click()
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await approve(page)
    const press = (button: string) => page.locator('#session').getByRole('button', { name: button }).click()
    await page.locator('#account.some').waitFor()
    await untilSession(page, NOBODY)
    await press('Sign in')
    await approve(page)
    await untilSession(page, session)

    await page.reload()
    await untilSession(page, session)
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLElementTagNameMap['wallet-connect-button']>('#wallet')?.state.auth
          ?.status === 'signed-in',
    )
    await press('Change account')
    await untilSession(page, NOBODY)
    await press('Sign in')
    await approve(page)
    await page.locator('#session p.some').waitFor()
    await press('Sign out')
    await untilSession(page, NOBODY)
    expect(errors).toEqual([])
  },
)
