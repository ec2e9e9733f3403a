import { afterEach, describe, expect, test, vi } from 'vitest'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'
import type { PhoneOptions } from '../../counterparts/relay-phone.js'
import { first, second, useRelay } from './bench.js'

const bench = useRelay()

const OWN = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const BATCHES = [
  'wallet_sendCalls',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
]
const RECEIVER = '0x4444444444444444444444444444444444444444'
const CALLS = [
  { to: RECEIVER, value: 1n },
  { to: RECEIVER, value: 2n },
]

afterEach(() => void vi.unstubAllGlobals())

const balance = async () =>
  BigInt((await bench.node.request('eth_getBalance', [RECEIVER, 'latest'])) as string)

/** A phone that grants what the page asks for, and sends batches to the test's chain. */
async function startBatchPhone(
  methods: readonly string[],
  properties: PhoneOptions['properties'] = {},
  metadata: PhoneOptions['metadata'] = {},
  onlyAsked = true,
) {
  const wallet = createScriptedEvmWallet({
    rpcUrls: { 31337: bench.node.url },
    accounts: [first],
    batches: 'atomic',
    target: new EventTarget(),
  })
  await wallet.connect()
  const answerOther = (request: { method: string; params: unknown }) => wallet.provider.request(request)
  return bench.startApp({ methods, onlyAsked, answerOther, properties, metadata })
}

test('a phone is asked for batches in the proposal, sends one, and says how it ended, after a reload too (EW02, EW35)', async () => {
  const phone = await startBatchPhone([...OWN, ...BATCHES])
  const page = await bench.connectTo(phone)
  expect(phone.sessions[0]?.namespaces.eip155?.methods).toEqual([...OWN, ...BATCHES])
  expect(await page.client.getCapabilities()).toMatchObject({ atomic: { status: 'supported' } })
  const before = await balance()
  const { callsId } = await page.client.execute(CALLS)
  const receipt = await page.client.waitForTransaction(callsId as string)
  expect(receipt).toMatchObject({ status: 'accepted', callsId, transactionHash: expect.any(String) })
  expect((await balance()) - before).toBe(3n)
  expect(phone.requests.map(({ method }) => method)).not.toContain('eth_sendTransaction')

  page.client.dispose()
  const next = await bench.openPage({}, page.storage)
  await next.client.restore()
  expect(await next.client.waitForTransaction(callsId as string)).toEqual(receipt)
})

