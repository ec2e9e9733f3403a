import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { holdRoute } from './support/hold-route.js'
import { BUTTON, SCRIPT, type Shop, untilStatus, useShop } from './support/shop.js'
import { readStatus, recordStatus } from './support/tree.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]

async function openMenu(options: Parameters<typeof shop.open>[0] = {}): Promise<Shop> {
  const opened = await shop.open({ evmWallets, ...options })
  await opened.connect('Alpha')
  await opened.button.click()
  await opened.item('Copy address').waitFor()
  return opened
}

const focusedRow = ({ element }: Shop) =>
  element.evaluate((node) => (node.shadowRoot?.activeElement as HTMLElement | null)?.dataset.label ?? null)
const menus = ({ element }: Shop) => element.getByRole('menu').count()
/** Waits until what the page has begun is on screen. */
const nextPaint = ({ page }: Shop) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

describe('the menu of a connected wallet', () => {
  it('copies the address and confirms it', async () => {
    const opened = await openMenu()
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await opened.item('Copy address').click()
    await opened.item('Copied').waitFor()
    expect(await opened.page.evaluate(() => navigator.clipboard.readText())).toBe(ACCOUNTS[0])
    expect(await opened.element.getByRole('status').innerText()).toBe('Copied')
  })

  it.each(['account-menu', 'renderer'])(
    'does not open when the visitor has gone on to another field while its code was late: %s',
    async (part) => {
      const opened = await shop.open({ evmWallets, body: `${BUTTON}<input aria-label="Name">` })
      const { page } = opened
      await opened.connect('Alpha')
      const file = new RegExp(`/dist/embed/${part}-`)
      const letGo = await holdRoute(opened.context, file)
      await page.reload()
      await untilStatus(page, 'connected')
      const coming = page.waitForResponse((response) => file.test(response.url()))
      await opened.button.click()
      const field = page.getByLabel('Name')
      await field.click()
      await page.keyboard.type('he')
      letGo()
      await (await coming).finished()
      await page.waitForLoadState('networkidle')
      await nextPaint(opened)
      await page.keyboard.type('llo')
      expect(await field.inputValue()).toBe('hello')
      expect(await menus(opened)).toBe(0)
    },
  )

  it('opens while the Enter key is held and its code is late (BR04)', async () => {
    const opened = await shop.open({ evmWallets })
    const { page, button, element } = opened
    await opened.connect('Alpha')
    const letGo = await holdRoute(opened.context, /\/dist\/embed\/account-menu-/)
    await page.reload()
    await untilStatus(page, 'connected')
    await button.focus()
    await page.keyboard.down('Enter')
    await element.locator('[part=button][aria-expanded=true]').waitFor()
    await page.keyboard.down('Enter')
    letGo()
    await element.getByRole('menuitem').first().waitFor()
  })

  it('is closed, and leaves Escape to the page, when the page moves its button', async () => {
    const opened = await openMenu({ body: `${BUTTON}<main></main>` })
    const { page, button, item } = opened
    await page.evaluate(() => {
      document.querySelector('main')?.append(document.querySelector('#one') as Element)
      document.addEventListener('keydown', ({ key }) => document.body.setAttribute('data-key', key))
    })
    await opened.element.locator('[part=button][aria-expanded=false]').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('body').getAttribute('data-key')).toBe('Escape')
    await button.click()
    await item('Copy address').waitFor()
  })

  it.each(['html { zoom: 1.5 }', 'body { zoom: .8 }', 'main { zoom: 1.25 }'])(
    'lies below its button and within the window: %s',
    async (css) => {
      const opened = await openMenu({
        head: `<style>${css}</style>`,
        body: `<main style="padding: 60px 0 0 100px">${BUTTON}</main>`,
        width: 1000,
        height: 600,
      })
      await nextPaint(opened)
      const button = await opened.button.boundingBox()
      const menu = await opened.element.locator('[popover]').boundingBox()
      if (!button || !menu) throw new Error('The menu is not on screen')
      expect(menu.x).toBeCloseTo(button.x, -1)
      expect(menu.y).toBeCloseTo(button.y + button.height + 8, -1)
      expect(menu.y + menu.height).toBeLessThanOrEqual(600)
    },
  )

  it('stays within the window of a page without a doctype', async () => {
    const url = shop.server.page(
      '/quirks',
      `<html><head><meta charset="utf-8">${SCRIPT}</head><body><p style="height:1600px">Tea</p>${BUTTON}<p style="height:1500px"></p></body></html>`,
    )
    const opened = await shop.open({ evmWallets, url })
    await opened.connect('Alpha')
    await opened.page.evaluate(() => scrollTo(0, 1_000))
    await opened.button.click()
    await opened.item('Copy address').waitFor()
    const { y = 0, height = 0 } = (await opened.element.getByRole('menu').boundingBox()) ?? {}
    expect(y + height).toBeLessThanOrEqual(opened.page.viewportSize()?.height ?? 0)
  })

  it('stays within the window, and in its place, when a long balance arrives (UI02)', async () => {
    await anvil.request('anvil_setBalance', [ACCOUNTS[2], '0x112210f47de98115'])
    const opened = await shop.open({
      evmWallets: [
        walletCalled('Alpha', { rpcUrls: { 31337: anvil.url }, accounts: [ACCOUNTS[2]] }),
        walletCalled('Beta'),
      ],
      body: `<div style="display:flex;justify-content:end">${BUTTON}</div>`,
    })
    await opened.connect('Alpha')
    await opened.button.click()
    const menu = opened.element.locator('.menu').first()
    await opened.item('Copy address').waitFor()
    const read = async () => {
      const { left, right } = await menu.evaluate((node) => node.getBoundingClientRect())
      return { left, right }
    }
    const before = await read()
    await menu.getByText('1.234567').waitFor()
    expect(await read()).toEqual(before)
    expect(before.right).toBeLessThanOrEqual(opened.page.viewportSize()?.width ?? 0)
  })

  it.each([
    ['with a font of 200 %', {}, 'menu', 576],
    ['with a finger on a wide screen', { mobile: true, width: 1024, height: 768 }, 'menu sheet', 560],
  ] as const)('is no bar over the whole width, %s (UI12)', async (_, device, kind, width) => {
    const opened = await shop.open({ evmWallets, ...device })
    await opened.connect('Alpha')
    const session = await opened.context.newCDPSession(opened.page)
    if (kind === 'menu') await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
    await opened.button.click()
    await opened.item('Copy address').waitFor()
    const menu = opened.element.locator('.menu').first()
    expect(await menu.getAttribute('class')).toBe(kind)
    await expect.poll(async () => (await menu.boundingBox())?.width).toBe(width)
  })

  it('switches the network in the wallet, and explains a refusal', async () => {
    const opened = await openMenu()
    const { page } = opened
    await opened.item('Switch network').click()
    await page.evaluate(() => window.evmWallets[0]?.setApprove('never'))
    await opened.item(/31338/).click()
    await opened.element
      .getByRole('status')
      .getByText('You declined in Alpha.')
      .waitFor({ state: 'attached' })
    expect(await opened.element.getByRole('alert').innerText()).toBe('')
    expect(await opened.heard('error', 'document')).toHaveLength(1)
    await page.evaluate(() => window.evmWallets[0]?.setApprove('always'))
    await opened.item(/31338/).click()
    await expect
      .poll(() => page.evaluate(() => document.querySelector('wallet-connect-button')?.chainId))
      .toBe('eip155:31338')
    await expect.poll(() => menus(opened)).toBe(0)
    expect(await opened.heard('changed')).toHaveLength(1)
  })

  it('disconnects the wallet, with no key of ours left behind', async () => {
    const opened = await openMenu()
    await opened.item('Disconnect Alpha').click()
    await untilStatus(opened.page, 'idle')
    await expect.poll(() => menus(opened)).toBe(0)
    expect((await opened.ledger()).storageKeys.filter((key) => !key.startsWith('scripted-wallet:'))).toEqual(
      [],
    )
    expect(await opened.page.evaluate(() => document.activeElement?.id)).toBe('one')
  })

  it('announces each change once, in one region that stays (U10)', async () => {
    const opened = await shop.open({ evmWallets })
    const { page, element } = opened
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await recordStatus(page, 'wallet-connect-button')
    const said = () => readStatus(page, 'wallet-connect-button')
    await opened.connect('Alpha')
    await expect.poll(said).toEqual(['Alpha is connected'])
    await opened.button.click()
    await opened.item('Copy address').click()
    await expect.poll(said).toHaveLength(2)
    await opened.item('Switch network').click()
    await opened.item(/31338/).click()
    await expect.poll(said).toHaveLength(3)
    await expect.poll(() => menus(opened)).toBe(0)
    await opened.button.click()
    await opened.item('Disconnect Alpha').click()
    await expect
      .poll(said)
      .toEqual(['Alpha is connected', 'Copied', 'The network is now Chain 31338', 'Alpha is disconnected'])
    expect(await element.getByRole('status').count()).toBe(1)
  })

  it('opens the list for another wallet, which replaces the first', async () => {
    const opened = await openMenu()
    await opened.item('Connect another wallet').click()
    await opened.row('Beta').click()
    await expect
      .poll(() => opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.wallet?.name))
      .toBe('Beta')
    expect(await opened.heard('disconnected')).toMatchObject([
      { detail: { walletId: 'com.example.alpha', reason: 'replaced' } },
    ])
    expect(await opened.page.evaluate(() => window.evmWallets[0]?.listenerCount())).toBe(0)
  })

  it('closes by a press elsewhere, by Escape and by its button, and the page gets neither Escape nor letters', async () => {
    const opened = await openMenu({ body: `${BUTTON}<p style="margin-top:500px">Text</p>` })
    const { page } = opened
    await page.evaluate(() => {
      Object.defineProperty(document, 'keysHeard', { value: [] as string[] })
      document.addEventListener('keydown', ({ key }) =>
        (document as unknown as { keysHeard: string[] }).keysHeard.push(key),
      )
    })
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    await expect.poll(() => menus(opened)).toBe(0)
    await opened.button.click()
    await opened.item('Copy address').waitFor()
    await page.getByText('Text').click()
    await expect.poll(() => menus(opened)).toBe(0)
    await opened.button.click()
    await opened.item('Copy address').waitFor()
    await opened.button.click()
    await expect.poll(() => menus(opened)).toBe(0)
    expect(await page.evaluate(() => (document as unknown as { keysHeard: string[] }).keysHeard)).toEqual([])
  })
})

