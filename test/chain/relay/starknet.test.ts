import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Relay, startRelay } from '../../counterparts/relay.js'
import { type Phone, startPhone } from '../../counterparts/relay-phone.js'
import { createStarknetApp } from '../../counterparts/relay-phone-starknet.js'
import { STRK_TOKEN, type StarknetTestNode, startStarknetNode } from '../../counterparts/starknet-node.js'
import { STARKNET_ORDER } from '../../counterparts/starknet-order.js'
import { openRelayPage, type RelayPage } from './page.js'

let relay: Relay
let node: StarknetTestNode
const phones: Phone[] = []

beforeAll(async () => {
  ;[relay, node] = await Promise.all([startRelay(), startStarknetNode()])
})
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterAll(async () => {
  for (const phone of phones) await phone.stop()
  await Promise.all([relay.stop(), node.close()])
})

const CHAINS = 'starknet:SN_MAIN'

async function startApp(options: Partial<Parameters<typeof createStarknetApp>[0]> = {}) {
  const app = createStarknetApp({ nodes: { SN_MAIN: node.url }, ...options })
  const phone = await startPhone({ relayUrl: relay.url, ...app })
  phones.push(phone)
  return { ...app, phone }
}

async function pair(page: RelayPage, phone: Phone) {
  const connecting = page.client.connect({ walletId: 'argentMobile' })
  connecting.catch(() => {})
  await phone.pair(await page.nextUri())
  return connecting
}

const openPage = (storage?: RelayPage['storage']) =>
  openRelayPage({ relayUrl: relay.url, chains: CHAINS }, storage)

test.each([
  { name: 'Argent Mobile', spelling: 'short', bare: false },
  { name: 'Some wallet', spelling: 'registry', bare: true },
] as const)(
  'the phone wallet $name pairs, signs typed data and ends its session ($spelling spelling)',
  async (options) => {
    const { phone, wallet } = await startApp(options)
    const page = await openPage()
    const { wallet: connected } = await pair(page, phone)
    expect(connected).toMatchObject({ account: wallet.account.address, chainId: CHAINS, name: options.name })
    const signature = (await page.client.signTypedData(STARKNET_ORDER)) as string[]
    expect(wallet.isValidSignature(STARKNET_ORDER as never, signature)).toBe(true)
    expect(phone.requests[0]).toMatchObject({
      method: 'starknet_signTypedData',
      chainId: options.spelling === 'short' ? 'starknet:SNMAIN' : 'starknet:SN_MAIN',
      params: { accountAddress: wallet.account.address },
    })
    await phone.disconnect()
    await vi.waitFor(() => expect(page.client.getState().status).toBe('idle'))
    expect(page.events.at(-1)).toEqual([
      'disconnected',
      { walletId: 'argentMobile', namespace: 'starknet', reason: 'wallet' },
    ])
    expect(page.storage.keys?.()).toEqual([])
  },
)

test('a Starknet phone wallet executes in camel case, is restored, and leaves other relay sessions alone (E11)', async () => {
  const { phone, wallet } = await startApp()
  node.chain.deploy({ ...wallet.account })
  node.chain.setBalance(STRK_TOKEN, wallet.account.address, 10n ** 20n)
  const page = await openPage()
  for (const key of ['wc@2:client:0.3//session', 'wc@2:client:0.3:wcb-evm//session', 'walletconnect']) {
    page.storage.setItem(key, 'of somebody else')
  }
  await pair(page, phone)
  const call = { contractAddress: STRK_TOKEN, entrypoint: 'transfer', calldata: ['0x7ea', '0x5', '0x0'] }
  const { transactionHash } = await page.client.execute([call])
  expect(node.chain.getBalance(STRK_TOKEN, '0x7ea')).toBe(5n)
  expect(transactionHash).toMatch(/^0x[0-9a-f]+$/)
  expect(phone.requests.at(-1)).toMatchObject({
    method: 'starknet_requestAddInvokeTransaction',
    params: { executionRequest: { calls: [call] } },
  })
  const again = await openPage(page.storage)
  await again.client.restore()
  expect(again.client.getState()).toMatchObject({ status: 'connected', account: wallet.account.address })
  const gone = phone.untilDeleted()
  await again.client.disconnect()
  await gone
  expect(page.storage.keys?.().sort()).toEqual([
    'walletconnect',
    'wc@2:client:0.3//session',
    'wc@2:client:0.3:wcb-evm//session',
  ])
})

test('a refusal by a Starknet phone wallet is logged as "Failed to connect to Starknet", with its cause', async () => {
  const phone = await startPhone({
    relayUrl: relay.url,
    ...createStarknetApp({ nodes: { SN_MAIN: null } }),
    onProposal: () => false,
  })
  phones.push(phone)
  const page = await openPage()
  const connecting = page.client.connect({ walletId: 'argentMobile' })
  phone.pair(await page.nextUri()).catch(() => {})
  await expect(connecting).rejects.toMatchObject({
    code: 'connect_failed',
    message: 'Failed to connect to Starknet',
    cause: { code: 'connection_rejected', cause: { code: 5000 } },
  })
  expect(console.error).toHaveBeenCalledWith('Failed to connect to Starknet', expect.anything())
})

