import { describe, expect, test, vi } from 'vitest'
import type { Eip1193Provider } from '../../../src/connectors/connector.js'
import { first, useRelay } from './bench.js'
import type { RelayPage } from './page.js'

const bench = useRelay()

const providerOf = (page: RelayPage) =>
  page.client.getProvider() as Eip1193Provider & Record<'once' | 'off', Eip1193Provider['on']>

/** The number that a request rejects with, which every rejection must have. */
async function codeOf(asking: Promise<unknown>): Promise<unknown> {
  const error = await asking.then(
    (value) => expect.fail(`answered ${JSON.stringify(value)}`),
    (caught) => caught,
  )
  expect(error).toBeInstanceOf(Error)
  return error.code
}

test('a request of no form and a method that was not granted have their numbers (EW02)', async () => {
  const phone = await bench.startApp()
  const page = await bench.connectTo(phone)
  const provider = providerOf(page)
  const ask = (args: unknown) => codeOf(provider.request(args as never))
  for (const args of [undefined, null, 'eth_chainId', {}, { method: 5 }, { method: '' }])
    expect(await ask(args)).toBe(-32600)
  expect(await ask({ method: 'eth_chainId', params: 'latest' })).toBe(-32602)
  for (const method of [
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'wallet_addEthereumChain',
    'wallet_getPermissions',
    'wallet_watchAsset',
    'eth_sign',
  ])
    expect(await ask({ method, params: [] })).toBe(4200)
  // A chain that the phone has not approved, and no method to ask for it.
  expect(await ask({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x63' }] })).toBe(4200)
  expect(await ask({ method: 'wallet_switchEthereumChain', params: [{ chainId: 'x' }] })).toBe(-32602)
  expect(phone.requests).toEqual([])
})

test.each([
  [{ code: 5000, message: 'User rejected.' }, 4001],
  [{ code: 5002, message: 'User disapproved requested methods' }, 4001],
  [{ code: 4001, message: 'no' }, 4001],
  [{ code: -32000, message: 'User denied transaction signature' }, 4001],
  [{ code: 5101, message: 'Unsupported methods.' }, 4200],
  [{ code: 5100, message: 'Unsupported chains.' }, 4902],
  [{ code: 4902, message: 'Unrecognized chain' }, 4902],
  [{ code: 5730, message: 'Unknown bundle' }, 5730],
  [{ code: 4100, message: 'Unauthorized' }, 4100],
  [{ code: -32000, message: 'insufficient funds' }, -32000],
])('a phone’s %j is rejected with %i (EW02)', async (error, code) => {
  const phone = await bench.startApp({
    methods: ['personal_sign', 'wallet_showCallsStatus'],
    answerOther: () => Promise.reject(error),
  })
  const page = await bench.connectTo(phone)
  expect(await codeOf(providerOf(page).request({ method: 'wallet_showCallsStatus', params: ['0x1'] }))).toBe(
    code,
  )
})

test('after the session a provider says 4900 for a read and 4100 for a signature, and tells the end once (EW02)', async () => {
  const phone = await bench.startApp()
  const page = await bench.connectTo(phone)
  const provider = providerOf(page)
  const ends: unknown[] = []
  await page.client.disconnect()
  expect(await codeOf(provider.request({ method: 'eth_accounts' }))).toBe(4900)
  expect(await codeOf(provider.request({ method: 'personal_sign', params: ['0x68', first] }))).toBe(4100)
  const second = await bench.startApp()
  const gone = providerOf(await bench.connectTo(second))
  gone.once('disconnect', (error: { code: number }) => ends.push(error.code))
  await second.disconnect()
  await vi.waitFor(() => expect(ends).toEqual([4900]))
})

describe('a phone on a chain that its session does not name (M9)', () => {
  const TO = '0x4444444444444444444444444444444444444444'
  const METHODS = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4', 'wallet_sendCalls']

  async function move() {
    const phone = await bench.startApp({ methods: METHODS, nodes: { 31337: bench.node.url } })
    const page = await bench.connectTo(phone)
    await phone.emit('chainChanged', 10, 'eip155:31337')
    await vi.waitFor(() => expect(page.client.getState().chainId).toBe('eip155:10'))
    return { phone, page, provider: providerOf(page) }
  }

  test('is not asked to send anything on the chain that the session names', async () => {
    const { phone, page, provider } = await move()
    const told: unknown[] = []
    page.client.on('transaction', (detail) => void told.push(detail))
    await expect(
      page.client.execute([{ to: TO, value: 1n }], { chainId: 'eip155:10' }),
    ).rejects.toMatchObject({ code: 'chain_mismatch' })
    for (const [method, params] of [
      ['eth_sendTransaction', [{ from: first, to: TO, value: '0x1' }]],
      ['wallet_sendCalls', [{ version: '2.0.0', from: first, chainId: '0xa', calls: [{ to: TO }] }]],
      ['eth_signTypedData_v4', [first, JSON.stringify({ domain: {}, types: {}, primaryType: 'Mail' })]],
    ] as const)
      expect(await codeOf(provider.request({ method, params }))).toBe(4901)
    expect(phone.requests).toEqual([])
    expect(told).toEqual([])
  })

  test('signs a message, which is bound to no chain', async () => {
    const { phone, page } = await move()
    await expect(page.client.signMessage('Tea')).resolves.toMatch(/^0x/)
    expect(phone.requests[0]).toMatchObject({ method: 'personal_sign', chainId: 'eip155:31337' })
  })
})

test('a transaction that names a chain is sent on that chain, whatever chain the page shows (M9)', async () => {
  const phone = await bench.startApp({ onRequest: () => false })
  const provider = providerOf(await bench.connectTo(phone))
  const send = (chainId: string) =>
    codeOf(provider.request({ method: 'eth_sendTransaction', params: [{ from: first, chainId }] }))
  expect(await send('0xa')).toBe(4001)
  expect(await send('0x63')).toBe(4901)
  expect(phone.requests.map(({ chainId }) => chainId)).toEqual(['eip155:10'])
})

test('a read without a node that answers says that the chain is away (EW02)', async () => {
  const phone = await bench.startApp()
  const page = await bench.connectTo(phone, {
    networks: [{ chainId: 31337, name: 'Local', rpcUrls: ['http://127.0.0.1:9'] }],
  })
  expect(await codeOf(providerOf(page).request({ method: 'eth_blockNumber' }))).toBe(4901)
})

test('a phone that answers a switch and does not switch is not believed (EW10)', async () => {
  const phone = await bench.startApp({
    methods: ['personal_sign', 'wallet_switchEthereumChain'],
    nodes: { 31337: bench.node.url },
  })
  const page = await bench.connectTo(phone)
  const provider = providerOf(page)
  const params = [{ chainId: '0xa' }]
  expect(await codeOf(provider.request({ method: 'wallet_switchEthereumChain', params }))).toBe(4901)
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
})

test('method and provider agree about MetaMask’s only switch, which the wallet’s own does not use up (EW09)', async () => {
  const phone = await bench.startApp({ name: 'MetaMask Wallet' })
  const page = await bench.connectTo(phone)
  const provider = providerOf(page)
  await phone.emit('chainChanged', '0xa', 'eip155:10')
  await vi.waitFor(() => expect(page.client.getState().chainId).toBe('eip155:10'))
  await page.client.switchChain({ chainId: 'eip155:31337' })
  const params = [{ chainId: '0xa' }]
  expect(await codeOf(provider.request({ method: 'wallet_switchEthereumChain', params }))).toBe(4902)
  await expect(page.client.switchChain({ chainId: 'eip155:10' })).rejects.toMatchObject({
    code: 'network_switching_only_available_in_wallet',
  })
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
})

describe('after a reload', () => {
  const stored = ({ storage }: RelayPage) => storage.getItem('wc@2:client:0.3:wcb-evm//session')

  /** The page after a reload, once it has stored the chain. */
  async function reload(page: RelayPage) {
    const { chainId } = page.client.getState()
    await vi.waitFor(() => expect(stored(page)).toContain(`"wcbChain":"${chainId}"`))
    page.client.dispose()
    const next = await bench.openPage({}, page.storage)
    await next.client.restore()
    expect(next.client.getState().chainId).toBe(chainId)
    return next.client
  }

  test('MetaMask can still be switched if the page has never switched it (EW09)', async () => {
    const phone = await bench.startApp({ name: 'MetaMask Wallet' })
    const page = await bench.openPage()
    const connecting = page.client.connect({ walletId: 'walletConnect', chainId: 'eip155:10' })
    await phone.pair(await page.nextUri())
    await connecting
    const client = await reload(page)
    expect(client.getState().chains).toEqual(['eip155:31337', 'eip155:10'])
    await client.switchChain({ chainId: 'eip155:31337' })
  })

  test('MetaMask can still be switched if it has only moved by itself (EW09)', async () => {
    const phone = await bench.startApp({ name: 'MetaMask Wallet' })
    const page = await bench.connectTo(phone)
    await phone.emit('chainChanged', 10, 'eip155:10')
    await vi.waitFor(() => expect(page.client.getState().chainId).toBe('eip155:10'))
    await (await reload(page)).switchChain({ chainId: 'eip155:31337' })
  })

  test('MetaMask cannot be switched again if the page has switched it, also back to its first network (EW09)', async () => {
    const phone = await bench.startApp({ name: 'MetaMask Wallet' })
    const page = await bench.connectTo(phone)
    await phone.emit('chainChanged', 10, 'eip155:10')
    await vi.waitFor(() => expect(stored(page)).toContain('"wcbChain":"eip155:10"'))
    await page.client.switchChain({ chainId: 'eip155:31337' })
    const client = await reload(page)
    await expect(client.switchChain({ chainId: 'eip155:10' })).rejects.toMatchObject({
      code: 'network_switching_only_available_in_wallet',
    })
  })
})