describe('the submenu of networks', () => {
  it('opens under a resting pointer after 100 ms, not before', async () => {
    const opened = await openMenu()
    const { page } = opened
    const box = await opened.item('Switch network').boundingBox()
    await page.evaluate(() => {
      const root = document.querySelector('wallet-connect-button')?.shadowRoot as ShadowRoot
      const times = { moved: 0, opened: 0 }
      Object.defineProperty(document, 'times', { value: times })
      root.querySelector('[data-key=network]')?.addEventListener('pointermove', () => {
        times.moved ||= performance.now()
      })
      new MutationObserver(() => {
        if (root.querySelectorAll('[role=menu]').length > 1) times.opened ||= performance.now()
      }).observe(root, { childList: true, subtree: true })
    })
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    await opened.item(/31338/).waitFor()
    const { moved, opened: at } = await page.evaluate(
      () => (document as unknown as { times: { moved: number; opened: number } }).times,
    )
    expect(at - moved).toBeGreaterThanOrEqual(99)
  })

  it('stays while the pointer crosses other rows on its way to it, and closes when the pointer rests on one', async () => {
    const opened = await openMenu()
    const { page } = opened
    const from = await opened.item('Switch network').boundingBox()
    await page.mouse.move((from?.x ?? 0) + 40, (from?.y ?? 0) + 20)
    await opened.item(/31338/).waitFor()
    const to = await opened.item(/31338/).boundingBox()
    // Down and across, as a hand moves.
    await page.mouse.move(
      (from?.x ?? 0) + (from?.width ?? 0) - 20,
      (from?.y ?? 0) + (from?.height ?? 0) + 4,
      { steps: 3 },
    )
    expect(await menus(opened)).toBe(2)
    await page.mouse.move((to?.x ?? 0) + 20, (to?.y ?? 0) + 20, { steps: 3 })
    expect(await menus(opened)).toBe(2)
    expect(await focusedRow(opened)).toBe('Chain 31338')
    const rest = await opened.item('Disconnect Alpha').boundingBox()
    await page.mouse.move((rest?.x ?? 0) + 20, (rest?.y ?? 0) + 20)
    await expect
      .poll(async () => {
        await page.mouse.move((rest?.x ?? 0) + 21, (rest?.y ?? 0) + 20)
        await page.mouse.move((rest?.x ?? 0) + 20, (rest?.y ?? 0) + 20)
        return menus(opened)
      })
      .toBe(1)
  })

  it('is reached and left by arrow keys, and Escape closes one level at a time', async () => {
    const opened = await openMenu()
    const { page } = opened
    await page.keyboard.press('ArrowDown')
    expect(await focusedRow(opened)).toBe('Copy address')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await opened.item(/31338/).waitFor()
    await expect.poll(() => focusedRow(opened)).toBe('Local node')
    await page.keyboard.press('ArrowDown')
    expect(await focusedRow(opened)).toBe('Chain 31338')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => menus(opened)).toBe(1)
    expect(await focusedRow(opened)).toBe('Switch network')
    await page.keyboard.press('Enter')
    await expect.poll(() => menus(opened)).toBe(2)
    await page.keyboard.press('Escape')
    await expect.poll(() => menus(opened)).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => menus(opened)).toBe(0)
  })

  it('opens at its first row by ArrowDown, and at its last by ArrowUp (U23)', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.connect('Alpha')
    await opened.button.focus()
    await opened.page.keyboard.press('ArrowUp')
    await expect.poll(() => focusedRow(opened)).toBe('Disconnect Alpha')
    await opened.page.keyboard.press('Escape')
    await opened.page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedRow(opened)).toBe('Copy address')
  })

  it('stays open when the wallet answers a switch of the menu before it', async () => {
    const opened = await openMenu()
    const { page } = opened
    await page.evaluate(() =>
      Object.assign(window.evmWallets[0]?.faults ?? {}, { hold: ['wallet_switchEthereumChain'] }),
    )
    await opened.item('Switch network').click()
    await opened.item(/31338/).click()
    await opened.element.getByText('Confirm in your wallet').first().waitFor()
    await opened.button.click()
    await expect.poll(() => menus(opened)).toBe(0)
    await opened.button.click()
    await opened.element.getByText('Confirm in your wallet').waitFor()
    await page.evaluate(() => window.evmWallets[0]?.release())
    await opened.element.getByText('Confirm in your wallet').waitFor({ state: 'detached' })
    await nextPaint(opened)
    expect(await opened.item('Copy address').isVisible()).toBe(true)
  })

  it('shows nothing of a switch that the wallet before it never answered', async () => {
    const opened = await openMenu({ evmWallets: [walletCalled('Alpha'), walletCalled('Beta')] })
    const { page } = opened
    await page.evaluate(() =>
      Object.assign(window.evmWallets[0]?.faults ?? {}, { hold: ['wallet_switchEthereumChain'] }),
    )
    await opened.item('Switch network').click()
    await opened.item(/31338/).click()
    await opened.element.getByText('Confirm in your wallet').first().waitFor()
    await opened.item('Connect another wallet').click()
    await opened.row('Beta').click()
    await expect
      .poll(() => page.evaluate(() => document.querySelector('wallet-connect-button')?.wallet?.name))
      .toBe('Beta')
    await opened.button.click()
    await opened.item('Disconnect Beta').waitFor()
    await nextPaint(opened)
    expect(await opened.element.getByRole('alert').innerText()).toBe('')
    expect(await opened.element.getByText('Confirm in your wallet').count()).toBe(0)
  })

  it('is a sheet for touch, and its second page has a way back (U23)', async () => {
    const opened = await shop.open({ evmWallets, mobile: true, width: 390 })
    await opened.connect('Alpha')
    await opened.button.tap()
    await opened.item('Switch network').tap()
    await opened.item(/31338/).waitFor()
    expect(await menus(opened)).toBe(1)
    await opened.element.getByRole('button', { name: 'Back' }).tap()
    await opened.item('Copy address').waitFor()
  })

  it('has type-ahead to the row that begins with the typed text', async () => {
    const opened = await openMenu()
    const { page } = opened
    await page.keyboard.press('d')
    expect(await focusedRow(opened)).toBe('Disconnect Alpha')
    await page.keyboard.press('Home')
    await page.keyboard.type('con')
    expect(await focusedRow(opened)).toBe('Connect another wallet')
    await page.keyboard.press('Home')
    await page.keyboard.press('c')
    expect(await focusedRow(opened)).toBe('Connect another wallet')
    // The same letter again moves to the next row that begins with it.
    await page.keyboard.press('c')
    expect(await focusedRow(opened)).toBe('Copy address')
  })
})

