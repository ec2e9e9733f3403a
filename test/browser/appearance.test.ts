import { describe, expect, it } from 'vitest'
import { findFaults } from './support/axe.js'
import { BUTTON, SCRIPT, type Shop, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [
  walletCalled('Alpha', { approve: 'manual' }),
  walletCalled('Beta', { approve: 'never' }),
  walletCalled('Gamma'),
]
const withAttributes = (attributes: string) => BUTTON.replace('app-name', `${attributes} app-name`)

const background = ({ page }: Shop, part: string) =>
  page.evaluate((name) => {
    const roots = ['wallet-connect-modal', 'wallet-connect-button'].map(
      (tag) => document.querySelector(tag)?.shadowRoot,
    )
    const node = roots.map((root) => root?.querySelector(`[part=${name}]`)).find(Boolean)
    return node ? getComputedStyle(node).backgroundColor : null
  }, part)
const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(23, 25, 30)'

describe('the accessibility of the button', () => {
  it.each(['light', 'dark'] as const)(
    'has no axe findings on button, list, waiting, failed, connected and menu: %s',
    async (theme) => {
      const opened = await shop.open({
        evmWallets,
        colorScheme: theme,
        reducedMotion: 'reduce',
        head: '<style>html { color-scheme: light dark } body { min-height: 90vh }</style>',
        body: `<main><h1>Shop</h1>${BUTTON}</main>`,
        expectsErrors: true,
      })
      const { page, button, row, modal } = opened
      const faults: Record<string, string[]> = { button: await findFaults(opened) }
      await button.click()
      await row('Alpha').waitFor()
      faults.list = await findFaults(opened)
      await row('Alpha').click()
      await modal.getByRole('heading', { name: 'Continue in Alpha' }).waitFor()
      faults.waiting = await findFaults(opened)
      await modal.getByRole('button', { name: 'Cancel' }).click()
      await row('Beta').click()
      await modal.getByRole('heading', { name: 'You declined in' }).waitFor()
      faults.failed = await findFaults(opened)
      await modal.getByRole('button', { name: 'Back' }).click()
      await row('Gamma').click()
      await untilStatus(page, 'connected')
      await page.mouse.move(0, 700)
      faults.connected = await findFaults(opened)
      await button.click()
      await opened.item('Switch network').click()
      await opened.item(/31338/).waitFor()
      faults.menu = await findFaults(opened)
      expect(faults).toEqual({ button: [], list: [], waiting: [], failed: [], connected: [], menu: [] })
      expect(opened.errors).toEqual([])
    },
  )
})

describe('the theme of the button', () => {
  it('follows the system live, without the page', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    expect(await background(opened, 'dialog')).toBe(LIGHT)
    await opened.page.emulateMedia({ colorScheme: 'dark' })
    expect(await background(opened, 'dialog')).toBe(DARK)
    await opened.page.emulateMedia({ colorScheme: 'light' })
    expect(await background(opened, 'dialog')).toBe(LIGHT)
  })

  it('is the attribute’s, else the stored choice, under the key that the page names; an invalid value means the system (E13)', async () => {
    const opened = await shop.open({
      evmWallets,
      script: `<script>localStorage.setItem('theme', 'dark')</script>${SCRIPT}`,
    })
    const { page } = opened
    const theme = () => page.evaluate(() => document.querySelector('wallet-connect-button')?.theme)
    expect(await theme()).toBe('dark')
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    expect(await background(opened, 'dialog')).toBe(DARK)
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.setAttribute('theme', 'light'))
    expect(await theme()).toBe('light')
    await page.evaluate(() => {
      document.querySelector('wallet-connect-button')?.removeAttribute('theme')
      localStorage.setItem('colours', 'light')
      document.querySelector('wallet-connect-button')?.setAttribute('theme-storage-key', 'colours')
    })
    expect(await theme()).toBe('light')
    for (const garbage of ['{"theme":"dark"}', '', 'DARK', '__proto__']) {
      await page.evaluate((value) => localStorage.setItem('colours', value), garbage)
      expect(await theme()).toBe('system')
    }
  })

  it('is read from storage with the first paint; a button that leaves the page at once asks for nothing', async () => {
    const { page } = await shop.open({ body: '' })
    const { theme, fetched } = await page.evaluate(async () => {
      localStorage.setItem('theme', 'dark')
      localStorage.setItem('wcb.1:default:reconnect', 'x')
      const untilAsked = () => new Promise((resolve) => setTimeout(resolve, 60))
      const create = () => document.body.appendChild(document.createElement('wallet-connect-button'))
      create().remove()
      await untilAsked()
      const entries = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/embed/'))
      localStorage.removeItem('wcb.1:default:reconnect')
      return { theme: create().shadowRoot?.querySelector('div')?.dataset.theme, fetched: entries.length }
    })
    expect({ fetched, theme }).toEqual({ fetched: 0, theme: 'dark' })
  })
})

