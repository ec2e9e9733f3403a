import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
/** A long run sets more of them. */
const ROUNDS = Number(process.env.CLICK_ROUNDS ?? 8)
/** The page's clock is slow, so that the half second in which clicks are refused is long enough for a busy machine. */
const slowDown = () => {
  const now = performance.now.bind(performance)
  performance.now = () => now() / 40
}
const evmWallets = [walletCalled('Alpha', { approve: 'always' }), walletCalled('Beta', { approve: 'always' })]

/** Presses in the middle of an element; the pointer is there without having moved. */
async function press(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to press')
  const where = {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    button: 'left',
    clickCount: 1,
  } as const
  const session = await page.context().newCDPSession(page)
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await session.send('Input.dispatchMouseEvent', { type, ...where })
  await session.detach()
}

describe('a click that was meant for what was there before (BR04)', () => {
  it('asks no wallet and closes no list: double clicks and quick clicks on a button wherever it lies, and a held key', async () => {
    const { page, modal, row, button, heard, element } = await shop.open({
      evmWallets,
      initScripts: [slowDown],
    })
    const close = async () => {
      await page.keyboard.press('Escape')
      await modal.waitFor({ state: 'detached' })
    }
    const place = (left: number, top: number) =>
      element.evaluate((node, at) => Object.assign(node.style, { position: 'fixed', ...at }), {
        left: `${left}px`,
        top: `${top}px`,
      })
    await button.click()
    const box = await row('Alpha').boundingBox()
    if (!box) throw new Error('The list has no rows')
    await close()
    for (let round = 0; round < ROUNDS; round += 1) {
      // In a corner the second click comes down beside the card, in the middle on a row.
      if (round % 2) await place(10, 10)
      else await place(box.x + 20, box.y + 5)
      const { x, y } = (await button.boundingBox()) as { x: number; y: number }
      await page.mouse.move(x + 30, y + 10)
      if (round % 4 < 2) await page.mouse.dblclick(x + 30, y + 10, { delay: 20 * (round % 5) })
      else for (let click = 0; click < 3; click += 1) await page.mouse.click(x + 30, y + 10)
      await row('Alpha').waitFor()
      await page.mouse.click(x + 30, y + 10, { clickCount: 3 })
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(await heard('connecting')).toEqual([])
      expect(await modal.count()).toBe(1)
      await close()
    }
    await button.focus()
    for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down('Enter')
    await row('Alpha').waitFor()
    for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await heard('connecting')).toEqual([])
    await page.keyboard.press('Enter')
    await untilStatus(page, 'connected')
  })

  it('EN01: is told by where it is: voice, switches and drivers click at once and without a way, and are served', async () => {
    const { page, row, button, element, item } = await shop.open({ evmWallets })
    await element.evaluate((node) =>
      Object.assign(node.style, { position: 'fixed', left: '10px', top: '10px' }),
    )
    // The very first press finds the list's code not loaded yet.
    await press(page, button)
    await press(page, row('Alpha'))
    await untilStatus(page, 'connected')
    await press(page, button)
    await press(page, item(/^Disconnect/))
    await untilStatus(page, 'idle')
    await press(page, button)
    await press(page, row('Beta'))
    await untilStatus(page, 'connected')
  })

  it('EN01: is told by the button, and not by what else the pointer was over when a key opened the list', async () => {
    const { page, row, button } = await shop.open({
      evmWallets,
      body: `<style>body { min-height: 100vh }</style>${BUTTON}`,
    })
    // The list's code loads when the button is focused, so it has not heard of this.
    await page.mouse.move(400, 300)
    await button.focus()
    await page.keyboard.press('Enter')
    await press(page, row('Alpha'))
    await untilStatus(page, 'connected')
  })

  it('chooses nothing in the menu while the key that opened it is held', async () => {
    const { page, button, element, connect, heard } = await shop.open({ evmWallets })
    await connect('Alpha')
    await button.focus()
    const entries = element.getByRole('menuitem')
    for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down('Enter')
    await entries.first().waitFor()
    await entries.last().focus()
    for (let repeat = 0; repeat < 20; repeat += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    expect(await heard('disconnected')).toEqual([])
    await page.keyboard.press('Enter')
    await untilStatus(page, 'idle')
  })
})