describe('the attribute show-balance', () => {
  it('shows the balance on the chain, and nothing when it cannot be read', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { rpcUrls: { 31337: anvil.url, 31338: 'http://127.0.0.1:1' } })],
      body: BUTTON.replace('app-name', 'show-balance app-name'),
    })
    await opened.connect()
    await expect.poll(() => opened.button.innerText()).toContain('10,000\u00a0ETH')
    await opened.page.evaluate(() => window.evmWallets[0]?.setChain(31338))
    await expect.poll(() => opened.button.innerText()).not.toContain('ETH')
    expect(
      await opened.page.evaluate(() =>
        document
          .querySelector('wallet-connect-button')
          ?.getBalance()
          .catch(({ message }) => message),
      ),
    ).toBe('Something went wrong')
  })
})

describe('a balance that is shown', () => {
  it('comes once the menu could read it, and changes with a transaction, in the button and in the page', async () => {
    const hash = `0x${'1'.repeat(64)}`
    const node = { balance: '', receipt: { status: '0x1', blockNumber: '0x1', transactionHash: hash } }
    shop.server.route('/node', ({ body }) => {
      const { id, method } = JSON.parse(body)
      const results: Record<string, unknown> = {
        eth_getBalance: node.balance,
        eth_chainId: '0x7a69',
        eth_blockNumber: '0x2',
        eth_sendTransaction: hash,
        eth_getTransactionReceipt: node.receipt,
      }
      const status = results[method] === '' ? 500 : 200
      const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' }
      return {
        status,
        headers,
        body: JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? null }),
      }
    })
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { rpcUrls: { 31337: `${shop.server.origin}/node` } })],
      body: `${BUTTON.replace('app-name', 'show-balance page-state app-name')}<p data-wallet-text="balance">own</p>`,
      expectsErrors: true,
    })
    const { page, button, element } = opened
    await opened.connect()
    const read = () => document.querySelector('wallet-connect-button')?.getBalance()
    await expect(page.evaluate(read)).rejects.toThrow('Something went wrong')
    expect(await page.locator('p').innerText()).toBe('own')
    node.balance = '0x8ac7230489e80000'
    await button.click()
    await expect.poll(() => element.locator('.balances dd').innerText()).toBe('10')
    const shown = async () => [await button.innerText(), await page.locator('p').innerText()]
    await expect.poll(shown).toEqual([expect.stringContaining('10\u00a0ETH'), '10 ETH'])
    node.balance = '0x4563918244f40000'
    await page.evaluate(async (to) => {
      const one = document.querySelector('wallet-connect-button')
      const sent = await one?.execute({ to, value: '1' })
      await one?.waitForTransaction(sent?.transactionHash ?? '')
    }, ACCOUNTS[1])
    await expect.poll(shown).toEqual([expect.stringContaining('5\u00a0ETH'), '5 ETH'])
  })
})