describe('the language of the button', () => {
  it.each([
    ['lang="de"', 'Wallet verbinden', 'Mit Shop verbinden', 'Schließen'],
    ['lang="fr-CA"', 'Connecter un portefeuille', null, null],
    ['lang="xx"', 'Connect wallet', 'Connect to Shop', 'Close'],
  ])('follows %s: %s', async (attribute, label, title, close) => {
    const opened = await shop.open({ evmWallets, body: withAttributes(attribute) })
    expect(await opened.button.innerText()).toBe(label)
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    if (title) await expect.poll(() => opened.modal.locator('[part=title]').innerText()).toBe(title)
    if (close)
      expect(await opened.modal.locator('[part=close-button]').getAttribute('aria-label')).toBe(close)
  })

  it('comes from the nearest ancestor, and Arabic runs from right to left, in the modal too', async () => {
    const opened = await shop.open({ evmWallets, body: `<section lang="ar" dir="rtl">${BUTTON}</section>` })
    await opened.button.click()
    await opened.row('Alpha').waitFor()
    await expect.poll(() => opened.modal.locator('dialog').getAttribute('dir')).toBe('rtl')
    await expect.poll(() => opened.modal.locator('[part=title]').innerText()).toMatch(/[\u0600-\u06ff]/)
    const [icon, name] = await Promise.all([
      opened.row('Alpha').locator('[part=wallet-icon]').boundingBox(),
      opened.row('Alpha').locator('[part=wallet-name]').boundingBox(),
    ])
    expect(icon?.x ?? 0).toBeGreaterThan(name?.x ?? 0)
  })

  it('changes live, and the page’s own label stays', async () => {
    const opened = await shop.open({ evmWallets, body: withAttributes('label="Sign up"') })
    await opened.page.evaluate(() => document.querySelector('#one')?.setAttribute('lang', 'de'))
    expect(await opened.button.innerText()).toBe('Sign up')
    await opened.page.evaluate(() => document.querySelector('#one')?.removeAttribute('label'))
    expect(await opened.button.innerText()).toBe('Wallet verbinden')
    await opened.button.hover()
    await opened.page.waitForLoadState('networkidle')
    await opened.page.evaluate(() => document.querySelector('#one')?.setAttribute('lang', 'es'))
    await expect.poll(() => opened.button.innerText()).toBe('Conectar billetera')
  })
})

describe('the size of the button', () => {
  it.each([
    ['small', 36, 'with a mouse'],
    ['medium', 44, 'with a mouse'],
    ['large', 52, 'with a mouse'],
    ['small', 44, 'on a touch screen'],
    ['medium', 44, 'on a touch screen'],
    ['large', 52, 'on a touch screen'],
  ])(
    '%s is %d px high %s, before and after the view has loaded, and the button does not move',
    async (size, height, pointer) => {
      const mobile = pointer === 'on a touch screen'
      const opened = await shop.open({ evmWallets, body: withAttributes(`size="${size}"`), mobile })
      const before = await opened.button.boundingBox()
      expect(before?.height).toBe(height)
      await opened.button.hover()
      await opened.page.waitForLoadState('networkidle')
      await expect
        .poll(() => opened.button.evaluate((node) => getComputedStyle(node).touchAction))
        .toBe('manipulation')
      expect(await opened.button.boundingBox()).toEqual(before)
    },
  )

  it('stays when the view takes over its nodes, so a press that has begun becomes a click', async () => {
    const opened = await shop.open({ evmWallets })
    const kept = await opened.button.evaluateHandle((button) => {
      const walker = document.createTreeWalker(button, NodeFilter.SHOW_ALL)
      const nodes: Node[] = [button]
      while (walker.nextNode()) nodes.push(walker.currentNode)
      return nodes
    })
    await opened.button.hover()
    await opened.page.mouse.down()
    await expect
      .poll(() => opened.button.evaluate((node) => getComputedStyle(node).touchAction))
      .toBe('manipulation')
    expect(await kept.evaluate((nodes) => nodes.map((node) => [node.nodeName, node.isConnected]))).toEqual([
      ['BUTTON', true],
      ['SPAN', true],
      ['SPAN', true],
      ['#text', true],
    ])
    await opened.page.mouse.up()
    await opened.row('Alpha').waitFor()
  })
})

describe('a long label of the page', () => {
  it('is cut before a page of 320 px would scroll sideways, from the first paint on', async () => {
    const { page, button } = await shop.open({
      width: 320,
      body: withAttributes('label="Wallet verbinden und im Laden einkaufen gehen"'),
    })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await width()).toBeLessThanOrEqual(320)
    await button.hover()
    await page.waitForLoadState('networkidle')
    expect(await width()).toBeLessThanOrEqual(320)
    expect(await button.locator('[part=icon]').evaluate((icon) => icon.clientWidth)).toBeGreaterThan(8)
  })
})

describe('the modal on a phone', () => {
  it('is a complete sheet at the bottom, and a tap beside it closes it', async () => {
    const opened = await shop.open({ evmWallets, mobile: true, width: 390, height: 700 })
    await opened.button.tap()
    await opened.row('Alpha').waitFor()
    await opened.page.waitForFunction(
      () => (document.querySelector('wallet-connect-modal')?.shadowRoot?.getAnimations().length ?? 0) === 0,
    )
    const box = await opened.modal.locator('[part=dialog]').boundingBox()
    expect([box?.x, box?.width, (box?.y ?? 0) + (box?.height ?? 0)]).toEqual([0, 390, 700])
    await opened.page.touchscreen.tap(200, 20)
    await expect.poll(() => opened.modal.count()).toBe(0)
  })

  it('is not shown for the only injected wallet in a wallet’s own browser, which connects', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Gamma')],
      mobile: true,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
      body: withAttributes('mode="alwaysAsk"'),
    })
    await opened.button.tap()
    await untilStatus(opened.page, 'connected')
    expect(await opened.heard('modal_opened')).toEqual([])
  })
})
