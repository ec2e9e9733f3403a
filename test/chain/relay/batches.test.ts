import { expect, test } from 'vitest'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'
import { first, useRelay } from './bench.js'

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

const balance = async () =>
  BigInt((await bench.node.request('eth_getBalance', [RECEIVER, 'latest'])) as string)

/** A phone that grants what the page asks for, and sends batches to the test's chain. */
async function startBatchPhone(methods: readonly string[]) {
  const wallet = createScriptedEvmWallet({
    rpcUrls: { 31337: bench.node.url },
    accounts: [first],
    batches: 'atomic',
    target: new EventTarget(),
  })
  await wallet.connect()
  const answerOther = (request: { method: string; params: unknown }) => wallet.provider.request(request)
  return bench.startApp({ methods, onlyAsked: true, answerOther })
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
