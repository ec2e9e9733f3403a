import { describe, expect, it } from 'vitest'
import { badIcons, badNames } from '../counterparts/hostile-announcements.js'
import { BUTTON, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, iconOf, walletCalled } from './support/wallets.js'

const shop = useShop()

describe('announcements of wallets', () => {
  it('A27: to ten elements need one request and one listener, kept for the page’s life', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha'), walletCalled('Beta')],
      body:
        BUTTON +
        '<wallet-connect-button chains="eip155:31337" store="two"></wallet-connect-button>'.repeat(9),
    })
    const { page } = opened
    await page.evaluate(() => {
      Object.defineProperty(document, 'asked', { value: [] as string[] })
      addEventListener('eip6963:requestProvider', ({ type }) =>
        (document as unknown as { asked: string[] }).asked.push(type),
      )
    })
    for (const element of await page.locator('wallet-connect-button [part=button]').all())
      await element.hover()
    await opened.connect('Alpha')
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    expect(await page.evaluate(() => (document as unknown as { asked: string[] }).asked)).toHaveLength(1)
    expect((await opened.ledger()).listeners['window eip6963:announceProvider']).toBe(1)
  })

  it('A01–A03: that are broken come first, and the three valid wallets are listed', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha'), walletCalled('Beta'), walletCalled('Gamma')],
    })
    await opened.page.evaluate(() => {
      const throwing = Object.defineProperty({}, 'info', {
        get() {
          throw new Error('info cannot be read')
        },
      })
      const provider = { request: async () => [] }
      const info = { uuid: '1', name: 'Bad', rdns: 'com.example.bad', icon: 'data:image/png;base64,AAAA' }
      const details = [
        null,
        undefined,
        42,
        'wallet',
        {},
        throwing,
        { info },
        { provider },
        { info: { ...info, name: '' }, provider },
        { info: { ...info, rdns: 7 }, provider },
      ]
      const announce = () => {
        for (const detail of details) window.wcbTesting.announceProvider(detail)
      }
      addEventListener('eip6963:requestProvider', announce)
      announce()
    })
    await opened.button.click()
    await opened.row('Gamma').waitFor()
    expect(await opened.modal.locator('button[part=wallet]').allInnerTexts()).toEqual([
      'Alpha',
      'Beta',
      'Gamma',
    ])
  })

  it('A06: of two wallets with one identity are both listed and marked, and neither is restored by itself', async () => {
    const twins = [
      walletCalled('Alpha'),
      walletCalled('Twin', { rdns: 'com.example.alpha', accounts: [ACCOUNTS[1]] }),
    ]
    const opened = await shop.open({ evmWallets: twins })
    const { page, modal } = opened
    await opened.button.click()
    await modal.getByRole('button', { name: /^Twin/ }).waitFor()
    expect(await modal.locator('[part=wallet-subtitle]').allInnerTexts()).toEqual(
      Array(2).fill('Another wallet here claims the same identity'),
    )
    await modal.getByRole('button', { name: /^Twin/ }).press('Enter')
    await untilStatus(page, 'connected')
    expect(await page.evaluate(() => document.querySelector('wallet-connect-button')?.account)).toBe(
      ACCOUNTS[1],
    )
    await page.reload()
    // As without the wallet: neither of the two can be asked (PR09).
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('wcb.1:default:missing')))
      .toBe('eip155=1')
    expect(await opened.heard('connected')).toEqual([])
  })

  it('A07: have names in plain text, isolated in direction, without controls, of at most 64 characters', async () => {
    const names = Object.values(badNames)
    const opened = await shop.open({
      evmWallets: names.map((name, index) => walletCalled(name, { rdns: `com.example.bad${index}` })),
    })
    await opened.button.click()
    await opened.modal
      .locator('button[part=wallet]')
      .nth(names.length - 1)
      .waitFor()
    const shown = await opened.modal
      .locator('[part=wallet-name] bdi')
      .evaluateAll((nodes) => nodes.map(({ textContent }) => textContent))
    // The list sorts them by name.
    expect(shown.sort()).toEqual(
      ['Walletknab', 'MetaMask', 'Wallet approved', badNames.markup?.slice(0, 64), 'W'.repeat(64)].sort(),
    )
    expect(await opened.page.evaluate(() => window.hostileRan)).toBe(undefined)
    expect(await opened.modal.locator('button[part=wallet] b').count()).toBe(0)
    const widths = await opened.modal
      .locator('button[part=wallet]')
      .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().width))
    expect(new Set(widths).size).toBe(1)
  })

  it('A08: with icons that are no harmless pictures get letters in the same box, and cause no request or script', async () => {
    const icons = Object.entries(badIcons)
    const opened = await shop.open({
      evmWallets: [
        ...icons.map(([name, icon], index) => walletCalled(`${index} ${name}`, { icon })),
        walletCalled('Fine', { icon: iconOf('red') }),
      ],
    })
    await opened.button.click()
    await opened.row('Fine').waitFor()
    await opened.page.waitForLoadState('networkidle')
    const boxes = await opened.modal.locator('button[part=wallet] [part=wallet-icon]').evaluateAll((nodes) =>
      nodes.map((node) => {
        // The opening animation may have moved the icon at this moment.
        const { offsetWidth, offsetHeight } = node as HTMLElement
        return `${offsetWidth}x${offsetHeight} ${node.querySelector('img')?.src.slice(0, 10) ?? node.textContent}`
      }),
    )
    expect(boxes).toEqual([
      '36x36 0',
      '36x36 1',
      '36x36 2',
      '36x36 data:image',
      '36x36 4',
      '36x36 5',
      '36x36 data:image',
      '36x36 data:image',
    ])
    expect(await opened.page.evaluate(() => window.hostileRan)).toBe(undefined)
    expect(opened.requests.filter((address) => !address.startsWith(shop.server.origin))).toEqual([])
  })
})

