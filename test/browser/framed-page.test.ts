import { describe, expect, it } from 'vitest'
import { BUTTON, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const MAIL =
  '<wallet-connect-button id="mail" chains="starknet:SN_MAIN" wallets="argentWebWallet"></wallet-connect-button>'

/** Opens a page with the button in a frame. */
async function openFramed(body: string, attributes: string) {
  const inner = shop.write({ body })
  const opened = await shop.open({
    script: '',
    body: `<iframe src="${inner}" ${attributes}></iframe>`,
    evmWallets: [walletCalled('Alpha'), walletCalled('Beta')],
  })
  return { ...opened, inner, frame: opened.page.frameLocator('iframe') }
}

describe('a button in a frame (X18)', () => {
  it('reports that the frame may not open windows, and offers no second try', async () => {
    const { frame } = await openFramed(
      MAIL,
      'sandbox="allow-scripts allow-same-origin allow-forms" width="600" height="500"',
    )
    await frame.locator('[part=button]').click()
    await frame.getByRole('heading', { name: 'Could not connect' }).waitFor()
    await expect
      .poll(() => frame.getByRole('dialog').getByRole('status').innerText())
      .toBe(
        'This page is shown inside another one, which does not let it open windows. Open it in a tab of its own.',
      )
    expect(await frame.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await frame.getByRole('button', { name: 'Back' }).waitFor()
  })

  it('links to the page itself instead of the list in a frame of 220 by 60', async () => {
    const { page, frame, inner } = await openFramed(BUTTON, 'width="220" height="60"')
    await frame.locator('[part=button]').click()
    const link = frame.getByRole('link', { name: 'No room here. Open this page in a tab of its own' })
    const box = await link.boundingBox()
    const around = await page.locator('iframe').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 99)).toBeLessThanOrEqual((around?.y ?? 0) + 60)
    expect(await frame.getByRole('button', { name: 'Alpha' }).isVisible()).toBe(false)
    expect(await link.getAttribute('href')).toBe(inner)
    expect(await link.getAttribute('target')).toBe('_blank')
  })
})
