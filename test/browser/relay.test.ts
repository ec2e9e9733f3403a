import { readdirSync, readFileSync } from 'node:fs'
import { type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WalletConnectButton } from '../../src/exports/index.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import type { TestPage } from '../counterparts/chromium.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { buildBareApp, callBareApp } from '../counterparts/relay-bare.js'
import { readCode } from '../counterparts/relay-camera.js'
import { type Phone, startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp, PHONE_KEYS } from '../counterparts/relay-phone-evm.js'
import { createStarknetApp } from '../counterparts/relay-phone-starknet.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import {
  ask,
  begin,
  codeOn,
  createVisit,
  heard,
  pair,
  read,
  untilStatus,
} from '../counterparts/relay-visitor.js'
import { STRK_TOKEN, type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { STARKNET_ORDER } from '../counterparts/starknet-order.js'
import { findFaults } from './support/axe.js'

const open = useChromium()
let site: RelaySite
let relay: Relay
let nodes: Anvil[]
let phone: Phone
const addresses = createEvmApp({ nodes: {} }).addresses as [Hex, Hex]

beforeAll(async () => {
  ;[site, relay, ...nodes] = await Promise.all([
    startRelaySite(),
    startRelay(),
    startAnvil({ chainId: 31337 }),
    startAnvil({ chainId: 31338 }),
  ])
  const app = createEvmApp({
    keys: PHONE_KEYS,
    nodes: Object.fromEntries(nodes.map(({ chainId, url }) => [chainId, url])),
  })
  phone = await startPhone({ relayUrl: relay.url, ...app })
})
afterAll(async () => {
  await phone?.stop()
  await Promise.all([site?.stop(), relay?.stop(), ...(nodes ?? []).map((node) => node.stop())])
})

const TYPED_DATA = {
  domain: { name: 'Shop', version: '1', chainId: 31338 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [{ name: 'item', type: 'string' }],
  },
  primaryType: 'Order',
  message: { item: 'tea' },
} as const

type Element = WalletConnectButton & { provider: { request(call: object): Promise<never> } }

const visitShop = createVisit(open, () => site)
const visit = (attributes: Record<string, string> = {}) =>
  visitShop({
    chains: 'eip155:31337 eip155:31338',
    'relay-url': relay.url,
    networks: JSON.stringify({
      networks: nodes.map(({ chainId, url }) => ({ chainId, name: `Chain ${chainId}`, rpcUrls: [url] })),
    }),
    ...attributes,
  })

/** The hosts that a page has sent requests to. */
const hostsOf = ({ requests }: TestPage): string[] => [...new Set(requests.map((url) => new URL(url).host))]

/** The page's own site, and the relay. */
const places = () => [new URL(site.server.origin).host, new URL(relay.url).host]

describe('an EVM wallet on a phone', () => {
  it.each([
    ['', async () => {}],
    // Both ends find the relay again by themselves.
    [
      ', with the relay restarted at every step',
      async () => {
        const untilBothAreThere = () => expect.poll(() => relay.sockets, { timeout: 10_000 }).toBe(2)
        // A reloaded page is connected before its socket is open.
        await untilBothAreThere()
        await relay.stop()
        await relay.start()
        await untilBothAreThere()
      },
    ],
  ])(
    'is paired by the code on screen, signs, sends, switches, changes its account, and is restored%s',
    async (_, between) => {
      const test = await visit()
      const { page } = test
      expect(test.requests.some((url) => url.startsWith('ws'))).toBe(false)
      await pair(test, phone)
      expect(await read(page)).toEqual({
        status: 'connected',
        account: addresses[0],
        chainId: 'eip155:31337',
      })

      await between()
      const signature = await ask<Hex>(page, 'signMessage', 'Tea, please')
      expect(await recoverMessageAddress({ message: 'Tea, please', signature })).toBe(addresses[0])

      await between()
      await ask(page, 'switchChain', { chainId: 'eip155:31338' })
      expect((await read(page)).chainId).toBe('eip155:31338')
      await between()
      const typed = await ask<Hex>(page, 'signTypedData', TYPED_DATA)
      expect(await recoverTypedDataAddress({ ...TYPED_DATA, signature: typed } as never)).toBe(addresses[0])

      await between()
      const hash = await page.evaluate(
        ([from, to]) =>
          (document.querySelector('wallet-connect-button') as Element).provider.request({
            method: 'eth_sendTransaction',
            params: [{ from, to, value: '0x1' }],
          }),
        addresses,
      )
      expect(await nodes[1]?.receipt(hash)).toMatchObject({ status: '0x1' })

      await between()
      await phone.emit('accountsChanged', [`eip155:31338:${addresses[1]}`], 'eip155:31338')
      await expect.poll(() => read(page).then(({ account }) => account)).toBe(addresses[1])

      await between()
      await page.reload()
      await expect.poll(() => read(page).then(({ status }) => status)).toBe('connected')
      expect(await read(page)).toMatchObject({ account: addresses[1], chainId: 'eip155:31338' })
      await between()
      const again = await ask<Hex>(page, 'signMessage', 'More tea')
      expect(await recoverMessageAddress({ message: 'More tea', signature: again })).toBe(addresses[1])

      await between()
      await phone.disconnect()
      await expect.poll(() => read(page).then(({ status }) => status)).toBe('idle')
      expect((await heard(page)).filter(([name]) => name === 'disconnected')).toEqual([
        ['disconnected', { walletId: 'walletConnect', namespace: 'eip155', reason: 'wallet' }],
      ])
      expect(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => /wcb|wc@2/.test(key))),
      ).toEqual([])
      expect(test.errors).toEqual([])
      expect(test.violations).toEqual([])
      // Chromium itself reports a handshake that a restart cuts off.
      expect(
        test.console.filter((line) => !/^error: WebSocket connection to 'ws:.* failed/.test(line)),
      ).toEqual([])
      expect(hostsOf(test)).toEqual(places())
    },
  )

  it('hears of the end from the next page, when the relay’s client was blocked and the tab then closed (EW03)', async () => {
    const test = await visit()
    const { page, context } = test
    await pair(test, phone)
    const client = readdirSync('dist/embed').find((file) =>
      readFileSync(`dist/embed/${file}`, 'utf8').includes('wc_sessionDelete'),
    )
    await context.route(`**/${client}`, (route) => route.abort())
    await page.reload()
    await untilStatus(page, 'connected')
    await ask(page, 'disconnect')
    const stored = (of: typeof page) =>
      of.evaluate(() => Object.keys(localStorage).filter((key) => /wcb|wc@2/.test(key)))
    expect(await stored(page)).toEqual(['wcb.1:default:ended'])
    const gone = phone.untilDeleted()
    const next = await context.newPage()
    await page.close()
    await context.unroute(`**/${client}`)
    await next.goto(page.url())
    await gone
    await expect.poll(() => stored(next)).toEqual([])
    expect((await read(next)).status).toBe('idle')
  })
})

