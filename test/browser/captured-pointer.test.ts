import { describe, expect, it } from 'vitest'
import { BUTTON, type Shop, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]

/** The page captures the pointer at whatever is pressed, as drawers and carousels do: the click then comes to that element. */
const capture = ({ page }: Shop) =>
  page.evaluate(() =>
    document.addEventListener('pointerdown', ({ target, pointerId }) =>
      (target as HTMLElement).setPointerCapture(pointerId),
    ),
  )

describe('on a page that captures the pointer', () => {
  it('a click on the button opens the list, and one on a row asks the wallet', async () => {
    const opened = await shop.open({ evmWallets, body: BUTTON })
    await capture(opened)
    await opened.button.click()
    await opened.row('Alpha').click()
    await untilStatus(opened.page, 'connected')
  })

  it('a click on the connected button opens the menu, and one on its row is one there', async () => {
    const opened = await shop.open({ evmWallets, body: BUTTON })
    await opened.connect('Alpha')
    await opened.modal.waitFor({ state: 'detached' })
    await capture(opened)
    await opened.button.click()
    await opened.item(/^Disconnect/).click()
    await untilStatus(opened.page, 'idle')
    expect(await opened.element.getByRole('menu').count()).toBe(0)
  })
})