test('a phone that has not granted batches is not asked for one (EW02)', async () => {
  const phone = await startBatchPhone(OWN)
  const networks = [{ chainId: 31337, name: 'Local', rpcUrls: [bench.node.url] }]
  const page = await bench.connectTo(phone, { networks })
  expect(await page.client.getCapabilities()).toEqual({})
  const before = await balance()
  await expect(page.client.execute(CALLS)).rejects.toMatchObject({ code: 'batch_not_supported' })
  expect(phone.requests).toEqual([])
  const { transactionHash } = await page.client.execute(CALLS, { sequential: true })
  await page.client.waitForTransaction(transactionHash as string)
  expect((await balance()) - before).toBe(3n)
  expect(phone.requests.map(({ method }) => method)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
})

describe('capabilities that the phone has named in the session (EW36)', () => {
  const atomic = { status: 'supported' }
  const scoped = (properties: object) => ({ scopedProperties: { 'eip155:31337': properties } })

  test.each<[string, NonNullable<PhoneOptions['properties']>]>([
    ['for all chains', { sessionProperties: { atomic, expiry: 'never' } }],
    ['as JSON', { sessionProperties: { atomic: JSON.stringify(atomic) } }],
    ['for all EVM chains', { scopedProperties: { eip155: { atomic } } }],
    ['for the chain', scoped({ atomic })],
    ['for the account', scoped({ [`eip155:31337:${first.toLowerCase()}`]: { atomic } })],
    [
      'for the account, which counts more',
      {
        sessionProperties: { atomic: { status: 'unsupported' } },
        ...scoped({ atomic: { status: 'ready' }, [`eip155:31337:${first}`]: { atomic } }),
      },
    ],
    [
      'as older wallets do',
      { sessionProperties: { capabilities: JSON.stringify({ [first]: { '0x7a69': { atomic } } }) } },
    ],
  ])('need no request, also after a reload: %s', async (_, properties) => {
    const phone = await startBatchPhone([...OWN, ...BATCHES], properties)
    const before = await bench.connectTo(phone)
    expect(await before.client.getCapabilities()).toEqual({ atomic })
    expect(await before.client.getCapabilities('eip155:31337')).toEqual({ atomic })
    before.client.dispose()
    const page = await bench.openPage({}, before.storage)
    await page.client.restore()
    expect(await page.client.getCapabilities()).toEqual({ atomic })
    expect(phone.requests).toEqual([])
    const { callsId } = await page.client.execute(CALLS)
    expect(await page.client.waitForTransaction(callsId as string)).toMatchObject({ status: 'accepted' })
    expect(phone.requests.map(({ method }) => method)).not.toContain('wallet_getCapabilities')
  })

  test('keep a phone that says that it has no batches from being asked for one', async () => {
    const phone = await startBatchPhone([...OWN, ...BATCHES], scoped({ atomic: { status: 'unsupported' } }))
    const page = await bench.connectTo(phone)
    await expect(page.client.execute(CALLS)).rejects.toMatchObject({ code: 'batch_not_supported' })
    expect(phone.requests).toEqual([])
  })

  test.each<[string, NonNullable<PhoneOptions['properties']>]>([
    ['nothing', {}],
    ['other things only', { sessionProperties: { expiry: 'never', walletService: '[]', caip154: '{}' } }],
    ['those of another chain', { scopedProperties: { 'eip155:10': { atomic } } }],
    ['those of another account', scoped({ [`eip155:31337:${second}`]: { atomic } })],
  ])('are asked for when the session has %s', async (_, properties) => {
    const phone = await startBatchPhone([...OWN, ...BATCHES], properties)
    const page = await bench.connectTo(phone)
    expect(await page.client.getCapabilities()).toMatchObject({
      atomic,
      paymasterService: { supported: true },
    })
    expect(phone.requests.map(({ method }) => method)).toEqual(['wallet_getCapabilities'])
  })

  test('answer a request of the page’s own, for its chains and accounts', async () => {
    const phone = await startBatchPhone([...OWN, ...BATCHES], {
      sessionProperties: { atomic },
      scopedProperties: { 'eip155:10': { paymasterService: { supported: true } } },
    })
    const page = await bench.connectTo(phone)
    const provider = page.client.getState().wallet?.provider as { request(call: object): Promise<unknown> }
    const read = (...params: unknown[]) => provider.request({ method: 'wallet_getCapabilities', params })
    expect(await read(first)).toEqual({
      '0x7a69': { atomic },
      '0xa': { atomic, paymasterService: { supported: true } },
    })
    expect(await read(first.toLowerCase(), ['0x7a69'])).toEqual({ '0x7a69': { atomic } })
    expect(phone.requests).toEqual([])
    const stranger = `0x${'9'.repeat(40)}`
    await expect(read(stranger, ['0x7a69'])).rejects.toMatchObject({ code: 4100 })
    expect(phone.requests).toHaveLength(1)
  })
})

/** Makes the page one on a phone. @returns the addresses of apps that it has opened */
function usePhone(): string[] {
  vi.stubGlobal('navigator', { userAgent: 'iPhone', maxTouchPoints: 5 })
  vi.stubGlobal('location', { href: 'https://shop.example/' })
  const opened: string[] = []
  vi.stubGlobal('open', (href: string) => void opened.push(href))
  return opened
}

const APP = { redirect: { native: 'metamask://' } }

test('an app on the same phone is opened for a batch, and not again for each question how far it is (EW38)', async () => {
  const opened = usePhone()
  const phone = await startBatchPhone([...OWN, ...BATCHES], {}, APP)
  const page = await bench.connectTo(phone)
  await bench.node.request('evm_setAutomine', [false])
  const { callsId } = await page.client.execute(CALLS)
  expect(opened.length).toBeGreaterThan(0)
  opened.length = 0
  const looks = () => phone.requests.filter(({ method }) => method === 'wallet_getCallsStatus').length
  const before = looks()
  const waiting = page.client.waitForTransaction(callsId as string)
  await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + 1), { timeout: 10_000 })
  await bench.node.request('evm_setAutomine', [true])
  await bench.node.request('evm_mine')
  expect(await waiting).toMatchObject({ status: 'accepted' })
  expect(opened).toEqual([])
})

test('an app on the same phone is not opened for what shows the visitor nothing (EW38)', async () => {
  const READS = [
    'eth_getTransactionReceipt',
    'eth_getTransactionByHash',
    'eth_getBalance',
    'eth_blockNumber',
    'eth_call',
  ]
  const opened = usePhone()
  const phone = await startBatchPhone([...OWN, ...BATCHES, ...READS], {}, APP, false)
  const page = await bench.connectTo(phone)
  const { transactionHash } = await page.client.execute(CALLS.slice(0, 1))
  expect(opened).toHaveLength(1)
  await page.client.waitForTransaction(transactionHash as string)
  await page.client.getBalance()
  await page.client.getCapabilities()
  const provider = page.client.getState().wallet?.provider as { request(call: object): Promise<unknown> }
  await provider.request({ method: 'eth_blockNumber' })
  await provider.request({ method: 'eth_call', params: [{ to: RECEIVER }, 'latest'] })
  const asked = new Set(phone.requests.map(({ method }) => method))
  for (const method of [...READS.filter((one) => !one.endsWith('ByHash')), 'wallet_getCapabilities'])
    expect(asked).toContain(method)
  expect(opened).toHaveLength(1)
})

test('an app on the same phone is opened at once for a batch, also when the wallet must first say whether it has any', async () => {
  const opened = usePhone()
  const phone = await startBatchPhone([...OWN, ...BATCHES], {}, APP)
  const page = await bench.connectTo(phone)
  const asked = phone.untilRequest('wallet_getCapabilities')
  const sending = page.client.execute(CALLS)
  await asked
  expect(opened).toHaveLength(1)
  await sending
})