describe('a balance that cannot be read', () => {
  it('has words beside its dash, as a tooltip and for a screen reader, in the visitor’s language (UI07)', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha', { chainId: 31338, rpcUrls: { 31338: 'http://127.0.0.1:1' } })],
      body: BUTTON.replace('app-name', 'lang="de" app-name'),
    })
    await opened.connect()
    await opened.button.click()
    const amount = opened.element.locator('.balances dd')
    await expect.poll(() => amount.innerText()).toMatch(/^–/)
    const words = 'Das Netzwerk ist gerade nicht erreichbar. Versuche es später erneut.'
    await expect.poll(() => amount.getAttribute('title')).toBe(words)
    expect(await amount.locator('span:not([aria-hidden])').innerText()).toBe(words)
    expect(await amount.locator('bdi').getAttribute('aria-hidden')).toBe('true')
  })
})

describe('an account that changes', () => {
  it('is announced', async () => {
    const { page, connect, element } = await shop.open({ evmWallets })
    await connect('Alpha')
    await element.locator('[role=status]').waitFor({ state: 'attached' })
    await recordStatus(page, 'wallet-connect-button')
    await page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
    await expect
      .poll(() => readStatus(page, 'wallet-connect-button'))
      .toContain(`${ACCOUNTS[1].slice(0, 6)}…${ACCOUNTS[1].slice(-4)}`)
  })
})