test('a Starknet phone on a chain that its session does not name is asked for nothing on another chain (M9)', async () => {
  const { phone } = await startApp({ spelling: 'registry' })
  const page = await openRelayPage({ relayUrl: relay.url, chains: `${CHAINS} starknet:SN_SEPOLIA` })
  await pair(page, phone)
  await phone.emit('chainChanged', 'SN_SEPOLIA', CHAINS)
  await vi.waitFor(() => expect(page.client.getState().chainId).toBe('starknet:SN_SEPOLIA'))
  const call = { contractAddress: '0x1', entrypoint: 'transfer', calldata: [] }
  await expect(page.client.execute([call])).rejects.toMatchObject({ code: 'chain_mismatch' })
  await expect(page.client.signMessage('Tea')).rejects.toMatchObject({ code: 'chain_mismatch' })
  expect(phone.requests).toEqual([])
})

describe('a Starknet phone with several accounts', () => {
  const OTHER = `0x${'7'.padStart(64, '0')}`
  const THIRD = `0x${'6'.padStart(64, '0')}`

  async function choose() {
    const { phone } = await startApp({
      spelling: 'registry',
      change: ({ starknet }) => ({
        starknet: { ...starknet, accounts: [...(starknet?.accounts ?? []), `${CHAINS}:${OTHER}`] } as never,
      }),
    })
    const page = await openPage()
    await pair(page, phone)
    await phone.emit('accountsChanged', [`${CHAINS}:${OTHER}`], CHAINS)
    await vi.waitFor(() => expect(page.client.getState().account).toBe(OTHER))
    return { phone, page }
  }

  test('keeps the account that its owner has chosen over a reload', async () => {
    const { page } = await choose()
    page.client.dispose()
    const again = await openPage(page.storage)
    await again.client.restore()
    expect(again.client.getState()).toMatchObject({ status: 'connected', account: OTHER })
  })

  test('keeps it when its grant only gets one more account', async () => {
    const { phone, page } = await choose()
    const { starknet } = phone.sessions[0]?.namespaces ?? {}
    const accounts = [...(starknet?.accounts ?? []), `${CHAINS}:${THIRD}`]
    await phone.update({ starknet: { ...starknet, accounts } as never })
    await vi.waitFor(() => expect(page.client.getState().connections[0]?.accounts).toContain(THIRD))
    expect(page.client.getState().account).toBe(OTHER)
  })
})

test('a stored Starknet session is restored by its structure or by its wallet’s name, and by nothing else (C16)', async () => {
  const restoreWith = async (name: string, methods?: readonly string[]) => {
    const { phone } = await startApp({ name })
    const page = await openPage()
    await pair(page, phone)
    const key = 'wc@2:client:0.3:wcb-starknet//session'
    await vi.waitFor(() => expect(page.storage.getItem(key)).toContain('disableDeepLink'))
    const [session] = JSON.parse(page.storage.getItem(key) as string)
    if (methods) session.namespaces.starknet.methods = methods
    page.storage.setItem(key, JSON.stringify([session]))
    const again = await openPage(page.storage)
    await again.client.restore()
    return again.client.getState().status
  }
  expect(await restoreWith('Some wallet')).toBe('connected')
  expect(await restoreWith('Argent', ['starknet_signTypedData'])).toBe('connected')
  expect(await restoreWith('Ready Wallet', [])).toBe('connected')
  expect(await restoreWith('Some wallet', ['starknet_signTypedData'])).toBe('idle')
})

describe('a Starknet phone on a network that the page does not know', () => {
  const BOTH = `${CHAINS} starknet:SN_SEPOLIA`
  const INTEGRATION = '0x534e5f494e544547524154494f4e5f5345504f4c4941'

  async function goAway(network: string) {
    const { phone } = await startApp({
      nodes: { SN_MAIN: node.url, SN_SEPOLIA: node.url },
      spelling: 'registry',
    })
    const page = await openRelayPage({ relayUrl: relay.url, chains: BOTH })
    await pair(page, phone)
    const changed = new Promise((resolve) => page.client.on('changed', resolve))
    await phone.emit('chainChanged', network, CHAINS)
    return { phone, page, changed }
  }

  test('is asked for nothing on the network that it has left', async () => {
    const { phone, page, changed } = await goAway(INTEGRATION)
    await changed
    const call = { contractAddress: '0x1', entrypoint: 'transfer', calldata: [] }
    await expect(page.client.execute([call])).rejects.toMatchObject({ code: 'chain_mismatch' })
    await expect(page.client.signMessage('Tea')).rejects.toMatchObject({ code: 'chain_mismatch' })
    expect(phone.requests).toEqual([])
    await page.client.switchChain({ chainId: 'starknet:SN_SEPOLIA' })
    await vi.waitFor(() => expect(page.client.getState().chainId).toBe('starknet:SN_SEPOLIA'))
  })

  test('has ended its session when it names none', async () => {
    const { phone, page } = await goAway('')
    await vi.waitFor(() => expect(page.client.getState().status).toBe('idle'))
    await vi.waitFor(() => expect(phone.sessions).toEqual([]))
  })
})