describe('the QR code on screen', () => {
  it.each([
    ['light', {}],
    ['dark', {}],
    ['light', { mobile: true, userAgent: 'iPhone', width: 390 }],
    ['dark', { mobile: true, userAgent: 'iPhone', width: 390 }],
  ] as const)('has no axe findings: %s %j', async (colorScheme, device) => {
    const test = await visitShop(
      { chains: 'eip155:31337', 'relay-url': relay.url },
      { colorScheme, reducedMotion: 'reduce', ...device },
    )
    await begin(test.page)
    const modal = test.page.locator('wallet-connect-modal')
    await ('mobile' in device ? modal.getByRole('button', { name: 'MetaMask' }) : codeOn(test.page)).waitFor()
    expect(await findFaults(test, 'wallet-connect-modal')).toEqual([])
  })

  it('whose drawing is lost is drawn on another try, while the copied link works', async () => {
    const test = await visitShop(
      { chains: 'eip155:31337', 'relay-url': relay.url },
      { reducedMotion: 'reduce' },
    )
    await test.context.route('**/code-*.js', (route) => route.abort())
    await begin(test.page)
    const modal = test.page.locator('wallet-connect-modal')
    const again = modal.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    const { width, height } = (await modal.locator('.code').boundingBox()) ?? {}
    await expect.poll(() => modal.getByRole('button', { name: 'Copy link' }).isEnabled()).toBe(true)
    await again.click()
    await again.waitFor()
    await test.context.unroute('**/code-*.js')
    await again.click()
    await codeOn(test.page).waitFor()
    expect(await again.count()).toBe(0)
    expect(await modal.locator('.code').boundingBox()).toMatchObject({ width, height })
  })

  it('is at least 200 px wide on a phone held sideways, and scrolls completely into view (Y18)', async () => {
    const test = await visitShop(
      { chains: 'eip155:31337', 'relay-url': relay.url },
      { width: 568, height: 320, reducedMotion: 'reduce' },
    )
    const { page, context } = test
    await begin(page)
    await codeOn(page).waitFor()
    /** The size of the code's picture in px, and how far it extends beyond the visible part of the card. */
    const measure = () =>
      codeOn(page).evaluate((code) => {
        const picture = code.querySelector('svg')?.getBoundingClientRect() as DOMRect
        const shown = code.closest('.body')?.getBoundingClientRect() as DOMRect
        return {
          width: picture.width,
          height: picture.height,
          above: shown.top - picture.top,
          below: picture.bottom - Math.min(shown.bottom, innerHeight),
        }
      })
    const { width, height, below } = await measure()
    expect(width).toBeGreaterThanOrEqual(200)
    expect(height).toBe(width)
    await page.mouse.move(284, 200)
    if (below > 0) await page.mouse.wheel(0, Math.ceil(below))
    await expect.poll(() => measure().then((size) => Math.max(size.above, size.below))).toBeLessThanOrEqual(0)
    expect(await readCode(context, codeOn(page))).toMatch(/^wc:/)
  })
})

