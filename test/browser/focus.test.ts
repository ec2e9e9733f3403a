import { describe, expect, it } from 'vitest'
import { BUTTON, type Shop, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const two = (approve: 'always' | 'manual') => [
  walletCalled('Alpha', { approve }),
  walletCalled('Beta', { approve }),
]

/** The id of the element that has the focus, or its tag. */
const focused = ({ page }: Shop) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.localName)

/** The words of the element that has the focus, also in a shadow root. */
const focusedWords = ({ page }: Shop) =>
  page.evaluate(() => {
    let at = document.activeElement
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
    return at?.textContent?.trim()
  })

/** The page's own control, which asks for a wallet by script. `code` names the element. */
const own = (code: string) =>
  `<button id="own" onclick="${code}.connect({ mode: 'alwaysAsk' }).catch(() => {})">Connect</button>`

/** Opens the list, and asks the wallet Alpha, which leaves its prompt open. */
async function openWaiting(body: string): Promise<Shop> {
  const opened = await shop.open({ body, evmWallets: two('manual') })
  await opened.button.click()
  await opened.row('Alpha').click()
  await opened.modal.getByRole('button', { name: 'Cancel' }).waitFor()
  return opened
}

describe('the focus after the list', () => {
  it('returns to the page’s own control, also when a wallet was asked', async () => {
    const body = own("document.querySelector('wallet-connect-button')") + BUTTON
    const opened = await shop.open({ body, evmWallets: two('manual') })
    const { page, modal, row } = opened
    await page.locator('#own').focus()
    await page.keyboard.press('Enter')
    await row('Alpha').click()
    await modal.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    expect(await focused(opened)).toBe('own')
  })

  it('returns there where no button is on the page', async () => {
    const code = "Object.assign(document.createElement('wallet-connect-button'), { wallets: 'injected' })"
    const opened = await shop.open({ body: own(code), evmWallets: two('always') })
    await opened.page.locator('#own').focus()
    await opened.page.keyboard.press('Enter')
    await opened.row('Alpha').click()
    await opened.modal.waitFor({ state: 'detached' })
    expect(await focused(opened)).toBe('own')
  })

  it.each([
    ['in a dialog of the page', '<dialog></dialog>'],
    ['alone', ''],
  ])('and keys work in a closed shadow root as anywhere: %s', async (_, dialog) => {
    const { page } = await shop.open({ body: '<my-card></my-card>', evmWallets: two('manual') })
    await page.evaluate(
      ([html, around]) => {
        const root = document.querySelector('my-card')?.attachShadow({ mode: 'closed' }) as ShadowRoot
        root.innerHTML = around as string
        const layer = root.querySelector('dialog')
        ;(layer ?? root).append(document.createRange().createContextualFragment(html as string))
        layer?.showModal()
        const keys: string[] = []
        addEventListener('keydown', ({ key }) => keys.push(key))
        Object.assign(document, { keys })
        root.querySelector('wallet-connect-button')?.focus()
      },
      [BUTTON, dialog] as const,
    )
    // A held key opens the list, and chooses nothing in it.
    for (let at = 0; at < 25; at++) {
      await page.keyboard.down('Enter')
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await page.keyboard.up('Enter')
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => window.evmWallets.map(({ prompts }) => prompts.length))).toEqual([0, 0])
    expect(await page.evaluate(() => Reflect.get(document, 'keys'))).not.toContain('ArrowDown')
  })

  it('returns to a button in a closed shadow root, also when a wallet was asked', async () => {
    const { page, modal, row } = await shop.open({
      body: '<my-card></my-card>',
      evmWallets: two('manual'),
    })
    await page.evaluate((html) => {
      const root = document.querySelector('my-card')?.attachShadow({ mode: 'closed' }) as ShadowRoot
      root.innerHTML = html
      Reflect.set(document, 'card', root)
      root.querySelector('wallet-connect-button')?.focus()
    }, BUTTON)
    await page.keyboard.press('Enter')
    await row('Alpha').click()
    await modal.getByRole('button', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => Reflect.get(document, 'card').activeElement?.id)).toBe('one')
  })
})

describe('the focus of who comes back to the list', () => {
  it('is on the row that was used, far down in the list', async () => {
    const names = 'abcdefghijkl'.split('').map((letter) => `W${letter}`)
    const opened = await shop.open({
      evmWallets: names.map((name) => walletCalled(name, { approve: 'manual' })),
    })
    await opened.button.click()
    await opened.row('Wk').focus()
    await opened.page.keyboard.press('Enter')
    await opened.modal.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => focusedWords(opened)).toBe('Wk')
  })

  it('is on the button that leads to wallets to install, when that was used', async () => {
    const opened = await shop.open({ evmWallets: two('always') })
    await opened.button.click()
    await opened.modal.getByRole('button', { name: 'Get a wallet' }).press('Enter')
    await opened.modal.getByRole('button', { name: 'Back' }).press('Enter')
    await expect.poll(() => focusedWords(opened)).toBe('Get a wallet')
  })
})

describe('the waiting view beside the page', () => {
  it('keeps the focus when Tab is pressed after a press on the card’s empty part', async () => {
    const opened = await openWaiting(`<input id="before">${BUTTON}<input id="after">`)
    await opened.modal.locator('.body').click({ position: { x: 5, y: 5 } })
    await opened.page.keyboard.press('Shift+Tab')
    expect(await focused(opened)).toBe('wallet-connect-modal')
  })

  it('closes by Escape when the page has moved the focus to its text', async () => {
    const { page, modal } = await openWaiting(`${BUTTON}<input id="after">`)
    await page.locator('#after').focus()
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
  })

  it('leaves the page’s popover around the button open when Escape closes it', async () => {
    const script = "<script>document.querySelector('#layer').showPopover()</script>"
    const { page, modal } = await openWaiting(`<div id="layer" popover>${BUTTON}</div>${script}`)
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    expect(await page.locator('#layer').evaluate((node) => node.matches(':popover-open'))).toBe(true)
  })
})
