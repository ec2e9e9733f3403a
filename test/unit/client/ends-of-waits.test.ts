import './fake-timers.js'
import '../../../src/client/execution.js'
import '../../../src/client/follow-transaction.js'
import { describe, expect, test, vi } from 'vitest'
import { ALICE, BOB, HASH, openProvider, outcome, pass } from './fixture.js'

// The code of calls is loaded first, so that only the tests' own clock decides the order.
await import('../../../src/connectors/evm/request-code.js')

const OTHER = `0x${'2'.repeat(64)}`

/** A wallet whose transaction waits for its block. */
const pending = {
  eth_sendTransaction: () => HASH,
  eth_getTransactionReceipt: () => null,
  eth_getTransactionByHash: () => ({
    hash: HASH,
    from: ALICE,
    to: BOB,
    value: '0x1',
    input: '0x',
    nonce: '0x3',
  }),
  eth_getTransactionCount: () => '0x3',
}

/** The same, of which its node knows nothing more once `chain.isOver`: then the account's next number is `count`. */
const lost = (chain: { isOver: boolean }, count: string, block: () => unknown) => ({
  ...pending,
  eth_blockNumber: () => '0x0',
  eth_getBlockByNumber: block,
  eth_getTransactionByHash: () => (chain.isOver ? null : pending.eth_getTransactionByHash()),
  eth_getTransactionCount: () => (chain.isOver ? count : '0x3'),
})

describe('a wait ends when the page says so', () => {
  test('PR05: by its signal, with the signal’s own reason and without an error event', async () => {
    const { client, details } = await openProvider(pending)
    const timers = vi.getTimerCount()
    for (const reason of [new Error('mine'), 'a text', undefined]) {
      const control = new AbortController()
      const waiting = client.waitForTransaction(HASH, { signal: control.signal }).catch((error) => error)
      await pass(3_000)
      control.abort(reason)
      expect(await waiting).toBe(control.signal.reason)
    }
    expect(details('error')).toEqual([])
    await pass(5_000)
    expect(vi.getTimerCount()).toBe(timers)
  })

  test('PR05: by a signal that was aborted before, without asking anybody', async () => {
    const receipt = vi.fn(() => null)
    const { client } = await openProvider({ ...pending, eth_getTransactionReceipt: receipt })
    const signal = AbortSignal.abort('too late')
    expect(await client.waitForTransaction(HASH, { signal }).catch((error) => error)).toBe('too late')
    await pass(3_000)
    expect(receipt).not.toHaveBeenCalled()
  })

  test('PR05: after its limit', async () => {
    const { client, details } = await openProvider(pending)
    const timers = vi.getTimerCount()
    const waiting = outcome(client.waitForTransaction(HASH, { timeout: 10_000 }))
    await pass(9_900)
    await pass(200)
    expect(await waiting).toBe('request_timeout')
    expect(details('error').map(({ code }) => code)).toEqual(['request_timeout'])
    await pass(5_000)
    expect(vi.getTimerCount()).toBe(timers)
  })

  test.each([
    [{ timeout: 0 }, 'timeout'],
    [{ timeout: -1 }, 'timeout'],
    [{ timeout: '5' }, 'timeout'],
    [{ timeout: Number.POSITIVE_INFINITY }, 'timeout'],
    [{ timeout: 2 ** 31 }, 'timeout'],
    [{ signal: {} }, 'signal'],
    [{ confirmations: 3 }, 'confirmations'],
    ['fast', 'options'],
  ])('PR05: the options %o are refused by name', async (options, text) => {
    const { client } = await openProvider(pending)
    await expect(client.waitForTransaction(HASH, options as never)).rejects.toMatchObject({
      code: 'request_invalid',
      message: expect.stringContaining(text),
    })
  })
})

