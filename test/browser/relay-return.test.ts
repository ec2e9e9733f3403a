import { readdirSync, readFileSync } from 'node:fs'
import { type Hex, recoverMessageAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPage } from '../counterparts/chromium.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { type Phone, startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp } from '../counterparts/relay-phone-evm.js'
import { createStarknetApp } from '../counterparts/relay-phone-starknet.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import { ask, createVisit, heard, pair, read, scan, untilStatus } from '../counterparts/relay-visitor.js'

/** What a visitor sees, hears and fetches who has connected a phone on an earlier page. */
const open = useChromium()
let site: RelaySite
let relay: Relay
let phone: Phone

beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
})
afterAll(() => Promise.all([site?.stop(), relay?.stop()]))
beforeEach(async () => {
  phone = await startPhone({
    relayUrl: relay.url,
    ...createEvmApp({ nodes: { 31337: 'http://127.0.0.1:1' } }),
  })
})
afterEach(() => phone.stop())

const [account] = createEvmApp({ nodes: {} }).addresses as [Hex]

/** Runs in a page before anything else: while the session storage says so, the page is never idle until `rest` is called. */
function neverIdle(): void {
  const waiting: IdleRequestCallback[] = []
  const own = window.requestIdleCallback
  if (!sessionStorage.getItem('busy')) return
  window.requestIdleCallback = (run) => waiting.push(run)
  Object.assign(window, {
    rest() {
      window.requestIdleCallback = own
      for (const run of waiting.splice(0)) own(run)
    },
  })
}
const beBusy = ({ page }: Pick<TestPage, 'page'>) =>
  page.evaluate(() => sessionStorage.setItem('busy', 'yes'))
const rest = ({ page }: Pick<TestPage, 'page'>) =>
  page.evaluate(() => (window as unknown as { rest(): void }).rest())

/** The files that contain the relay's client. */
const clients = readdirSync('dist/embed').filter((file) =>
  readFileSync(`dist/embed/${file}`, 'utf8').includes('irn_subscribe'),
)
/** What was fetched of the relay, and of the relay's client. */
const heavy = (requests: readonly string[]) =>
  requests.filter((url) => url.startsWith('ws') || clients.some((file) => url.includes(file)))

const visitShop = createVisit(open, () => site)
const visit = (attributes: Record<string, string> = {}) =>
  visitShop({ chains: 'eip155:31337', 'relay-url': relay.url, ...attributes }, { initScripts: [neverIdle] })
const stored = ({ page }: Pick<TestPage, 'page'>) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /wcb|wc@2/.test(key)))
const ends = async ({ page }: Pick<TestPage, 'page'>) =>
  (await heard(page)).flatMap(([name, detail]) => (name === 'disconnected' ? [detail.reason] : []))

/** Connects the phone, and opens the page again, which is busy. @returns what this page has fetched since */
async function comeBack(test: TestPage, by = phone): Promise<() => string[]> {
  const { page } = test
  await pair(test, by)
  await beBusy(test)
  const fetched: string[] = []
  await page.reload({ waitUntil: 'commit' })
  page.on('request', (request) => fetched.push(request.url()))
  page.on('websocket', (socket) => fetched.push(socket.url()))
  await untilStatus(page, 'connected')
  await page.waitForLoadState('networkidle')
  return () => fetched
}

