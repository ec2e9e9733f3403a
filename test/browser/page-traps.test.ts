import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { BUTTON, SCRIPT, type Shop, untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = Array.from({ length: 9 }, (_, at) => walletCalled(`Wallet ${at}`))
const drawer = (id = 'drawer') => `<nav id="${id}"><a href="#a">Home</a> ${BUTTON}</nav><p>Text</p>`

/** A page on which this place stops everything outside of the drawer in the capture phase. */
const stopping = (place: 'document' | 'window') => `${drawer()}<script>
  const types = ['click', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'pointerdown', 'pointerup', 'keydown', 'focusin']
  for (const type of types) ${place}.addEventListener(type, (event) => {
    if (event.composedPath().includes(document.getElementById('drawer'))) return
    event.stopPropagation()
    if (event.cancelable && type !== 'pointerdown') event.preventDefault()
  }, { capture: true, passive: false })
</script>`

/** Uses all that answers in the list and in the menu. */
async function useAll({ page, modal, button, row, item, element }: Shop): Promise<void> {
  const search = modal.getByRole('searchbox').or(modal.locator('.search'))
  await button.click()
  await search.click()
  await page.keyboard.type('7')
  await expect.poll(() => row('Wallet 1').count()).toBe(0)
  await modal.getByRole('button', { name: 'Close' }).click()
  await modal.waitFor({ state: 'detached' })
  await button.click()
  await row('Wallet 3').waitFor()
  await page.mouse.click(5, 5)
  await modal.waitFor({ state: 'detached' })
  await button.click()
  await row('Wallet 3').click()
  await untilStatus(page, 'connected')
  await modal.waitFor({ state: 'detached' })
  await button.click()
  await item(/^Disconnect/).click()
  await untilStatus(page, 'idle')
  await button.click()
  await row('Wallet 4').focus()
  await page.keyboard.press('Enter')
  await untilStatus(page, 'connected')
  expect(await element.evaluate((node) => (node as HTMLElement).dataset.status)).toBe('connected')
}

describe('a page that guards its own container', () => {
  it('PR10: leaves the list and the menu usable in a drawer with focus-trap', async () => {
    const [tabbable, trap] = await Promise.all(
      ['tabbable/dist/index.umd.min.js', 'focus-trap/dist/focus-trap.umd.min.js'].map((file) =>
        readFile(`node_modules/${file}`, 'utf8'),
      ),
    )
    const opened = await shop.open({
      evmWallets,
      // The libraries themselves are new globals.
      expectsErrors: true,
      script: `<script>${tabbable}</script><script>${trap}</script>${SCRIPT}`,
      body: `${drawer()}<script>addEventListener('load', () => focusTrap.createFocusTrap('#drawer', { escapeDeactivates: false }).activate())</script>`,
    })
    await useAll(opened)
    expect(opened.errors).toEqual([])
  })

  it('PR10: leaves them usable where the document stops everything outside of its drawer in the capture phase', async () => {
    await useAll(await shop.open({ evmWallets, body: stopping('document') }))
  })

  it('PR10: leaves them usable by clicks where the window does so, which prevents keys too', async () => {
    const { page, button, row, item } = await shop.open({ evmWallets, body: stopping('window') })
    await button.click()
    await row('Wallet 3').click()
    await untilStatus(page, 'connected')
    await button.click()
    await item(/^Disconnect/).click()
    await untilStatus(page, 'idle')
  })

  it('PR10: keeps the focus while a wallet is asked, where the page fetches it back into its drawer', async () => {
    const { page, modal, button, row } = await shop.open({
      evmWallets: ['Alpha', 'Beta'].map((name) => walletCalled(name, { approve: 'manual' })),
      body: `${drawer()}<script>
        document.addEventListener('focus', ({ target }) => {
          const own = document.getElementById('drawer')
          if (target !== document && !own.contains(target)) own.querySelector('a').focus()
        }, true)
      </script>`,
    })
    await button.click()
    await row('Alpha').click()
    const cancel = modal.getByRole('button', { name: 'Cancel' })
    await cancel.focus()
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('wallet-connect-modal')
  })

  it('PR10: hands a click on a link of the list in once, and leaves the link to the browser', async () => {
    const opened = await shop.open({ body: drawer().replace('wallets="injected"', 'wallets="io.metamask"') })
    await opened.button.click()
    const link = opened.modal.getByRole('link', { name: 'Install MetaMask' })
    await link.waitFor()
    // Another tab would ask the network.
    const opens = await link.evaluate((node: HTMLAnchorElement) => {
      const root = node.getRootNode()
      const heard = Object.assign(document, { clicks: 0, prevented: 0 })
      root.addEventListener('click', () => {
        heard.clicks += 1
      })
      window.addEventListener(
        'click',
        (event) =>
          queueMicrotask(() => {
            heard.prevented += Number(event.defaultPrevented)
            event.preventDefault()
          }),
        true,
      )
      return node.href
    })
    expect(opens).toMatch(/^https:/)
    await link.click()
    expect(
      await opened.page.evaluate(() => [Reflect.get(document, 'clicks'), Reflect.get(document, 'prevented')]),
    ).toEqual([1, 0])
  })
})