describe('a menu on a phone', () => {
  it('shows the way back from a list of networks that is higher than the sheet', async () => {
    const chains = Array.from({ length: 14 }, (_, at) => `eip155:${31_337 + at}`).join(' ')
    const { button, element, item, page } = await shop.open({
      evmWallets: [walletCalled('Beta')],
      width: 390,
      height: 700,
      mobile: true,
      body: BUTTON.replace('eip155:31337 eip155:31338', chains),
    })
    await button.tap()
    await untilStatus(page, 'connected')
    await button.tap()
    await item(/Switch network/).tap()
    await element.locator('.back').waitFor()
    const top = (selector: string) =>
      element.locator(selector).evaluate((node) => node.getBoundingClientRect().top)
    await expect.poll(async () => (await top('.back')) - (await top('[part=menu]'))).toBeGreaterThanOrEqual(0)
  })
})

describe('a menu with an open submenu', () => {
  const nodes = Object.fromEntries([1, 10, 8453].map((chain) => [chain, 'http://127.0.0.1:1']))
  /** A wallet on a chain that the page does not list. */
  const astray = () => ({
    evmWallets: [walletCalled('Alpha', { chainId: 10, rpcUrls: nodes }), walletCalled('Beta')],
    body: BUTTON.replace('eip155:31337 eip155:31338', 'eip155:1 eip155:8453'),
    expectsErrors: true,
  })
  const isDrawn = ({ element }: Shop) => element.evaluate((node) => node.shadowRoot?.childElementCount)

  it('stays whole when the wallet is brought to a network of the page by the list of networks', async () => {
    const opened = await openMenu(astray())
    await opened.item('Switch network').click()
    await opened.item('Base').click()
    await expect.poll(() => menus(opened)).toBe(0)
    expect(await isDrawn(opened)).toBeGreaterThan(0)
    expect(await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.chainId)).toBe(
      'eip155:8453',
    )
  })

  it('stays when the wallet leaves the networks of the page meanwhile', async () => {
    const opened = await openMenu(astray())
    await opened.page.evaluate(() => window.evmWallets[0]?.setChain(1))
    await opened.item(/^Switch to/).waitFor({ state: 'detached' })
    await opened.item('Switch network').click()
    await opened.item('Base').waitFor()
    await opened.page.evaluate(() => window.evmWallets[0]?.setChain(10))
    await opened.item(/^Switch to/).waitFor()
    expect(await opened.item('Base').isVisible()).toBe(true)
  })

  it.each(['Accounts', 'Switch network'])(
    'stays when a sheet becomes a menu beside its button: %s',
    async (name) => {
      const opened = await openMenu({ width: 400, height: 700 })
      await opened.item(name).click()
      await opened.element.locator('.back').waitFor()
      await opened.page.setViewportSize({ width: 1_000, height: 700 })
      await opened.element.locator('.back').waitFor({ state: 'detached' })
      await opened.item('Copy address').waitFor()
      expect(await menus(opened)).toBe(2)
    },
  )
})

describe('a request that the visitor cancels in the menu', () => {
  it('is not told as the visitor’s refusal when the menu is opened again', async () => {
    const opened = await openMenu({
      evmWallets: [
        walletCalled('Alpha', { faults: { hold: ['wallet_switchEthereumChain'] } }),
        walletCalled('Beta'),
      ],
      expectsErrors: true,
    })
    await opened.item('Switch network').click()
    await opened.item(/31338/).click()
    await opened.item('Cancel').click()
    await expect.poll(() => menus(opened)).toBe(0)
    await opened.button.click()
    await opened.item('Copy address').waitFor()
    expect(await opened.element.getByText('You declined').count()).toBe(0)
  })
})
