import { describe, expect, it } from 'vitest'
import { blockStorage, fillStorage, storeForeignKeys } from '../counterparts/hostile-storage.js'
import { stopClock } from '../counterparts/page-clock.js'
import { call } from './support/calls.js'
import { BUTTON, SCRIPT, untilStatus, useShop } from './support/shop.js'
import { ACCOUNTS, walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta', { accounts: [ACCOUNTS[1]] })]
const isForeign = (key: string) => key.startsWith('scripted-wallet:')

describe('a page with a storage that', () => {
  it.each([
    ['E01: cannot be read', blockStorage],
    ['E02: is full', fillStorage],
  ])('%s paints, connects and disconnects', async (_, script) => {
    const opened = await shop.open({
      evmWallets,
      script: `<script>(${script.toString()})()</script>${SCRIPT}`,
    })
    await opened.connect('Alpha')
    await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    await untilStatus(opened.page, 'idle')
    expect(opened.console).toEqual([])
  })

  it('E03, E04: has nonsense under our keys shows nobody as connected, and recovers', async () => {
    const opened = await shop.open({ evmWallets })
    const { page } = opened
    await opened.connect('Alpha')
    const keys = (await opened.ledger()).storageKeys.filter((key) => !isForeign(key))
    await page.evaluate((stored) => {
      window.evmWallets[0]?.disconnect()
      const contents = [
        '{"a":',
        'null',
        '[null]',
        '{"__proto__":{"polluted":true}}',
        '['.repeat(10_000),
        'eip155=%E0%A4%A',
      ]
      for (const [index, key] of stored.entries())
        localStorage.setItem(key, contents[index % contents.length] ?? '')
      localStorage.setItem('wcb.1:default:reconnect', `eip155=${'x'.repeat(20_000)} nonsense`)
    }, keys)
    await page.reload()
    await opened.connect('Beta')
    expect(await page.evaluate(() => ({}) as { polluted?: boolean })).toEqual({})
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    expect((await opened.ledger()).storageKeys.filter((key) => !isForeign(key))).toEqual([])
  })

  it('E05, E06: names a missing account, chain and wallet trusts none of them', async () => {
    const opened = await shop.open({
      evmWallets,
      script: `<script>
        if (!localStorage.getItem('seeded')) {
          localStorage.setItem('seeded', '1')
          localStorage.setItem('wcb.1:default:reconnect', 'eip155=com.example.gone')
          localStorage.setItem('wcb.1:default:gone:account', '0x0000000000000000000000000000000000000001')
          localStorage.setItem('wcb.1:default:gone:chain', 'eip155:1')
        }
      </script>${SCRIPT}`,
    })
    const { page } = opened
    // A wallet may come late, so a record is deleted after several visits without its wallet (PR09).
    for (let visits = 1; ; visits += 1) {
      const own = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wcb.')))
      const missing = () => page.evaluate(() => localStorage.getItem('wcb.1:default:missing'))
      await expect.poll(missing).toBe(visits < 5 ? `eip155=${visits}` : null)
      if (visits < 5) await page.reload()
      else {
        expect(await own()).toEqual([])
        break
      }
    }
    expect(await opened.heard('connected')).toEqual([])
    expect(await page.evaluate(() => document.querySelector('wallet-connect-button')?.account)).toBe(null)
    await opened.button.click()
    await opened.row('Alpha').waitFor()
  })

  it('E10: the host clears keeps the session until the page is closed', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.connect('Alpha')
    await opened.page.evaluate(() => localStorage.clear())
    await opened.page.evaluate((account) => window.evmWallets[0]?.setAccounts([account]), ACCOUNTS[1])
    await expect.poll(() => opened.heard('changed')).toHaveLength(1)
    expect(await opened.button.innerText()).toContain(ACCOUNTS[1].slice(0, 6))
  })

  it('E11, E14: is full of foreign keys leaves them unchanged, and stores no signature or message under ours', async () => {
    const opened = await shop.open({
      evmWallets,
      script: `<script>(${storeForeignKeys.toString()})()</script>${SCRIPT}`,
    })
    const { page } = opened
    const foreign = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => !/^(?:wcb|scripted-wallet|starknetLast|gsw-last)/.test(key))
          .sort(),
      )
    const before = await foreign()
    expect(before).toHaveLength(50)
    await opened.connect('Alpha')
    const secret = await page.evaluate(async () => {
      const wallet = window.evmWallets[0]
      if (wallet) wallet.faults.answers = { personal_sign: `0x${'5e'.repeat(65)}` }
      return document.querySelector('wallet-connect-button')?.signMessage('nonce 12345678abcdef')
    })
    expect(secret).toContain('5e')
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(stored).not.toMatch(/5e5e5e|12345678abcdef/)
    await page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    expect(await foreign()).toEqual(before)
  })
})

