import { describe, expect, it } from 'vitest'
import { untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
/** A long run sets more of them. */
const ROUNDS = Number(process.env.CLICK_ROUNDS ?? 8)
const evmWallets = [walletCalled('Alpha', { approve: 'always' }), walletCalled('Beta', { approve: 'always' })]

describe('a click that was meant for what was there before (BR04)', () => {
  it('asks no wallet and closes no list: double clicks and quick clicks on a button wherever it lies, and a held key', async () => {
    const { page, modal, row, button, heard, element } = await shop.open({ evmWallets })
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
