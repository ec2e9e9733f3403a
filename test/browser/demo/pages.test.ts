import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PAGES } from '../../../demo/pages.js'
import { type Demo, startDemo } from '../../../demo/server.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const open = useChromium()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
})
afterAll(() => demo?.stop())

const decide = (page: Page, decision: 'Approve' | 'Reject') =>
  page.getByRole('button', { name: decision }).click()

/** Connects the demo wallet with a button of the page, with or without a list. */
async function connect(page: Page, button = 'wallet-connect-button', wallet = /^Demo wallet/): Promise<void> {
  const connected = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('wallet_connected', resolve, { once: true })),
  )
  await page.locator(button).first().getByRole('button').click()
  const row = page.getByRole('button', { name: wallet })
  const approve = page.getByRole('button', { name: 'Approve' })
  await row.or(approve).first().waitFor()
  if (!(await approve.isVisible())) await row.click()
  await approve.click()
  await connected
}

/** Makes a request with a button of the first page, and answers the wallet. @returns what the page shows */
async function request(page: Page, name: string, decision: 'Approve' | 'Reject'): Promise<string> {
  await page.getByRole('button', { name, exact: true }).click()
  await decide(page, decision)
  const row = page.locator('.request', { has: page.getByRole('button', { name, exact: true }) })
  const output = row.locator('output:not(.waiting)')
  await output.waitFor()
  return output.innerText()
}

