import { type Hex, recoverMessageAddress, recoverTypedDataAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WalletConnectButton } from '../../src/exports/index.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { type Phone, startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp, PHONE_KEYS } from '../counterparts/relay-phone-evm.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import { ask, createVisit, heard, pair, read } from '../counterparts/relay-visitor.js'

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

describe('an EVM wallet on a phone', () => {
  it('is paired by the code on screen, signs, sends, switches, changes its account, and is restored', async () => {
    const test = await visit()
    const { page } = test
    expect(test.requests.some((url) => url.startsWith('ws'))).toBe(false)
    await pair(test, phone)
    expect(await read(page)).toEqual({ status: 'connected', account: addresses[0], chainId: 'eip155:31337' })

    const signature = await ask<Hex>(page, 'signMessage', 'Tea, please')
    expect(await recoverMessageAddress({ message: 'Tea, please', signature })).toBe(addresses[0])

    await ask(page, 'switchChain', { chainId: 'eip155:31338' })
    expect((await read(page)).chainId).toBe('eip155:31338')
    const typed = await ask<Hex>(page, 'signTypedData', TYPED_DATA)
    expect(await recoverTypedDataAddress({ ...TYPED_DATA, signature: typed } as never)).toBe(addresses[0])

    const hash = await page.evaluate(
      ([from, to]) =>
        (document.querySelector('wallet-connect-button') as Element).provider.request({
          method: 'eth_sendTransaction',
          params: [{ from, to, value: '0x1' }],
        }),
      addresses,
    )
    const receipt = (await nodes[1]?.request('eth_getTransactionReceipt', [hash])) as { status: string }
    expect(receipt.status).toBe('0x1')

    await phone.emit('accountsChanged', [`eip155:31338:${addresses[1]}`], 'eip155:31338')
    await expect.poll(() => read(page).then(({ account }) => account)).toBe(addresses[1])

    await page.reload()
    await expect.poll(() => read(page).then(({ status }) => status)).toBe('connected')
    expect(await read(page)).toMatchObject({ account: addresses[1], chainId: 'eip155:31338' })
    const again = await ask<Hex>(page, 'signMessage', 'More tea')
    expect(await recoverMessageAddress({ message: 'More tea', signature: again })).toBe(addresses[1])

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
    expect(test.console).toEqual([])
  })
})
