import type { Browser, Page } from 'playwright-core'
import { createPublicClient, type Hex, http, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from '../../scripts/launch-chromium.mjs'
import { ADDRESS } from '../counterparts/coinbase-popup/account.js'
import { answer, useCoinbase, type Visit } from '../counterparts/coinbase-popup/bench.js'
import { stopClock } from '../counterparts/page-clock.js'
import { holdRoute } from './support/hold-route.js'

const bench = useCoinbase()

const TYPED_DATA = {
  domain: { name: 'Shop', version: '1', chainId: 31337 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [{ name: 'tea', type: 'uint256' }],
  },
  primaryType: 'Order',
  message: { tea: 2n },
} as const

async function connect(visit: Visit): Promise<void> {
  const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
  await answer(popup, 'eth_requestAccounts')
  expect((await visit.next()).code).toBe(undefined)
  await expect.poll(() => popup.isClosed()).toBe(true)
}

/** Opens a page whose clock a test can stop. */
async function openWithClock(options: Parameters<typeof bench.open>[0]): Promise<Visit> {
  const visit = await bench.open(options)
  await visit.page.clock.install()
  await visit.page.reload()
  await visit.page.waitForFunction(() => 'dapp' in window)
  return visit
}

const read = (visit: Visit) =>
  visit.page.evaluate(() => {
    const { status, account, chainId } = window.dapp.element
    return { status, account, chainId }
  })

/** Everything that a page's origin stores; keys are described by what scripts can read of them. */
const readKept = (visit: Visit) =>
  visit.page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const opening = indexedDB.open('wallet-connect-button')
    await new Promise((resolve) => {
      opening.onsuccess = opening.onerror = resolve
    })
    const names = opening.result.objectStoreNames
    const reading = names.contains('keys')
      ? opening.result.transaction('keys').objectStore('keys').getAll()
      : null
    const records = await new Promise<unknown[]>((resolve) => {
      if (!reading) return resolve([])
      reading.onsuccess = () => resolve(reading.result)
    })
    opening.result.close()
    const keys = records.flatMap((record) =>
      Object.values(record as object).filter((value): value is CryptoKey => value instanceof CryptoKey),
    )
    return {
      databases: databases.map(({ name }) => name),
      records: records.length,
      keys: keys.map(({ type, extractable }) => [type, extractable]),
      local: Object.keys(localStorage).filter((name) => !name.startsWith('wcb.1:')),
    }
  })