describe('a transaction that is in no block', () => {
  test('PR05: that a node has forgotten for a moment, as after a reorganisation, is waited for', async () => {
    const chain = { known: true, mined: false }
    const { client } = await openProvider({
      ...pending,
      eth_getTransactionByHash: () => (chain.known ? pending.eth_getTransactionByHash() : null),
      eth_getTransactionReceipt: () => (chain.mined ? { status: '0x1', blockNumber: '0x5' } : null),
    })
    const waiting = outcome(client.waitForTransaction(HASH))
    for (let round = 0; round < 4; round++) {
      await pass(2_000)
      chain.known = !chain.known
    }
    await pass(2_000)
    chain.mined = true
    await pass(2_000)
    expect(await waiting).toMatchObject({ status: 'accepted', transactionHash: HASH })
  })

  test('PR05: is not dropped because nobody can be asked', async () => {
    const chain = { isUp: true }
    const { client } = await openProvider({
      ...pending,
      eth_getTransactionByHash() {
        if (!chain.isUp) throw new Error('offline')
        return pending.eth_getTransactionByHash()
      },
    })
    const waiting = client.waitForTransaction(HASH, { timeout: 60_000 })
    const ended = outcome(waiting)
    await pass(2_000)
    chain.isUp = false
    await pass(59_000)
    expect(await ended).toBe('request_timeout')
  })

  test.each([
    ['cancelled', { nonce: '0x3' }, '0x4'],
    ['dropped', {}, '0x3'],
  ])('PR05: is not %s because its wallet has gone elsewhere without an event', async (_, found, count) => {
    const here = { chain: '0x1' }
    const isThere = () => here.chain === '0x1'
    const there = { hash: OTHER, from: ALICE, to: ALICE, value: '0x0', input: '0x', ...found }
    const { client } = await openProvider(
      {
        ...pending,
        eth_chainId: () => here.chain,
        eth_blockNumber: () => '0x0',
        eth_getBlockByNumber: () => ({ transactions: [there] }),
        eth_getTransactionByHash: () => (isThere() ? pending.eth_getTransactionByHash() : null),
        eth_getTransactionCount: () => (isThere() ? '0x3' : count),
      },
      {},
      false,
    )
    const ended = outcome(client.waitForTransaction(HASH, { timeout: 60_000 }))
    await pass(3_000)
    here.chain = '0x5'
    await pass(58_000)
    expect(await ended).toBe('request_timeout')
    expect(client.getState().chainId).toBe('eip155:5')
  })

  test('PR05: is not dropped while no node can show which transaction has taken its number', async () => {
    const chain = { isOver: false }
    const { client } = await openProvider(lost(chain, '0x4', () => null))
    const ended = outcome(client.waitForTransaction(HASH, { timeout: 60_000 }))
    await pass(3_000)
    chain.isOver = true
    await pass(58_000)
    expect(await ended).toBe('request_timeout')
  })

  test('PR05: is not cancelled because its wallet has taken another number than the page’s', async () => {
    const chain = { isShown: false, mined: false }
    const older = { hash: OTHER, from: ALICE, to: ALICE, value: '0x0', input: '0x', nonce: '0x1' }
    const { client } = await openProvider({
      ...pending,
      eth_blockNumber: () => '0x1',
      eth_getBlockByNumber: () => ({ transactions: [older] }),
      eth_getTransactionByHash: () => (chain.isShown ? pending.eth_getTransactionByHash() : null),
      eth_getTransactionReceipt: () => (chain.mined ? { status: '0x1', blockNumber: '0x5' } : null),
    })
    await client.execute({ to: BOB, value: 1n, nonce: 1 })
    const waiting = outcome(client.waitForTransaction(HASH))
    await pass(20_000)
    chain.isShown = true
    await pass(5_000)
    chain.mined = true
    await pass(2_000)
    expect(await waiting).toMatchObject({ status: 'accepted', transactionHash: HASH })
  })
})

test('PR05: the hash of a Safe’s transaction is followed by the wallet to the hash of the chain', async () => {
  const safe = { executed: false }
  const { client, details } = await openProvider({
    eth_sendTransaction: () => HASH,
    eth_getTransactionReceipt: () => null,
    eth_getTransactionByHash: () => null,
    wallet_getCallsStatus: () =>
      safe.executed
        ? { id: HASH, status: 200, receipts: [{ transactionHash: OTHER, status: '0x1', blockNumber: '0x9' }] }
        : { id: HASH, status: 100 },
  })
  await client.execute({ to: BOB, value: 1n })
  const waiting = outcome(client.waitForTransaction(HASH))
  await pass(60_000)
  safe.executed = true
  await pass(2_000)
  const receipt = { transactionHash: OTHER, status: 'accepted', blockNumber: 9 }
  expect(await waiting).toEqual(receipt)
  // The wallet has a batch of this id now; what was sent is a transaction all the same.
  expect(await client.waitForTransaction(HASH)).toEqual(receipt)
  expect(details('transaction').at(-1)).toMatchObject({ transactionHash: OTHER, sentAs: HASH })
})

test.each([
  ['cancelled', '0x4', 'A call was cancelled, so those after it were not sent.'],
  ['dropped', '0x3', 'No node knows a call any more, so those after it were not sent.'],
])('PR05: calls in turn stop after one that was %s, in these words', async (end, count, message) => {
  const chain = { isOver: false }
  const other = { hash: OTHER, from: ALICE, to: ALICE, value: '0x0', input: '0x', nonce: '0x3' }
  const { client } = await openProvider({
    ...lost(chain, count, () => ({ transactions: [other] })),
    wallet_sendCalls: () => Promise.reject(Object.assign(new Error('no batches'), { code: 4200 })),
  })
  const sending = client.execute([{ to: BOB, value: 1n }, { to: BOB }], { sequential: true })
  const ended = sending.catch((error) => error)
  await pass(2_000)
  chain.isOver = true
  await pass(20_000)
  expect(await ended).toMatchObject({ message, sent: [HASH], cause: { code: `transaction_${end}` } })
})

test('PR05: a batch whose id looks like a hash is one for the next connection too', async () => {
  const receipt = vi.fn(() => null)
  const { client } = await openProvider({
    eth_getTransactionReceipt: receipt,
    eth_getTransactionByHash: () => null,
    wallet_getCapabilities: () => ({ '0x1': { atomic: { status: 'supported' } } }),
    wallet_sendCalls: () => ({ id: HASH }),
    wallet_getCallsStatus: () => ({
      id: HASH,
      status: 200,
      receipts: [{ transactionHash: OTHER, status: '0x1', blockNumber: '0x9' }],
    }),
  })
  await client.execute([{ to: BOB }, { to: BOB }])
  await client.disconnect()
  await client.connect({ walletId: 'x' })
  expect(await client.waitForTransaction(HASH)).toMatchObject({ callsId: HASH, transactionHash: OTHER })
  expect(receipt).not.toHaveBeenCalled()
})

test('PR05: the receipt that a Safe’s page gives for the Safe’s hash names the chain’s', async () => {
  const { client } = await openProvider({
    eth_sendTransaction: () => HASH,
    eth_getTransactionReceipt: () => ({
      transactionHash: HASH,
      status: '0x1',
      blockNumber: '0x9',
      logs: [{ transactionHash: OTHER }],
    }),
  })
  await client.execute({ to: BOB, value: 1n })
  expect(await client.waitForTransaction(HASH)).toMatchObject({ transactionHash: OTHER, status: 'accepted' })
})
