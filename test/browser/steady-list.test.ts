import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { holdRoute } from './support/hold-route.js'
import { BUTTON, type ShopOptions, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()

const FIRST_EXAMPLE =
  '<wallet-connect-button id="one" app-name="Shop" chains="eip155:8453 starknet:SN_MAIN"></wallet-connect-button>'
/** A page with few rows, whose list has a foot of two lines. */
const FEW =
  '<wallet-connect-button id="one" app-name="Shop" chains="eip155:8453" terms-url="/terms" privacy-url="/privacy"></wallet-connect-button>'
const LATE = ['Fig', 'Elder', 'Date', 'Cherry', 'Apple']

/** The file of the list itself. */
const LIST = /dist\/embed\/list-/
/** The parts that a page fetches after the app and the list. React's renderer draws what comes after the first frame. */
const PARTS = /dist\/embed\/(?!app-|list-|parts-|dom-)/

/** The time at which the page's clock for durations stands still, in ms. */
const START = 1_000

/** Runs in a page: wallets that announce themselves late. */
function announce(names: string[]): void {
  for (const name of names) {
    const info = { uuid: crypto.randomUUID(), name, rdns: `com.example.${name}`, icon: 'data:image/png,' }
    window.wcbTesting.announceProvider({ info, provider: { request: async () => [] } })
  }
}

/** Waits until the page has drawn its state. */
const untilDrawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Reads the names and places of the rows. */
const readRows = (host: Element) =>
  [...(host.shadowRoot?.querySelectorAll('[part=wallet]') ?? [])].map((row) => ({
    name: row.querySelector('[part=wallet-name]')?.textContent ?? '',
    y: Math.round(row.getBoundingClientRect().top),
  }))

describe('the list while the visitor aims at a row (U02)', () => {
  it.each([
    ['on a desktop, late wallets come below', { width: 1280, height: 800 }, false],
    ['on a narrow screen, late wallets come above', { width: 390, height: 844 }, true],
  ])(
    'moves no row of the first frame for five late wallets, the parts and a second: %s',
    async (_, size, areAbove) => {
      const opened = await shop.open({ body: FIRST_EXAMPLE })
      const { page, modal, context } = opened
      await page.setViewportSize(size)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const sendParts = await holdRoute(context, PARTS)
      await page.clock.install()
      await page.reload()
      await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
      const first = await modal.evaluate(readRows)
      expect(first.map(({ name }) => name)).toEqual(expect.arrayContaining(['Email', 'Coinbase Wallet']))
      await modal
        .getByRole('button', { name: /^What is a wallet\?.* keeps your accounts\. It asks/ })
        .waitFor()
      await page.evaluate(announce, LATE)
      await modal.getByRole('button', { name: /^Apple/ }).waitFor()
      expect(await modal.getByText('keeps your accounts').count()).toBe(areAbove ? 1 : 0)
      const readLater = async () => {
        const rows = await modal.evaluate(readRows)
        const late = rows.splice(areAbove ? 0 : first.length, rows.length - first.length)
        return { rows, late: late.map(({ name }) => name) }
      }
      const stayed = async () => expect((await readLater()).rows).toEqual(first)
      await stayed()
      sendParts()
      await page.waitForLoadState('networkidle')
      await stayed()
      await page.clock.runFor(1_000)
      await stayed()
      expect((await readLater()).late).toEqual([...LATE].sort())
    },
  )

  it('is a sheet on a phone, as high as its rows: late wallets come above them, and neither they nor the foot move a row', async () => {
    const opened = await shop.open({ body: FEW, evmWallets: [walletCalled('Mango')] })
    const { page, modal, context } = opened
    await page.setViewportSize({ width: 390, height: 520 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const sendParts = await holdRoute(context, PARTS)
    await page.reload()
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    const first = await modal.evaluate(readRows)
    const readGap = (host: Element) => {
      const [list, foot] = ['.rows', '.foot'].map((name) =>
        host.shadowRoot?.querySelector(name)?.getBoundingClientRect(),
      )
      return (foot?.top ?? 0) - (list?.bottom ?? 0)
    }
    expect(await modal.evaluate(readGap)).toBeLessThan(20)
    const stayed = async () => expect((await modal.evaluate(readRows)).slice(-first.length)).toEqual(first)
    await page.evaluate(announce, ['Fig'])
    await modal.getByRole('button', { name: /^Fig/ }).waitFor()
    await stayed()
    sendParts()
    await modal.getByRole('link', { name: /^Privacy/ }).waitFor()
    await stayed()
    // More rows than the window has room for.
    await page.evaluate(announce, LATE.slice(1))
    await modal.getByRole('button', { name: /^Apple/ }).waitFor({ state: 'attached' })
    await stayed()
  })

  /** Lets `ms` pass on the stopped clock of a page. */
  const moveClock = (page: Page, ms: number) =>
    page.evaluate((ticks) => Object.assign(performance, { ticks }), START + ms)

  /** Opens a list, on a page whose clock for durations stands still. */
  async function openList(options: ShopOptions, size = { width: 1280, height: 800 }) {
    const opened = await shop.open(options)
    const { page, modal } = opened
    await page.setViewportSize(size)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((start) => {
      Object.assign(performance, { now: () => Number(Reflect.get(performance, 'ticks') ?? start) })
    }, START)
    await page.reload()
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.open())
    const names = async () => (await modal.evaluate(readRows)).map(({ name }) => name)
    const row = (name: string) => modal.locator('[part=wallet]').filter({ hasText: name })
    return { ...opened, names, row, before: await names() }
  }
  const MIXED = { body: FIRST_EXAMPLE, evmWallets: [walletCalled('Alpha')] }

  it('holds late rows while the pointer is over a row that they would move, and adds them later', async () => {
    const { page, modal, names, row, before } = await openList(MIXED)
    expect(before[0]).toBe('Alpha')
    await row('Email').hover()
    await page.evaluate(announce, ['Fig'])
    await untilDrawn(page)
    expect(await names()).toEqual(before)
    await modal.locator('[part=title]').hover()
    await row('Fig').waitFor()
    expect(await names()).toEqual(['Alpha', 'Fig', ...before.slice(1)])
  })

  it('does not hold late rows below the pointer', async () => {
    const { page, names, row, before } = await openList(MIXED)
    await row('Alpha').hover()
    await page.evaluate(announce, ['Fig'])
    await row('Fig').waitFor()
    expect(await names()).toEqual(['Alpha', 'Fig', ...before.slice(1)])
  })

  it.each([
    ['below the rows', { width: 1280, height: 800 }, 'Beta', 1.5],
    ['above the rows of a sheet', { width: 390, height: 844 }, 'Alpha', -0.5],
  ])(
    'ignores a click on a row that has just come under the pointer, until half a second later, and the row shows it: %s (HS04)',
    async (_, size, name, rows) => {
      const wallets = { evmWallets: [walletCalled('Alpha'), walletCalled('Beta')] }
      const { page, modal, row, heard } = await openList(wallets, size)
      const next = (await row(name).boundingBox()) as { x: number; y: number; height: number }
      // The place of the next row.
      await page.mouse.move(next.x + 50, next.y + rows * next.height + 8 * Math.sign(rows))
      await page.evaluate(announce, ['Fig'])
      await row('Fig').waitFor()
      const click = async () => {
        await page.mouse.down()
        await page.mouse.up()
        await untilDrawn(page)
        return (await heard('connecting')).length
      }
      const pale = () =>
        modal
          .locator('[part=wallet]')
          .evaluateAll((all) => all.flatMap((one) => one.getAnimations().map(() => one.textContent)))
      expect(await click()).toBe(0)
      expect(await pale()).toEqual([expect.stringMatching(/Fig$/)])
      await moveClock(page, 500)
      expect(await click()).toBe(0)
      await moveClock(page, 501)
      await expect.poll(pale).toEqual([])
      expect(await click()).toBe(1)
      expect(await pale()).toEqual([])
    },
  )
})

describe('a list that cannot be shown (Y01)', () => {
  it('is told by the button when its file is lost, and the next click tries again (BR09)', async () => {
    const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
    const { button, row, context, heard, page } = await shop.open({ evmWallets, expectsErrors: true })
    const wrapper = page.locator('#one [data-theme]')
    await context.route(LIST, (route) => route.abort())
    await button.click()
    await expect.poll(() => button.innerText()).toBe('Not loaded. Try again')
    expect(await wrapper.getAttribute('role')).toBe('alert')
    expect((await heard('error')).map(({ detail }) => detail.code)).toEqual(['view_failed'])
    await context.unroute(LIST)
    await button.click()
    await row('Alpha').waitFor()
    expect(await wrapper.getAttribute('role')).toBe(null)
    await row('Alpha').click()
    await untilStatus(page, 'connected')
  })

  it('is told in the page’s language where that has loaded', async () => {
    const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
    const body = BUTTON.replace('app-name', 'lang="de" app-name')
    const { button, context, page } = await shop.open({ evmWallets, body, expectsErrors: true })
    await context.route(LIST, (route) => route.abort())
    await button.click()
    await expect.poll(() => button.innerText()).toBe('Erneut versuchen')
    const wrapper = page.locator('#one [data-theme]')
    expect(await wrapper.getAttribute('lang')).toBe('de')
    expect(await wrapper.getAttribute('role')).toBe('alert')
  })

  it.each(['missing', 'throwing once'])(
    'makes the call reject when showModal %s, and a later click works',
    async (kind) => {
      const opened = await shop.open({
        evmWallets: [walletCalled('Alpha'), walletCalled('Beta')],
        expectsErrors: true,
      })
      const { page } = opened
      await page.evaluate((wanted) => {
        const { prototype } = HTMLDialogElement
        const own = prototype.showModal
        const back = () => {
          prototype.showModal = own
        }
        Object.assign(document, { back })
        if (wanted === 'missing') delete (prototype as Partial<HTMLDialogElement>).showModal
        else
          prototype.showModal = () => {
            back()
            throw new Error('once')
          }
      }, kind)
      const codes = await page.evaluate(async () => {
        const button = document.querySelector('wallet-connect-button')
        const readCode = ({ code }: { code: string }) => code
        const seen = [await button?.connect().catch(readCode)]
        ;(document as unknown as { back(): void }).back()
        return seen
      })
      expect(codes).toEqual(['view_failed'])
      expect(await opened.modal.count()).toBe(0)
      await opened.button.click()
      await opened.row('Alpha').click()
      await untilStatus(page, 'connected')
    },
  )
})