describe('the coinbase-style wallet', () => {
  it('connects, signs valid signatures, sends mined transactions, switches, survives a reload, and leaves nothing', async () => {
    const visit = await bench.open()
    const { page } = visit
    await connect(visit)
    expect(await read(visit)).toEqual({ status: 'connected', account: ADDRESS, chainId: 'eip155:31337' })

    await answer(await visit.ask(({ element }) => element.signMessage('Hello, wallet')), 'personal_sign')
    const signature = (await visit.next()).value as Hex
    expect(await verifyMessage({ address: ADDRESS, message: 'Hello, wallet', signature })).toBe(true)

    await page.evaluate((data) => Object.assign(window, { data }), { ...TYPED_DATA, message: { tea: '2' } })
    await answer(
      await visit.ask(({ element }) => element.signTypedData((window as unknown as { data: unknown }).data)),
      'eth_signTypedData_v4',
    )
    const typed = (await visit.next()).value as Hex
    expect(await verifyTypedData({ ...TYPED_DATA, address: ADDRESS, signature: typed } as never)).toBe(true)

    // The wallet knows both chains, so the page's side decides about the switch.
    await visit.press(({ element }) => element.switchChain({ chainId: 31338 }))
    expect((await visit.next()).code).toBe(undefined)
    expect(await read(visit)).toMatchObject({ chainId: 'eip155:31338' })

    await page.reload()
    await page.waitForFunction(() => window.dapp?.element.status === 'connected')
    expect(await read(visit)).toEqual({ status: 'connected', account: ADDRESS, chainId: 'eip155:31338' })
    expect(visit.context.pages()).toHaveLength(1)

    const after = await visit.ask(({ element }) =>
      (element.provider as { request(args: object): Promise<unknown> }).request({
        method: 'eth_sendTransaction',
        params: [{ to: '0x000000000000000000000000000000000000dEaD', value: '0x5', from: element.account }],
      }),
    )
    await answer(after, 'eth_sendTransaction')
    // The page was reloaded, which deleted its outcomes.
    const sent = await page.waitForFunction(() => window.dapp.outcomes[0])
    const hash = ((await sent.jsonValue()) as { value: Hex }).value
    const receipt = await createPublicClient({
      transport: http(bench.chains[1].url),
    }).waitForTransactionReceipt({
      hash,
    })
    expect(receipt.status).toBe('success')

    const kept = await readKept(visit)
    expect(kept).toMatchObject({ records: 1, local: [] })
    expect(kept.keys.filter(([type, extractable]) => type !== 'public' && extractable)).toEqual([])
    expect(
      await page.evaluate(() => window.dapp.element.disconnect().then(() => window.dapp.element.status)),
    ).toBe('idle')
    expect(await readKept(visit)).toMatchObject({ records: 0, local: [] })
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  it('sends requests only to its own page and the nodes, draws nothing into the page, and releases everything', async () => {
    const visit = await bench.open()
    const children = () =>
      visit.page.evaluate(() => [...document.documentElement.children].map((one) => one.localName))
    const before = await visit.ledger()
    await connect(visit)
    expect(await children()).toEqual(['head', 'body'])
    expect(await visit.page.evaluate(() => document.querySelector('[class*=cbwsdk]'))).toBe(null)
    await visit.page.evaluate(() => window.dapp.element.disconnect())
    const after = await visit.ledger()
    expect(after.listeners['window message']).toBe(before.listeners['window message'])
    expect(after.listeners['window pagehide']).toBe(before.listeners['window pagehide'])
    await expect.poll(async () => (await visit.ledger()).timeouts).toBe(before.timeouts)
    expect(after.intervals).toBe(before.intervals)
    const origins = [bench.site.server.origin, bench.server.origin, ...bench.chains.map(({ url }) => url)]
    expect(visit.requests.filter((url) => !origins.some((origin) => url.startsWith(origin)))).toEqual([])
    expect(visit.console).toEqual([])
  })

  it('has stored the chain when a switch resolves, also while the database is busy', async () => {
    const visit = await bench.open()
    await connect(visit)
    await visit.page.evaluate(async () => {
      const opening = indexedDB.open('wallet-connect-button')
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const table = opening.result.transaction('keys', 'readwrite').objectStore('keys')
      const end = performance.now() + 700
      const hold = () => {
        if (performance.now() < end) table.count().onsuccess = hold
      }
      hold()
    })
    await visit.press(({ element }) => element.switchChain({ chainId: 31338 }))
    expect((await visit.next()).code).toBe(undefined)
    await visit.page.reload()
    await visit.page.waitForFunction(() => window.dapp?.element.status === 'connected')
    expect(await read(visit)).toMatchObject({ chainId: 'eip155:31338' })
  })

  it('opens its window in the click on its row, and shows what it waits for', async () => {
    const visit = await bench.open({ config: { wallets: 'coinbase io.metamask' } })
    await visit.page.evaluate(() => window.dapp.element.setAttribute('mode', 'alwaysAsk'))
    await visit.page.locator('wallet-connect-button [part=button]').click()
    const [popup] = await Promise.all([
      visit.context.waitForEvent('page'),
      visit.page
        .locator('wallet-connect-modal')
        .getByRole('button', { name: 'Coinbase Wallet', exact: true })
        .click(),
    ])
    expect(popup.url()).toContain(bench.site.keysUrl)
    await answer(popup, 'eth_requestAccounts')
    await visit.page.waitForFunction(() => window.dapp.element.status === 'connected')
    const { connector } = await visit.page.evaluate(() => window.dapp.element.state.connections[0] as never)
    expect(connector).toMatchObject({
      key: 'coinbase',
      name: 'Coinbase Wallet',
      connectedChain: 'EVM',
      canConnectViaCustodialService: true,
      canConnectViaQrCode: true,
    })
  })

  it('opens its window before its own code has loaded, and continues when that is late (D06)', async () => {
    const visit = await bench.open()
    const letGo = await holdRoute(visit.context, '**/app/coinbase-connect-*')
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    await popup.waitForLoadState()
    letGo()
    await answer(popup, 'eth_requestAccounts')
    expect((await visit.next()).code).toBe(undefined)
  })

  it('opens no second window when the first was closed before its code had loaded (D07)', async () => {
    const visit = await bench.open()
    const letGo = await holdRoute(visit.context, '**/app/coinbase-connect-*')
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    await popup.locator('#method').waitFor()
    await popup.close()
    letGo()
    expect(await visit.next()).toMatchObject({ code: 'popup_closed' })
    expect(visit.requests.filter((url) => url.startsWith(bench.site.keysUrl))).toHaveLength(1)
    await connect(visit)
  })

  it('closes a page that says nothing for 15 s, and has sent it nothing (D08)', async () => {
    const visit = await openWithClock({ query: '?fault=silent' })
    await stopClock(visit.page)
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    await popup.evaluate(() => {
      Object.assign(window, { heard: [] })
      addEventListener('message', ({ data }) => (window as unknown as { heard: unknown[] }).heard.push(data))
    })
    await visit.page.clock.runFor(14_000)
    expect(await visit.page.evaluate(() => window.dapp.outcomes)).toEqual([])
    expect(await popup.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
    await visit.page.clock.runFor(1_500)
    expect(await visit.next()).toMatchObject({ code: 'popup_load_timeout' })
    await expect.poll(() => popup.isClosed()).toBe(true)
  })

  it('distinguishes a refusal from a closed window, and notices a closed window within 300 ms (D07)', async () => {
    const visit = await openWithClock({ query: '?farewell=no' })
    const closeAndNotice = async (popup: Page) => {
      await stopClock(visit.page)
      await popup.close()
      await visit.page.clock.runFor(300)
      expect(await visit.next()).toMatchObject({ code: 'popup_closed' })
      await visit.page.clock.resume()
    }
    const ask = () => visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))

    await answer(await ask(), 'eth_requestAccounts', 'reject')
    expect(await visit.next()).toMatchObject({ code: 'user_rejected', message: 'User rejected request' })
    expect(await readKept(visit)).toMatchObject({ records: 0, local: [] })

    const silent = await ask()
    await silent.locator('#method', { hasText: 'eth_requestAccounts' }).waitFor()
    await closeAndNotice(silent)
    expect(await readKept(visit)).toMatchObject({ records: 0, local: [] })

    await connect(visit)
    const signing = await visit.ask(({ element }) => element.signMessage('Hello'))
    await signing.locator('#method', { hasText: 'personal_sign' }).waitFor()
    await closeAndNotice(signing)
    expect(await read(visit)).toMatchObject({ status: 'connected' })
    await answer(await visit.ask(({ element }) => element.signMessage('Hello')), 'personal_sign')
    expect((await visit.next()).code).toBe(undefined)
  })

  it('takes the page’s own closing message for a closed window, before and after its first message (D07)', async () => {
    const visit = await bench.open({ query: '?fault=hello-only' })
    await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    expect(await visit.next()).toMatchObject({ code: 'popup_closed' })
    const silent = await bench.open({ query: '?fault=silent' })
    const popup = await silent.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    // Only after it has loaded: Chromium does not close a window that changes its page at that moment.
    await popup.locator('#method').waitFor()
    await popup.evaluate(() => window.close())
    expect(await silent.next()).toMatchObject({ code: 'popup_closed' })
  })

  it('reports within 2 s that the page’s opener policy cuts the window off, and names the header (D15)', async () => {
    const visit = await openWithClock({ headers: { 'cross-origin-opener-policy': 'same-origin' } })
    await stopClock(visit.page)
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    // The wallet's page is what cuts the window off.
    await popup.locator('#method').waitFor()
    // Two looks at the window; what comes after them waits for the page's own headers only.
    await visit.page.clock.runFor(300)
    const outcome = await visit.next()
    expect(outcome).toMatchObject({ code: 'popup_isolated' })
    expect(outcome.message).toContain('Cross-Origin-Opener-Policy')
  })

  it.each(['same-origin-allow-popups', 'noopener-allow-popups'])(
    'works under the opener policy %s',
    async (policy) => {
      await connect(await bench.open({ headers: { 'cross-origin-opener-policy': policy } }))
    },
  )

  it.each([
    ['strange-kind', 'wallet_malformed'],
    ['strange-accounts', 'connect_failed'],
    ['strange-secret', 'connect_failed'],
  ])('refuses an invalid answer of the wallet (%s)', async (fault, code) => {
    const visit = await bench.open({ query: `?fault=${fault}` })
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    if (fault !== 'strange-kind') await answer(popup, 'eth_requestAccounts')
    expect(await visit.next()).toMatchObject({ code })
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(await readKept(visit)).toMatchObject({ records: 0, local: [] })
  })

  it('closes the window when the visitor cancels on the page, and ignores its later answers', async () => {
    const visit = await bench.open()
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase' }))
    await popup.locator('#method', { hasText: 'eth_requestAccounts' }).waitFor()
    await visit.page.evaluate(() => window.dapp.element.close())
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect((await visit.next()).value).toEqual({ connector: null, wallet: null })
    expect((await visit.heard()).map(({ type }) => type)).toEqual(['connecting'])
  })

  it('tells no refusal of a transaction that is given up while its answer is read, and tells its hash (AX01)', async () => {
    const visit = await bench.open()
    await connect(visit)
    await visit.page.evaluate(() => {
      const control = new AbortController()
      const { subtle } = crypto
      const decrypt = subtle.decrypt.bind(subtle)
      subtle.decrypt = (...args) => {
        control.abort()
        return decrypt(...args)
      }
      const sent = new Promise((resolve) => {
        document.addEventListener('wallet_transaction', (event) => resolve((event as CustomEvent).detail))
      })
      Object.assign(window, { control, sent })
    })
    const popup = await visit.ask(({ element }) =>
      element.execute(
        { to: '0x000000000000000000000000000000000000dEaD', value: '5' },
        { signal: (window as unknown as { control: AbortController }).control.signal },
      ),
    )
    await answer(popup, 'eth_sendTransaction')
    expect(await visit.next()).toMatchObject({ code: 'request_given_up' })
    const sent = await visit.page.evaluate(() => (window as unknown as { sent: Promise<object> }).sent)
    expect(sent).toMatchObject({ transactionHash: expect.stringMatching(/^0x/), status: 'sent', late: true })
  })

  it('connects on the requested chain, and refuses a chain that the page does not name (J13)', async () => {
    const visit = await bench.open()
    const popup = await visit.ask(({ element }) => element.connect({ walletId: 'coinbase', chainId: 31338 }))
    await answer(popup, 'eth_requestAccounts')
    expect((await visit.next()).code).toBe(undefined)
    expect(await read(visit)).toMatchObject({ chainId: 'eip155:31338' })
    await visit.press(({ element }) => element.switchChain({ chainId: 10 }))
    expect(await visit.next()).toMatchObject({
      code: 'network_switching_only_available_in_wallet',
      message:
        'Network switching is not available at this time. The user should manually switch network in their wallet',
    })
    expect(visit.context.pages()).toHaveLength(1)
  })

  it('is replaced by the extension that announces itself, in one row that answers to both names', async () => {
    const visit = await bench.open({
      evmWallets: [
        {
          name: 'Coinbase Wallet',
          rdns: 'com.coinbase.wallet',
          accounts: [ADDRESS],
          rpcUrls: { 31337: bench.chains[0].url },
          approve: 'always',
        },
      ],
    })
    await visit.page.evaluate(() => window.dapp.element.open())
    const ids = () => visit.page.evaluate(() => window.dapp.element.state.choices.map(({ id }) => id))
    expect((await ids()).filter((id) => /coinbase/.test(id))).toEqual(['com.coinbase.wallet'])
    await visit.page.evaluate(() => window.dapp.element.close())
    await visit.press(({ element }) => element.connect({ walletId: 'coinbase' }))
    expect(await visit.next()).toMatchObject({ value: { connector: { id: 'com.coinbase.wallet' } } })
    expect(visit.context.pages()).toHaveLength(1)
  })
})

describe('the coinbase-style wallet when popups need a click', () => {
  let blocking: Browser
  beforeAll(async () => {
    // A test's browser allows every popup, a visitor's does not.
    blocking = await launchChromium({ without: ['--disable-popup-blocking'] })
  })
  afterAll(() => blocking?.close())

  it('reports a missing click, draws no notice of its own, and opens with the next click (D05)', async () => {
    const page = await (await blocking.newContext()).newPage()
    const settled = page.waitForEvent('console', { predicate: (line) => line.text() === 'settled' })
    await page.goto(bench.addressOf({ config: { connectAtOnce: true } }))
    await settled
    const failed = await page.waitForFunction(() => window.dapp?.outcomes[0])
    expect(await failed.jsonValue()).toMatchObject({ code: 'popup_blocked', message: 'Could not open popup' })
    expect(page.context().pages()).toHaveLength(1)
    expect(await page.evaluate(() => document.querySelector('[class*=cbwsdk]'))).toBe(null)
    await page.evaluate(() => {
      window.dapp.next = () => window.dapp.element.connect({ walletId: 'coinbase' })
    })
    const [popup] = await Promise.all([page.context().waitForEvent('page'), page.click('#do')])
    await answer(popup, 'eth_requestAccounts')
    await page.waitForFunction(() => window.dapp.element.status === 'connected')
  })
})
