import { describe, expect, it } from 'vitest'
import { untilStatus, useShop } from './support/shop.js'
import { readStatus, readTree, recordStatus } from './support/tree.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta'), walletCalled('Gamma')]
const BUTTON = 'wallet-connect-button'
const MODAL = 'wallet-connect-modal'

describe('by keys alone, and by the accessibility tree', () => {
  it('a visitor connects, switches the network and disconnects, and hears of each once (U10, UI07)', async () => {
    const { page, row, modal, item } = await shop.open({ evmWallets })
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    expect(await readTree(page)).toEqual(['button Connect wallet'])
    await press('Tab', 'Enter')
    await row('Alpha').waitFor()
    expect(await row('Alpha').evaluate((node) => node.matches(':focus-visible'))).toBe(true)
    await modal.getByRole('button', { name: 'Get a wallet' }).waitFor()
    await recordStatus(page, BUTTON)
    expect(await readTree(page)).toEqual([
      'dialog Connect to Shop [modal]',
      'heading Connect to Shop',
      'button Close',
      'button Alpha',
      'button Beta',
      'button Gamma',
      'button Get a wallet',
    ])
    await press('ArrowDown', 'Enter')
    await untilStatus(page, 'connected')
    await expect.poll(() => readStatus(page, BUTTON)).toEqual(['Beta is connected'])
    await expect.poll(() => readTree(page)).toEqual(['button Local node 0xf39F…2266'])
    await press('Enter')
    await item('Copy address').waitFor()
    expect((await readTree(page)).filter((line) => line.startsWith('menu'))).toEqual([
      'menu Account 0xf39F…2266, Local node, Beta',
      'menuitem Copy address',
      'menuitem Switch network Local node',
      'menuitem Accounts 2',
      'menuitem Connect another wallet',
      'menuitem Disconnect Beta',
    ])
    await press('s', 'ArrowRight')
    await item(/31338/).waitFor()
    expect((await readTree(page)).filter((line) => /radio/.test(line))).toEqual([
      'menuitemradio Local node [checked=true]',
      'menuitemradio Chain 31338 [checked=false]',
    ])
    await press('ArrowDown', 'Enter')
    await expect.poll(() => readStatus(page, BUTTON)).toHaveLength(2)
    // The wallet reports the network before it answers the menu's request, and only the answer closes the menu.
    await expect.poll(() => readTree(page)).toEqual(['button Chain 31338 0xf39F…2266'])
    await press('ArrowUp')
    await item('Disconnect Beta').waitFor()
    await press('Enter')
    await untilStatus(page, 'idle')
    await expect
      .poll(() => readStatus(page, BUTTON))
      .toEqual(['Beta is connected', 'The network is now Chain 31338', 'Beta is disconnected'])
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('one')
    await expect.poll(() => readTree(page)).toEqual(['button Connect wallet'])
  })

  it('a visitor asks for a code, gets back to the list and out of it (U10, U15)', async () => {
    const { page, modal } = await shop.open({
      body: `<wallet-connect-button id="one" app-name="Shop" chains="eip155:31337" wallets="walletConnect injected" project-id="0123456789abcdef0123456789abcdef" relay-url="ws://127.0.0.1:9"></wallet-connect-button>`,
      evmWallets: evmWallets.slice(0, 1),
      expectsErrors: true,
    })
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await modal.getByRole('button', { name: 'Get a wallet' }).waitFor()
    await recordStatus(page, MODAL)
    await page.keyboard.press('Enter')
    await modal.locator('.code').waitFor()
    expect(await readTree(page)).toEqual([
      'dialog Scan with your wallet app [modal]',
      'button Back',
      'heading Scan with your wallet app',
      'button Close',
      'button Cancel',
      'button Copy link',
      'button Get a wallet',
    ])
    expect((await readStatus(page, MODAL)).slice(0, 1)).toEqual(['Getting a code'])
    await modal.getByRole('button', { name: 'Back' }).focus()
    await page.keyboard.press('Enter')
    await modal.getByRole('button', { name: 'Alpha' }).waitFor()
    const name = () =>
      modal.evaluate(
        (host) => host.shadowRoot?.activeElement?.querySelector('[part=wallet-name]')?.textContent,
      )
    await expect.poll(name).toBe('WalletConnect')
    const said = (await readStatus(page, MODAL)).filter(Boolean)
    expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([])
    await page.keyboard.press('Escape')
    await modal.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('one')
  })
})