/** No node is asked for a signature. */
const NO_NODE = 'http://127.0.0.1:1'

/** Connects a wallet by name, without the list; its code is still shown. */
async function pairWith({ page, context }: TestPage, walletId: string, to: Phone): Promise<void> {
  const connecting = ask(page, 'connect', { walletId })
  await codeOn(page).waitFor()
  await to.pair(await readCode(context, codeOn(page)))
  await connecting
}

describe('a Starknet wallet on a phone', () => {
  let node: StarknetTestNode
  let starknetPhone: Phone
  let app: ReturnType<typeof createStarknetApp>
  beforeAll(async () => {
    node = await startStarknetNode()
    app = createStarknetApp({ nodes: { SN_MAIN: node.url } })
    node.chain.deploy({ ...app.wallet.account })
    node.chain.setBalance(STRK_TOKEN, app.wallet.account.address, 10n ** 20n)
    starknetPhone = await startPhone({ relayUrl: relay.url, ...app })
  })
  afterAll(async () => {
    await starknetPhone?.stop()
    await node?.close()
  })

  const networks = () =>
    JSON.stringify({
      networks: [{ chainId: 'starknet:SN_MAIN', name: 'Local Starknet', rpcUrls: [node.url] }],
    })

  it('is paired by the code on screen, signs, executes, is restored, and ends its session (E11)', async () => {
    const test = await visit({ wallets: 'argentMobile', chains: 'starknet:SN_MAIN', networks: networks() })
    const { page } = test
    const foreign = ['wc@2:client:0.3//session', 'wc@2:client:0.3:wcb-evm//session', 'walletconnect']
    await page.evaluate((keys) => {
      for (const key of keys) localStorage.setItem(key, 'of somebody else')
    }, foreign)
    await pair(test, starknetPhone)
    const { address } = app.wallet.account
    expect(await read(page)).toEqual({ status: 'connected', account: address, chainId: 'starknet:SN_MAIN' })

    const signature = await ask<string[]>(page, 'signTypedData', STARKNET_ORDER)
    expect(app.wallet.isValidSignature(STARKNET_ORDER as never, signature)).toBe(true)
    const call = { contractAddress: STRK_TOKEN, entrypoint: 'transfer', calldata: ['0x7ea', '0x5', '0x0'] }
    const { transactionHash } = await ask<{ transactionHash: string }>(page, 'execute', call)
    expect(await ask(page, 'waitForTransaction', transactionHash)).toMatchObject({ status: 'accepted' })
    expect(node.chain.getBalance(STRK_TOKEN, '0x7ea')).toBe(5n)

    await page.reload()
    await untilStatus(page, 'connected')
    const again = await ask<string[]>(page, 'signTypedData', STARKNET_ORDER)
    expect(app.wallet.isValidSignature(STARKNET_ORDER as never, again)).toBe(true)

    await starknetPhone.disconnect()
    await untilStatus(page, 'idle')
    expect((await heard(page)).filter(([name]) => name === 'disconnected')).toEqual([
      ['disconnected', { walletId: 'argentMobile', namespace: 'starknet', reason: 'wallet' }],
    ])
    const left = () => page.evaluate(() => Object.keys(localStorage).sort())
    await expect.poll(left).toEqual([...foreign].sort())
    expect(test.errors).toEqual([])
    expect(test.violations).toEqual([])
    expect(test.console).toEqual([])
    expect(hostsOf(test).sort()).toEqual([...places(), new URL(node.url).host].sort())
  })

  it('works beside an EVM wallet and another app’s session, and none disturbs another (E11)', async () => {
    site.server.route('/bare.js', { body: await buildBareApp() })
    const [evm, other] = await Promise.all(
      ['Test phone', 'Another phone'].map((name) =>
        startPhone({ relayUrl: relay.url, ...createEvmApp({ name, nodes: { 1: NO_NODE, 31337: NO_NODE } }) }),
      ),
    )
    const test = await visit({
      wallets: 'walletConnect argentMobile',
      chains: 'eip155:31337 starknet:SN_MAIN',
      networks: networks(),
    })
    const { page } = test
    await other?.pair(await page.evaluate<string>(callBareApp('connect', relay.url)))
    await pairWith(test, 'walletConnect', evm as Phone)
    await pairWith(test, 'argentMobile', starknetPhone)
    const first = createEvmApp({ nodes: {} }).addresses[0] as Hex
    const signBare = () => page.evaluate<Hex>(callBareApp('sign', relay.url, first))
    const signStarknet = async () =>
      app.wallet.isValidSignature(
        STARKNET_ORDER as never,
        await ask<string[]>(page, 'signTypedData', STARKNET_ORDER),
      )
    const recover = (given: Hex) => recoverMessageAddress({ message: { raw: '0x7465' }, signature: given })

    expect(await recover(await signBare())).toBe(first)
    expect(await signStarknet()).toBe(true)
    await ask(page, 'connect', { chainId: 'eip155:31337' })
    const signature = await ask<Hex>(page, 'signMessage', 'te')
    expect(await recover(signature)).toBe(first)

    const opened = relay.opened
    await page.reload()
    await page.waitForFunction(
      () =>
        (document.querySelector('wallet-connect-button') as WalletConnectButton).state.connections.length ===
        2,
    )
    // At its first start on a site with stored records, the unmodified client moves every record named `wc@…` into its own
    // database, ours too. Sessions that are already open do not notice it.
    await expect.poll(() => relay.opened).toBe(opened + 2)
    expect(await page.evaluate(callBareApp('count', relay.url))).toBe(1)
    await ask(page, 'disconnect', { namespace: 'eip155' })
    expect(await signStarknet()).toBe(true)
    expect(await recover(await signBare())).toBe(first)
    await ask(page, 'disconnect')
    expect(await recover(await signBare())).toBe(first)
    await other?.disconnect()
    await expect.poll(() => page.evaluate(callBareApp('count', relay.url))).toBe(0)
    expect(test.errors).toEqual([])
    await Promise.all([evm?.stop(), other?.stop()])
  })
})
