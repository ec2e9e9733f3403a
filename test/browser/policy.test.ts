import { describe, expect, it } from 'vitest'
import { POLICIES, REFERENCE_POLICIES } from '../counterparts/hostile-policies.js'
import { type Shop, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
const NONCE = 'cmFuZG9t'
const sources = { script: "'self'", connect: ['http://127.0.0.1:*'], nonce: NONCE }
const NONCED = `<script nonce="${NONCE}" src="/dist/embed.js" defer></script>`

/** The visible styles of button and modal. */
const looks = ({ page }: Shop) =>
  page.evaluate(() => {
    const read = (tag: string, part: string, ...names: string[]) => {
      const node = document.querySelector(tag)?.shadowRoot?.querySelector(`[part=${part}]`)
      return node && names.map((name) => getComputedStyle(node).getPropertyValue(name))
    }
    return {
      button: read('wallet-connect-button', 'button', 'background-color', 'height', 'border-top-left-radius'),
      card: read('wallet-connect-modal', 'dialog', 'background-color', 'max-width', 'border-top-left-radius'),
      row: read('wallet-connect-modal', 'wallet', 'display', 'min-height'),
    }
  })

/** Everything that a visitor does with the button; the page reports no violation. */
async function visit(opened: Shop): Promise<void> {
  await opened.button.click()
  await opened.row('Alpha').waitFor()
  expect(await looks(opened)).toEqual({
    button: ['rgb(47, 91, 234)', '44px', '12px'],
    card: ['rgb(255, 255, 255)', '380px', '24px'],
    row: ['flex', '48px'],
  })
  expect(
    await opened.modal
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0)),
  ).toEqual([true, true])
  await opened.row('Alpha').click()
  await untilStatus(opened.page, 'connected')
  await opened.button.click()
  await opened.item('Copy address').waitFor()
  expect(await opened.button.locator('.mark').evaluate((node) => getComputedStyle(node).borderRadius)).toBe(
    '50%',
  )
  await opened.item(/^Disconnect/).click()
  await expect.poll(() => opened.button.innerText()).toBe('Connect wallet')
  expect(opened.violations).toEqual([])
  expect(opened.console).toEqual([])
}

describe('a page with a Content-Security-Policy', () => {
  it('of the strictest kind, with Trusted Types and none allowed, is fully styled and reports nothing (G02)', async () => {
    const reports = shop.server.reports.length
    const opened = await shop.open({
      evmWallets,
      csp: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src http://127.0.0.1:*; require-trusted-types-for 'script'; trusted-types 'none'",
    })
    await visit(opened)
    expect(shop.server.reports.length).toBe(reports)
  })

  it.each(['promised', 'G01', 'G05'] as const)('%s: is fully styled, and reports nothing', async (name) => {
    const opened = await shop.open({ evmWallets, csp: POLICIES[name](sources), script: NONCED })
    await visit(opened)
  })

  it('G03: without data: images shows letters, and works', async () => {
    const opened = await shop.open({ evmWallets, csp: POLICIES.G03(sources) })
    await opened.button.click()
    await expect.poll(() => opened.modal.locator('[part=wallet-icon]').allInnerTexts()).toEqual(['A', 'B'])
    const box = await opened.modal.locator('[part=wallet-icon]').first().boundingBox()
    expect([box?.width, box?.height].map((side) => Math.round(side ?? 0))).toEqual([36, 36])
    await opened.row('Beta').click()
    await untilStatus(opened.page, 'connected')
    expect(new Set(opened.violations.map(({ directive }) => directive))).toEqual(new Set(['img-src']))
  })

  it('G04: without the relay in connect-src connects an injected wallet', async () => {
    const opened = await shop.open({ evmWallets, csp: POLICIES.G04(sources) })
    await visit(opened)
  })

  it.each(Object.keys(REFERENCE_POLICIES) as (keyof typeof REFERENCE_POLICIES)[])(
    'G18: as a %s writes it reports nothing',
    async (name) => {
      const reports = shop.server.reports.length
      const opened = await shop.open({ evmWallets, csp: REFERENCE_POLICIES[name](sources), script: NONCED })
      await visit(opened)
      expect(shop.server.reports.length).toBe(reports)
    },
  )

  it('with another origin for the script, without a nonce, loads the parts from there', async () => {
    const opened = await shop.open({
      evmWallets,
      csp: `default-src 'none'; script-src ${shop.cdn.origin}; img-src data:; require-trusted-types-for 'script'`,
      script: `<script src="${shop.cdn.origin}/dist/embed.js" crossorigin="anonymous" defer></script>`,
    })
    await visit(opened)
  })

  it('with a nonce and strict-dynamic loads the parts by the script’s own permission', async () => {
    const opened = await shop.open({
      evmWallets,
      csp: `script-src 'nonce-${NONCE}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`,
      script: `<script nonce="${NONCE}" src="${shop.cdn.origin}/dist/embed.js" crossorigin="anonymous" defer></script>`,
    })
    await visit(opened)
  })
})

describe('a page without a secure context', () => {
  it('G14: connects an injected wallet, signs, and shows the address as text when there is no clipboard', async () => {
    const opened = await shop.open({ url: 'about:blank', evmWallets: [walletCalled('Alpha')] })
    const { page, context } = opened
    const path = new URL(shop.write({})).pathname
    await context.route('http://shop.test/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      return route.fulfill({ response: await route.fetch({ url: shop.server.origin + pathname }) })
    })
    await page.goto(`http://shop.test${path}`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await opened.connect()
    await opened.button.click()
    await opened.item('Copy address').click()
    expect(await opened.element.locator('textarea').inputValue()).toBe(ACCOUNTS[0])
  })
})