describe('a visitor who has connected a phone on an earlier page (U48)', () => {
  it('sees the account before the relay’s client is fetched, which comes when the page rests', async () => {
    const test = await visit()
    const again = await comeBack(test)
    const { page } = test
    expect(await read(page)).toEqual({ status: 'connected', account, chainId: 'eip155:31337' })
    await page.locator('wallet-connect-button').getByText(account.slice(0, 6)).waitFor()
    expect(clients).not.toEqual([])
    expect(heavy(again())).toEqual([])
    // Nor the list, nor React.
    expect(again().filter((url) => /\/(?:list|dom)-/.test(url))).toEqual([])
    await rest(test)
    await expect.poll(() => heavy(again()).some((url) => url.startsWith('ws'))).toBe(true)
    await phone.disconnect()
    await untilStatus(page, 'idle')
    expect(await ends(test)).toEqual(['wallet'])
  })

  it('signs at once: a request fetches the relay’s client', async () => {
    const test = await visit()
    const again = await comeBack(test)
    expect(heavy(again())).toEqual([])
    const signature = await ask<Hex>(test.page, 'signMessage', 'Tea, please')
    expect(await recoverMessageAddress({ message: 'Tea, please', signature })).toBe(account)
    await phone.emit('chainChanged', 31337, 'eip155:31337')
    await phone.disconnect()
    await untilStatus(test.page, 'idle')
    expect(await ends(test)).toEqual(['wallet'])
    expect(await stored(test)).toEqual([])
  })

  it('disconnects at once: the session is gone, and the phone hears of it', async () => {
    const test = await visit()
    await comeBack(test)
    const gone = phone.untilDeleted()
    await ask(test.page, 'disconnect')
    expect((await read(test.page)).status).toBe('idle')
    await gone
    await expect.poll(() => stored(test)).toEqual([])
    expect(await ends(test)).toEqual(['user'])
  })

  it('hears from the page that rests, or from a request, that the phone has ended the session meanwhile', async () => {
    for (const isAsked of [false, true]) {
      const test = await visit()
      const { page } = test
      await pair(test, phone)
      await beBusy(test)
      const url = page.url()
      await page.goto(`${site.server.origin}/nothing`)
      await phone.disconnect()
      await page.goto(url)
      await untilStatus(page, 'connected')
      if (isAsked) await expect(ask(page, 'signMessage', 'Tea?')).rejects.toThrow(/session/)
      else await rest(test)
      await untilStatus(page, 'idle')
      expect(await ends(test)).toEqual(['wallet'])
      await expect.poll(() => stored(test)).toEqual([])
    }
  })

  it('is not shown a session whose time is over, and nothing of it stays', async () => {
    const test = await visit()
    const { page } = test
    await pair(test, phone)
    await beBusy(test)
    await page.evaluate(() => {
      const key = 'wc@2:client:0.3:wcb-evm//session'
      const past = Math.floor(Date.now() / 1000) - 60
      const sessions = JSON.parse(localStorage.getItem(key) as string) as object[]
      localStorage.setItem(key, JSON.stringify(sessions.map((one) => ({ ...one, expiry: past }))))
    })
    const before = test.requests.length
    await page.reload()
    await expect.poll(() => stored(test)).toEqual([])
    await page.locator('wallet-connect-button').getByText('Connect wallet').waitFor()
    expect((await heard(page)).map(([name]) => name)).toEqual([])
    expect(heavy(test.requests.slice(before))).toEqual([])
  })

  it('sees in a second tab, whose relay client has not come yet, that the session has ended, with the true reason', async () => {
    for (const reason of ['user', 'wallet']) {
      const test = await visit()
      const again = await comeBack(test)
      const other = await test.context.newPage()
      await other.goto(test.page.url())
      await untilStatus(other, 'connected')
      expect(heavy(again())).toEqual([])
      // The other tab is not busy: its client comes, and hears the phone.
      if (reason === 'user') await ask(other, 'disconnect')
      else {
        await ask(other, 'signMessage', 'Tea, please')
        await phone.disconnect()
      }
      await untilStatus(test.page, 'idle')
      expect(await ends(test)).toEqual([reason])
      expect(heavy(again())).toEqual([])
      await expect.poll(() => stored(test)).toEqual([])
      await other.close()
    }
  })

  it('sees a Starknet account before the relay’s client is fetched, which comes with the first request', async () => {
    const app = createStarknetApp({ nodes: { SN_MAIN: 'http://127.0.0.1:1' } })
    const starknetPhone = await startPhone({ relayUrl: relay.url, ...app })
    try {
      const test = await visit({ wallets: 'argentMobile', chains: 'starknet:SN_MAIN' })
      const again = await comeBack(test, starknetPhone)
      expect(await read(test.page)).toMatchObject({ account: app.wallet.account.address })
      expect(heavy(again())).toEqual([])
      expect(again().filter((url) => /\/(?:list|evm|dom)-/.test(url))).toEqual([])
      await ask(test.page, 'disconnect')
      expect((await read(test.page)).status).toBe('idle')
      await expect.poll(() => stored(test)).toEqual([])
    } finally {
      await starknetPhone.stop()
    }
  })
})

describe('PR08: a code whose page is gone', () => {
  it('connects the next page, when the visitor has approved it meanwhile', async () => {
    const test = await visit()
    const { page } = test
    const uri = await scan(test)
    const address = page.url()
    await page.goto('about:blank')
    phone.pair(uri).catch(() => {})
    await expect.poll(() => phone.sessions.length).toBe(1)
    await page.goto(address)
    await untilStatus(page, 'connected')
    expect((await heard(page)).map(([name, { restored }]) => [name, restored])).toEqual([['connected', true]])
    expect((await stored(test)).filter((key) => key.endsWith(':codes'))).toEqual([])
    expect(await ask<Hex>(page, 'signMessage', 'Tea, please')).toMatch(/^0x/)
  })

  it('belongs to the page that shows it, as long as that is there; another tab follows', async () => {
    const test = await visit()
    const uri = await scan(test)
    const other = await test.context.newPage()
    await other.goto(test.page.url())
    await phone.pair(uri)
    await untilStatus(test.page, 'connected')
    await untilStatus(other, 'connected')
    // The list closes a little later.
    const names = (await heard(test.page)).map(([name]) => name)
    expect(names.filter((name) => name !== 'modal_closed')).toEqual(['connecting', 'connected'])
    expect(phone.sessions).toHaveLength(1)
    expect((await stored(test)).filter((key) => key.endsWith(':codes'))).toEqual([])
  })
})