describe('a page of the demo', () => {
  it('does not scroll sideways on a phone with a balance in the button, and its disabled buttons look disabled (U28)', async () => {
    const { page } = await open({ url: demo.page('shop'), width: 390, height: 780 })
    const looks = await page.evaluate(() =>
      ['signOut', 'changeAccount'].map((action) => {
        const node = document.querySelector(`[data-action=${action}]`) as HTMLButtonElement
        const { opacity, color } = getComputedStyle(node)
        return { disabled: node.disabled, look: `${opacity} ${color}` }
      }),
    )
    expect(looks.map(({ disabled }) => disabled)).toEqual([true, false])
    expect(looks[0]?.look).not.toBe(looks[1]?.look)
    await page.evaluate(() => document.querySelector('#wallet')?.setAttribute('show-balance', ''))
    await connect(page)
    const amount = page.locator('#wallet .amount')
    await amount.filter({ hasText: 'ETH' }).waitFor({ state: 'attached' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it.each(
    DEMO_PAGES.map(({ name }) => name).filter(
      (name) => !['page-modals', 'phone', 'studio', 'gallery'].includes(name),
    ),
  )(
    'connects the demo wallet without an error, a violation or a request to another host: %s',
    async (name) => {
      const opened = await open({ url: demo.page(name) })
      await connect(opened.page)
      const accounts = await opened.page.evaluate(() =>
        [...document.querySelectorAll('wallet-connect-button')].map(({ account }) => account),
      )
      expect(new Set(accounts)).toEqual(new Set([ACCOUNT]))
      expect(opened.errors).toEqual([])
      expect(opened.console).toEqual([])
      expect(opened.violations).toEqual([])
      expect(opened.requests.filter((url) => !url.startsWith('http://127.0.0.1:'))).toEqual([])
    },
  )

  it.each([
    ['in a dialog', '#in-dialog', '#dialog-lifetime'],
    ['in a popover', '#in-popover', '[popovertarget]'],
    ['in a disclosure', '#in-details', 'details:has(#in-details) summary'],
    ['in a cut and tilted box', '#in-cut', ''],
    ['in a focus trap', '#in-trap', '#trap-on'],
    ['under an overlay', '#in-cover', '#cover-on'],
  ])('named page-modals connects %s', async (_, button, before) => {
    const { page, errors } = await open({ url: demo.page('page-modals') })
    if (before) await page.locator(before).click()
    await connect(page, button)
    expect(errors).toEqual([])
  })
})

describe('the page with a form', () => {
  it('signs a visitor in at its server, without a script of the page', async () => {
    const { page, errors, console } = await open({ url: demo.page('forms') })
    await connect(page)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Hello 0xf39F…2266, you are on Local chain A.').waitFor()
    await page.waitForFunction(() => document.querySelector('form')?.checkValidity() === true)
    await page.getByRole('button', { name: 'Enter', exact: true }).click()
    await page.getByText(`Signed in as ${ACCOUNT} on eip155:31337.`).waitFor()
    expect([...errors, ...console]).toEqual([])
  })
})

describe('the README’s React example', () => {
  it('shows the account, signs, and restores the session after a reload, as the other buttons on the page do (T01)', async () => {
    const { page, errors, console } = await open({ url: demo.page('bundler') })
    const react = page.locator('#react-root')
    await connect(page, '#react-root wallet-connect-button')
    await react.getByText(ACCOUNT, { exact: true }).waitFor()
    await react.getByRole('button', { name: 'Say hello' }).click()
    await decide(page, 'Approve')
    await page.reload()
    await react.getByText(ACCOUNT, { exact: true }).waitFor()
    await expect.poll(() => page.locator('#plain-account').innerText()).toBe(ACCOUNT)
    await react.locator('wallet-connect-button [part=button]').click()
    await page.getByRole('menuitem', { name: 'Disconnect' }).click()
    await react.getByText('No wallet is connected.').waitFor()
    expect([...errors, ...console]).toEqual([])
  })
})

describe('the first page of the demo', () => {
  it('signs valid signatures, sends, switches, adds a token, reads a balance and restores the session after a reload', async () => {
    const { page, errors } = await open({ url: demo.page('shop') })
    await connect(page)
    expect(await request(page, 'Sign message', 'Approve')).toBe(`Verified: ${ACCOUNT}`)
    expect(await request(page, 'Sign typed data', 'Approve')).toBe(`Verified: ${ACCOUNT}`)
    expect(await request(page, 'Send', 'Approve')).toMatch(/^accepted: 0x/)
    expect(await request(page, 'Add token', 'Approve')).toBe('The wallet shows DEMO')
    expect(await request(page, 'Sign message', 'Reject')).toBe('User rejected request')
    await page.locator('select[name=chain]').selectOption('eip155:31338')
    expect(await request(page, 'Switch chain', 'Approve')).toBe('The wallet is on eip155:31338')
    await page.getByRole('button', { name: 'Get balance' }).click()
    await page.getByText('10000.000000 ETH').waitFor()
    await page.reload()
    await page.getByText('Demo wallet on eip155:31338').waitFor()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await page.getByText('No wallet is connected.').waitFor()
    expect(errors).toEqual([])
  })

  it('signs on Starknet what its account accepts, and executes', async () => {
    const { page, errors, console } = await open({ url: demo.page('shop') })
    await connect(page, '#wallet', /^Demo Starknet wallet/)
    expect(await request(page, 'Sign message', 'Approve')).toMatch(/^Verified: 0x/)
    expect(await request(page, 'Sign typed data', 'Approve')).toMatch(/^Verified: 0x/)
    expect(await request(page, 'Send', 'Approve')).toMatch(/^accepted: 0x/)
    expect(await request(page, 'Send', 'Reject')).toBe('User rejected request')
    expect(errors).toEqual([])
    expect(console).toEqual([])
  })

  it('keeps its options in the address', async () => {
    const { page } = await open({ url: `${demo.page('shop')}?theme=dark&lang=de&size=large` })
    const button = page.locator('#wallet')
    expect(await button.getAttribute('lang')).toBe('de')
    expect(await button.getByRole('button').innerText()).toBe('Wallet verbinden')
    await page.getByLabel('Language').selectOption('')
    expect(await button.getAttribute('lang')).toBe(null)
    expect(new URL(page.url()).search).toBe('?theme=dark&size=large')
  })
})
