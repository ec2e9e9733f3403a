import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

type Answers = Record<string, unknown>

/** What the page's own node answers. */
const node = vi.hoisted(() => {
  vi.useFakeTimers()
  const own = { answers: {} as Record<string, unknown> }
  globalThis.fetch = (async (_: string, { body }: { body: string }) => ({
    ok: true,
    json: async () => ({ result: own.answers[JSON.parse(body).method] ?? null }),
  })) as never
  return own
})

import { ALICE, BOB, createClient, createDevice, createWallet, HASH, outcome, pass } from './fixture.js'

const OTHER = `0x${'2'.repeat(64)}`
const SHOWN = { hash: HASH, from: ALICE, nonce: '0x3', to: BOB, value: '0x1', input: '0x' }
const PENDING: Answers = { eth_getTransactionByHash: SHOWN, eth_getTransactionCount: '0x3' }
const MINED: Answers = { eth_getTransactionReceipt: { status: '0x1', blockNumber: '0x5' } }
const PAY = { to: BOB, value: 1n }
const OWN_NODE = { networks: [{ chainId: 1, rpcUrls: ['https://node.example'] }] }

beforeEach(() => {
  node.answers = {}
})

/** A wallet whose node gives these answers, which a test may change. */
function createNodeWallet(name: string, account: string, given: Answers = {}) {
  const here = { answers: given }
  const wallet = createWallet(name, {
    accounts: [account],
    askNode: (async (_: string, { method }: { method: string }) => {
      if (method === 'eth_accounts') return [account]
      if (method === 'eth_sendTransaction') return HASH
      return here.answers[method] ?? null
    }) as never,
  })
  return { here, wallet }
}

// The first such requests load code, which the tests' own clock does not wait for.
beforeAll(async () => {
  const { wallet } = createNodeWallet('One', ALICE, MINED)
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: 'com.one' })
  await client.execute(PAY)
  await client.waitForTransaction(HASH)
})

/** A transaction that the page has sent with a wallet, and that the wallet's node has shown. */
async function send(config: object = {}) {
  const one = createNodeWallet('One', ALICE, PENDING)
  const device = createDevice(one.wallet)
  const { client } = createClient(device, config)
  await client.connect({ walletId: 'com.one' })
  await client.execute(PAY)
  await pass(1_500)
  return { client, device, ...one }
}

/** What has become of a promise by now. */
function watch(promise: Promise<unknown>) {
  const seen: unknown[] = []
  void outcome(promise).then((value) => seen.push(value))
  return seen
}

test('PR05: another wallet, whose node does not have a transaction, does not say that it is lost', async () => {
  const { client, device } = await send()
  const two = createNodeWallet('Two', BOB, { eth_getTransactionCount: '0x3' })
  device.add(two.wallet)
  await client.connect({ walletId: 'com.two' })
  const ends = watch(client.waitForTransaction(HASH))
  await pass(20_000)
  expect(ends).toEqual([])
  two.here.answers = MINED
  await pass(2_000)
  expect(ends).toMatchObject([{ transactionHash: HASH, status: 'accepted' }])
})

test('PR05: the wallet that has sent a transaction says that it is lost, also after it was connected anew', async () => {
  const { client, here } = await send()
  await client.disconnect()
  await client.connect({ walletId: 'com.one' })
  here.answers = { eth_getTransactionCount: '0x3' }
  const ends = watch(client.waitForTransaction(HASH))
  await pass(20_000)
  expect(ends).toEqual(['transaction_dropped'])
})

test('PR05: a wallet that answers every read with nothing does not say that a transaction is lost', async () => {
  const { client, here } = await send()
  here.answers = {}
  const ends = watch(client.waitForTransaction(HASH))
  await pass(20_000)
  expect(ends).toEqual([])
  here.answers = MINED
  await pass(2_000)
  expect(ends).toMatchObject([{ status: 'accepted' }])
})

test('PR05: a wallet that leaves a read open ends no wait: the page’s node has the receipt later', async () => {
  const { client, wallet } = await send(OWN_NODE)
  wallet.faults.hold = ['eth_getTransactionReceipt']
  const ends = watch(client.waitForTransaction(HASH))
  await pass(2_000)
  node.answers = MINED
  await pass(20_000)
  expect(ends).toMatchObject([{ status: 'accepted' }])
})

test('PR05: a wallet that leaves a read open does not stop the next of several calls', async () => {
  const one = createNodeWallet('One', ALICE, PENDING)
  one.wallet.faults.hold = ['eth_getTransactionReceipt']
  const { client } = createClient(createDevice(one.wallet))
  await client.connect({ walletId: 'com.one' })
  const ends = watch(client.execute([PAY, PAY], { sequential: true }))
  await pass(90_000)
  expect(ends).toEqual([{ transactionHash: HASH }])
})

test('PR05: the page’s node says that a transaction was cancelled, whether the wallet names its chain or not', async () => {
  const { client, wallet, here } = await send(OWN_NODE)
  here.answers = {}
  wallet.faults.hold = ['eth_chainId']
  node.answers = {
    eth_getTransactionCount: '0x4',
    eth_blockNumber: '0x0',
    eth_getBlockByNumber: { transactions: [{ ...SHOWN, hash: OTHER, to: ALICE }] },
  }
  const ends = watch(client.waitForTransaction(HASH))
  await pass(20_000)
  expect(ends).toEqual(['transaction_cancelled'])
})

test('PR05: what the wallet says of numbers and blocks is no end while it does not name its chain', async () => {
  const { client, wallet, here } = await send()
  wallet.faults.hold = ['eth_chainId']
  here.answers = {
    eth_getTransactionCount: '0x4',
    eth_blockNumber: '0x0',
    eth_getBlockByNumber: { transactions: [{ ...SHOWN, hash: OTHER, to: ALICE }] },
  }
  const ends = watch(client.waitForTransaction(HASH))
  await pass(20_000)
  expect(ends).toEqual([])
  wallet.faults.hold = []
  wallet.release()
  await pass(4_000)
  expect(ends).toEqual(['transaction_cancelled'])
})