describe('the list under load', () => {
  it('K03: subscribes to none of a thousand wallets, shows sixty rows, and a search finds the others (BR11)', async () => {
    const opened = await shop.open({ evmWallets: [walletCalled('Alpha')] })
    const { page } = opened
    await opened.button.hover()
    await page.waitForLoadState('networkidle')
    const crowd = await page.evaluateHandle((icon) => {
      const heard = { subscriptions: 0 }
      const provider = () => ({
        request: async () => [],
        on: () => heard.subscriptions++,
        removeListener() {},
      })
      const details = Array.from({ length: 1_000 }, (_, index) => ({
        info: { uuid: crypto.randomUUID(), name: `Wallet ${index}`, rdns: `com.example.many${index}`, icon },
        provider: provider(),
      }))
      return { details, heard }
    }, iconOf('red'))
    await crowd.evaluate(async ({ details }) => {
      for (const detail of details) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      await document.querySelector('wallet-connect-button')?.open()
    })
    expect(await crowd.evaluate(({ heard }) => heard.subscriptions)).toBe(0)
    // The first frame has twelve rows.
    await expect.poll(() => opened.modal.locator('[part=wallet]').count()).toBe(60)
    // A wallet without a row on screen is found by its name (BR11).
    await opened.modal.locator('.search').fill('wallet 77')
    await expect.poll(() => opened.modal.locator('[part=wallet]').allInnerTexts()).toEqual(['Wallet 77'])
  })

  it('K05: updates a hundred elements with each change', async () => {
    const opened = await shop.open({
      evmWallets: [walletCalled('Alpha')],
      body: BUTTON + '<wallet-connect-button chains="eip155:31337"></wallet-connect-button>'.repeat(99),
    })
    const { page } = opened
    await opened.connect()
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll('wallet-connect-button')].every(
            ({ dataset }) => dataset.status === 'connected',
          ),
        ),
      )
      .toBe(true)
    await page.evaluate(
      async (accounts) => {
        for (let index = 0; index < 50; index += 1) {
          const account = accounts[index % 2 ? 0 : 1] as string
          const changed = new Promise((resolve) =>
            document.addEventListener('wallet_changed', resolve, { once: true }),
          )
          window.evmWallets[0]?.setAccounts([account])
          await changed
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      },
      [ACCOUNTS[0], ACCOUNTS[1]],
    )
    await expect
      .poll(() =>
        page.evaluate(() => [
          ...new Set(
            [...document.querySelectorAll('wallet-connect-button')].map(
              ({ shadowRoot }) => shadowRoot?.querySelector('bdi')?.textContent,
            ),
          ),
        ]),
      )
      .toEqual(['0xf39F…2266'])
  })
})