describe('two tabs of one page', () => {
  it('E08: share a disconnect within a second, once, and nothing comes back', async () => {
    // Each tab's wallet keeps its own consent, so only our own key can tell the other tab.
    const wallets = evmWallets.map((wallet) => ({ ...wallet, memory: 'session' as const }))
    const first = await shop.open({ evmWallets: wallets, body: BUTTON })
    await first.connect('Alpha')
    const second = await shop.open({ url: first.url, beside: first })
    await second.page.clock.install()
    await second.page.reload()
    await second.button.click()
    await second.row('Alpha').click()
    await untilStatus(second.page, 'connected')
    // From here the other tab has one second, however long it takes.
    await stopClock(second.page)
    await first.page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    await second.page.clock.runFor(1_000)
    await expect.poll(() => second.heard('disconnected')).toMatchObject([{ detail: { reason: 'user' } }])
    await untilStatus(second.page, 'idle')
    expect(await first.heard('disconnected')).toHaveLength(1)
    expect(
      await second.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('wcb'))),
    ).toEqual([])
  })

  it('E09: can connect different wallets at once, and both store them correctly', async () => {
    const first = await shop.open({ evmWallets })
    const second = await shop.open({ url: first.url, beside: first })
    const connect = ({ page }: typeof first, id: string) =>
      page.evaluate(async (walletId) => {
        const { wallet } =
          (await document.querySelector('wallet-connect-button')?.connect({ walletId })) ?? {}
        return [wallet?.name, wallet?.account]
      }, id)
    const pairs = [
      ['Alpha', ACCOUNTS[0]],
      ['Beta', ACCOUNTS[1]],
    ]
    expect(
      await Promise.all([connect(first, 'com.example.alpha'), connect(second, 'com.example.beta')]),
    ).toEqual(pairs)
    const shown = ({ page }: typeof first) =>
      page.evaluate(() => {
        const { wallet, account } = document.querySelector('wallet-connect-button') ?? {}
        return [wallet?.name, account]
      })
    expect([await shown(first), await shown(second)]).toEqual(pairs)
    await first.page.reload()
    await untilStatus(first.page, 'connected')
    expect(pairs).toContainEqual(await shown(first))
  })
})

describe('E12: old keys of the last wallet', () => {
  it('are all deleted on disconnect, however many there are', async () => {
    const opened = await shop.open({
      evmWallets,
      script: `<script>
        for (let index = 0; index < 200; index += 1) localStorage.setItem('gsw-last-' + (1700000000000 + index) + '-ab' + index, 'argentX')
        localStorage.setItem('starknetLastConnectedWallet', 'braavos')
      </script>${SCRIPT}`,
    })
    await opened.connect('Alpha')
    await opened.page.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
    expect((await opened.ledger()).storageKeys.filter((key) => !isForeign(key))).toEqual([])
  })
})

describe('disconnect', () => {
  it('removes what is stored, also where the page stores an item called keys', async () => {
    const { page, connect } = await shop.open({ evmWallets })
    await page.evaluate(() => {
      localStorage.setItem('keys', 'x')
      localStorage.setItem('gsw-last-1-abc', 'argentX')
    })
    await connect('Alpha')
    await call(page, 'disconnect')
    const left = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => /^(?:gsw|wcb)/.test(key)),
    )
    expect(left).toEqual([])
  })
})

describe('the property storage', () => {
  it('counts also when it is set after the element is on a page that has used another button', async () => {
    const opened = await shop.open({ evmWallets })
    await opened.connect('Alpha')
    await opened.page.evaluate(() => {
      const two = document.createElement('wallet-connect-button')
      Object.assign(two, { id: 'two', store: 'b', chains: 'eip155:31337' })
      document.body.append(two)
      two.storage = sessionStorage
      return two.connect({ walletId: 'com.example.beta' }).then(() => {})
    })
    const places = await opened.page.evaluate(() =>
      [localStorage, sessionStorage].map(
        (place) => Object.keys(place).filter((key) => key.startsWith('wcb.1:b:')).length,
      ),
    )
    expect(places).toEqual([0, expect.any(Number)])
    expect(places[1]).toBeGreaterThan(0)
  })
})
