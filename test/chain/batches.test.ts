import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createWalletClient } from '../../src/client/create-wallet-client.js'
import type { ClientEvents, WalletClient } from '../../src/client/wallet-client.js'
import { createInjectedConnector } from '../../src/connectors/evm/injected/connector.js'
import { createMemoryStorage } from '../../src/platform/storage.js'
import { createScriptedEvmWallet } from '../../src/testing/evm/create-scripted-evm-wallet.js'
import type { ScriptedEvmWalletOptions } from '../../src/testing/evm/options.js'
import { keepTransactions, readTransactions } from '../../src/view/account/sent-transactions.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'

/** Receivers without money of their own. */
const ONE = '0x1111111111111111111111111111111111111111'
const TWO = '0x2222222222222222222222222222222222222222'
/** A contract that reverts. */
const WALL = '0x3333333333333333333333333333333333333333'

let anvil: Anvil
let before: unknown
const clients = new Set<WalletClient>()

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.request('anvil_setCode', [WALL, '0x5f5ffd'])
})
afterAll(() => anvil?.stop())
afterEach(async () => {
  for (const client of clients) client.dispose()
  clients.clear()
  await anvil.request('evm_revert', [before])
})

/** A connected client whose wallet uses the node. */
async function connect(options: ScriptedEvmWalletOptions = {}) {
  before = await anvil.request('evm_snapshot')
  const wallet = createScriptedEvmWallet({
    name: 'Batches',
    rdns: 'com.batches',
    rpcUrls: { 31337: anvil.url },
    target: new EventTarget(),
    ...options,
  })
  const storage = createMemoryStorage()
  /** The methods of every request, answered or not. */
  const asked: string[] = []
  const events: ClientEvents['transaction'][] = []
  /** The page's client; another one is that of the page after a reload. */
  function open(): WalletClient {
    const { provider, info } = wallet
    // A page's provider is a new object after a reload.
    const request: typeof provider.request = (args) => {
      asked.push(args.method)
      return provider.request(args)
    }
    const own = { ...provider, request }
    const client = createWalletClient({ chains: 'eip155:31337', storage }, [
      {
        start(add) {
          add(createInjectedConnector({ id: info.rdns, ...info, provider: own }))
          return () => {}
        },
      },
    ])
    clients.add(client)
    client.on('transaction', (detail) => events.push(detail))
    return client
  }
  const client = open()
  await client.connect({ walletId: 'com.batches' })
  async function reload(): Promise<WalletClient> {
    for (const one of clients) one.dispose()
    clients.clear()
    const next = open()
    await next.restore()
    return next
  }
  /** How many transactions the account has sent. */
  const account = client.getState().account as string
  const count = async () => Number(await anvil.request('eth_getTransactionCount', [account, 'latest']))
  const countOf = (method: string) => asked.filter((one) => one === method).length
  return { wallet, client, events, account, count, countOf, reload, start: await count() }
}

const balance = async (address: string) =>
  BigInt((await anvil.request('eth_getBalance', [address, 'latest'])) as string)

const PAY = [
  { to: ONE, value: 1n },
  { to: TWO, value: '2' },
  { to: ONE, value: '0x3', data: '0xabcdef' },
]

describe('execute on EVM, with a wallet on a real chain (EW12)', () => {
  test('sends one call as a transaction, which waitForTransaction follows', async () => {
    const { client, wallet, events } = await connect({ batches: 'atomic' })
    const { transactionHash } = await client.execute({ to: ONE, value: 7n })
    expect(wallet.requests.at(-1)?.method).toBe('eth_sendTransaction')
    const receipt = await client.waitForTransaction(transactionHash as string)
    expect(receipt).toMatchObject({ transactionHash, status: 'accepted', blockNumber: expect.any(Number) })
    expect(await balance(ONE)).toBe(7n)
    expect(events.map(({ status }) => status)).toEqual(['sent', 'accepted'])
  })

  test('a wait ends when another transaction has taken the nonce: cancelled in the wallet', async () => {
    const { client, account, countOf } = await connect({ batches: 'atomic' })
    await anvil.request('evm_setAutomine', [false])
    try {
      const { transactionHash } = await client.execute({ to: ONE, value: 7n })
      const waiting = client.waitForTransaction(transactionHash as string)
      waiting.catch(() => {})
      const nonce = await anvil.request('eth_getTransactionCount', [account, 'latest'])
      // The page can read the nonce of the transaction only while it waits; then it asks whether that is used.
      await expect.poll(() => countOf('eth_getTransactionCount')).toBeGreaterThan(0)
      const faster = { from: account, to: account, value: '0x0', nonce, maxFeePerGas: '0x174876e800' }
      const other = await anvil.request('eth_sendTransaction', [
        { ...faster, maxPriorityFeePerGas: '0x174876e800' },
      ])
      await anvil.request('evm_mine')
      await expect(waiting).rejects.toMatchObject({
        code: 'transaction_cancelled',
        cause: { transactionHash: other },
      })
      expect(await client.waitForTransaction(other as string)).toMatchObject({ status: 'accepted' })
    } finally {
      await anvil.request('evm_setAutomine', [true])
    }
  })

  test('sends several calls as one atomic batch, in one transaction', async () => {
    const { client, wallet, events, count, start, account } = await connect({ batches: 'atomic' })
    const sent = await client.execute(PAY)
    expect(wallet.prompts.at(-1)).toMatchObject({ kind: 'send', method: 'wallet_sendCalls' })
    expect(wallet.requests.find(({ method }) => method === 'wallet_sendCalls')?.params).toEqual([
      {
        version: '2.0.0',
        from: account,
        chainId: '0x7a69',
        atomicRequired: true,
        calls: [
          { to: ONE, value: '0x1' },
          { to: TWO, value: '0x2' },
          { to: ONE, value: '0x3', data: '0xabcdef' },
        ],
      },
    ])
    const receipt = await client.waitForTransaction(sent.callsId as string)
    // The node may need a moment for the block, and `execute` does not wait for one.
    expect([null, receipt.transactionHash]).toContain(sent.transactionHash)
    expect(receipt).toEqual({
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      status: 'accepted',
      blockNumber: expect.any(Number),
      callsId: sent.callsId,
    })
    expect([await balance(ONE), await balance(TWO), (await count()) - start]).toEqual([4n, 2n, 1])
    expect(events).toEqual([
      { ...sent, chainId: 'eip155:31337', status: 'sent' },
      { ...sent, transactionHash: receipt.transactionHash, chainId: 'eip155:31337', status: 'accepted' },
    ])
  })

  test('names no hash before the chain has the batch', async () => {
    const { client } = await connect({ batches: 'atomic' })
    await anvil.request('evm_setAutomine', [false])
    const { transactionHash, callsId } = await client.execute(PAY)
    expect(transactionHash).toBeNull()
    await anvil.request('anvil_mine')
    await anvil.request('evm_setAutomine', [true])
    const receipt = await client.waitForTransaction(callsId as string)
    expect(receipt).toMatchObject({ transactionHash: expect.stringMatching(/^0x/), status: 'accepted' })
  })

  test('a batch with a call that reverts has no effect at all', async () => {
    const { client, events } = await connect({ batches: 'atomic' })
    const { callsId } = await client.execute([...PAY, { to: WALL }])
    expect(await client.waitForTransaction(callsId as string)).toMatchObject({ status: 'reverted', callsId })
    expect([await balance(ONE), await balance(TWO)]).toEqual([0n, 0n])
    expect(events.at(-1)?.status).toBe('reverted')
  })

  test('a batch that took effect in part is told exactly', async () => {
    const { client } = await connect({ batches: 'partial' })
    const { callsId } = await client.execute([{ to: ONE, value: 1n }, { to: WALL }, { to: TWO, value: 2n }])
    const receipt = await client.waitForTransaction(callsId as string)
    expect(receipt).toMatchObject({ status: 'reverted', isPartial: true })
    expect(receipt.transactions?.map(({ status }) => status)).toEqual(['accepted', 'reverted', 'accepted'])
    expect([await balance(ONE), await balance(TWO)]).toEqual([1n, 2n])
  })

  test.each(['none', 'unsupported', 'refused', 'no-capability', 'not-atomic'] as const)(
    'sends nothing when the wallet cannot send a batch: %s',
    async (batches) => {
      const { client, wallet, count, start, events } = await connect({ batches })
      await expect(client.execute(PAY)).rejects.toMatchObject({
        name: 'WalletError',
        code: 'batch_not_supported',
      })
      expect(await count()).toBe(start)
      expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect'])
      expect(events).toEqual([])
    },
  )

  test.each(['none', 'unsupported', 'refused', 'no-capability', 'not-atomic'] as const)(
    'sends the calls one after the other if the page allows it: %s',
    async (batches) => {
      const { client, count, start, events } = await connect({ batches })
      const { transactionHash, callsId } = await client.execute(PAY, { sequential: true })
      expect(callsId).toBeUndefined()
      await client.waitForTransaction(transactionHash as string)
      expect([await balance(ONE), await balance(TWO), (await count()) - start]).toEqual([4n, 2n, 3])
      expect(events.map(({ status }) => status)).toEqual([
        'sent',
        'accepted',
        'sent',
        'accepted',
        'sent',
        'accepted',
      ])
      expect(events.at(-1)?.transactionHash).toBe(transactionHash)
    },
  )

  test('a refusal between two calls names what was sent, and nothing else is sent', async () => {
    const { client, wallet, events } = await connect()
    let left = 2
    wallet.setApprove(() => left-- > 0)
    const error = await client.execute(PAY, { sequential: true }).catch((caught) => caught)
    expect(error).toMatchObject({ code: 'user_rejected', sent: [expect.any(String), expect.any(String)] })
    const hashes = events.filter(({ status }) => status === 'sent').map((detail) => detail.transactionHash)
    expect(error.sent).toEqual(hashes)
    for (const hash of error.sent) expect(await anvil.receipt(hash)).toMatchObject({ status: '0x1' })
    expect([await balance(ONE), await balance(TWO)]).toEqual([1n, 2n])
  })

  test('a call that reverts keeps those after it from being sent', async () => {
    const { client, wallet } = await connect()
    // A wallet sends what will revert when its visitor insists.
    wallet.faults.answers = {}
    const sent = await client.execute(
      [
        { to: ONE, value: 1n },
        { to: TWO, value: 2n },
      ],
      { sequential: true },
    )
    expect(sent.transactionHash).toMatch(/^0x/)
    const hash = await anvil.request('eth_sendTransaction', [
      { from: client.getState().account, to: WALL, gas: '0x20000' },
    ])
    wallet.faults.answers = { eth_sendTransaction: hash }
    await expect(
      client.execute([{ to: WALL }, { to: TWO, value: 2n }], { sequential: true }),
    ).rejects.toMatchObject({ code: 'execute_failed', sent: [hash] })
    expect(await balance(TWO)).toBe(2n)
  })

  test('giving up between two calls sends nothing else, and names what was sent', async () => {
    const { client, wallet } = await connect({ approve: 'always' })
    wallet.setApprove('manual')
    const running = client.execute(PAY, { sequential: true }).catch((caught) => caught)
    ;(await wallet.nextPrompt('send')).approve()
    // The first prompt is closed; the second opens once the first transaction is in a block.
    await expect.poll(() => wallet.prompts.filter(({ kind }) => kind === 'send').length).toBe(2)
    client.cancelRequests('eip155')
    const error = await running
    expect(error).toMatchObject({ code: 'request_given_up', sent: [expect.any(String)] })
    ;(await wallet.nextPrompt('send')).reject()
    expect(wallet.prompts.filter(({ kind }) => kind === 'send')).toHaveLength(2)
  })

  test('says what the wallet has said, and that nothing was sent when the first of several calls is refused', async () => {
    const { client, wallet } = await connect({ batches: 'none' })
    const { cause } = await client.execute(PAY).catch((caught) => caught)
    expect(cause).toMatchObject({ code: expect.any(Number) })
    wallet.setApprove('manual')
    const running = client.execute(PAY, { sequential: true }).catch((caught) => caught)
    ;(await wallet.nextPrompt('send')).reject()
    expect(await running).toMatchObject({ code: 'user_rejected', sent: [] })
  })

  test('passes a paymaster on, also for one call, and asks no wallet without it', async () => {
    const { client, wallet } = await connect({ batches: 'atomic' })
    const paymasterUrl = 'https://paymaster.example/v1'
    const { callsId } = await client.execute({ to: ONE, value: 1n }, { paymasterUrl })
    expect(wallet.requests.find(({ method }) => method === 'wallet_sendCalls')?.params).toMatchObject([
      { capabilities: { paymasterService: { url: paymasterUrl } } },
    ])
    expect(await client.waitForTransaction(callsId as string)).toMatchObject({ status: 'accepted' })
    wallet.setBatches('none')
    await expect(client.execute({ to: ONE, value: 1n }, { paymasterUrl })).rejects.toMatchObject({
      code: 'batch_not_supported',
    })
    expect(await balance(ONE)).toBe(1n)
  })

  test('sends nothing for another chain than the wallet’s', async () => {
    const { client, count, start } = await connect({ batches: 'atomic' })
    await expect(client.execute(PAY, { chainId: 'eip155:1' })).rejects.toMatchObject({
      code: 'chain_mismatch',
    })
    await expect(client.execute(PAY[0] as never, { chainId: 1 })).rejects.toMatchObject({
      code: 'chain_mismatch',
    })
    expect(await count()).toBe(start)
    const { callsId } = await client.execute(PAY, { chainId: '0x7a69' })
    await client.waitForTransaction(callsId as string)
    expect(await count()).toBe(start + 1)
  })

  test('reads the capabilities of a chain, and none of a wallet that does not know the question', async () => {
    const { client, wallet } = await connect({ batches: 'atomic' })
    expect(await client.getCapabilities()).toMatchObject({ atomic: { status: 'supported' } })
    expect(await client.getCapabilities('eip155:31337')).toMatchObject({ atomic: { status: 'supported' } })
    expect(await client.getCapabilities(1)).toEqual({})
    for (const batches of ['none', 'unsupported', 'no-capability'] as const) {
      wallet.setBatches(batches)
      expect(await client.getCapabilities()).toEqual({})
    }
  })

  test('refuses to wait for what is neither a hash nor the id of a batch', async () => {
    const { client } = await connect({ batches: 'atomic' })
    for (const id of ['', 'nonsense', `0x${'1'.repeat(9_000)}`, 5 as never])
      await expect(client.waitForTransaction(id)).rejects.toMatchObject({ code: 'request_invalid' })
  })
})

describe('waitForTransaction after a reload (EW35)', () => {
  test('follows a batch whose id looks like a hash, by the wallet, and the menu lists it', async () => {
    const { client, countOf, reload, events } = await connect({ batches: 'atomic' })
    const { callsId } = await client.execute(PAY)
    expect(callsId).toMatch(/^0x[0-9a-f]{64}$/)
    const page = await reload()
    keepTransactions(page)
    const receipt = await page.waitForTransaction(callsId as string)
    expect(receipt).toMatchObject({
      callsId,
      status: 'accepted',
      transactionHash: expect.stringMatching(/^0x/),
    })
    const last = { callsId, status: 'accepted', transactionHash: receipt.transactionHash }
    expect(events.at(-1)).toMatchObject(last)
    expect(readTransactions(page, page.getState().account as string)).toMatchObject([last])
    // Now the page knows that it is a batch.
    const reads = countOf('eth_getTransactionReceipt')
    await page.waitForTransaction(callsId as string)
    expect(countOf('eth_getTransactionReceipt')).toBe(reads)
  })

  test('follows such a batch from before it is in a block', async () => {
    const { client, reload } = await connect({ batches: 'atomic' })
    await anvil.request('evm_setAutomine', [false])
    const { callsId } = await client.execute(PAY)
    const page = await reload()
    const waiting = page.waitForTransaction(callsId as string)
    await anvil.request('anvil_mine')
    await anvil.request('evm_setAutomine', [true])
    expect(await waiting).toMatchObject({ callsId, status: 'accepted' })
  })

  test('asks the wallet about no transaction that the chain knows', async () => {
    const { client, countOf, reload } = await connect({ batches: 'atomic' })
    await anvil.request('evm_setAutomine', [false])
    const { transactionHash } = await client.execute({ to: ONE, value: 7n })
    const page = await reload()
    const waiting = page.waitForTransaction(transactionHash as string)
    await expect.poll(() => countOf('eth_getTransactionByHash')).toBeGreaterThan(0)
    await anvil.request('anvil_mine')
    await anvil.request('evm_setAutomine', [true])
    expect(await waiting).toEqual(expect.objectContaining({ transactionHash, status: 'accepted' }))
    expect(countOf('wallet_getCallsStatus')).toBe(0)
  })

  test.each([
    ['does not know batches', { batches: 'none' as const }],
    ['does not know this one', { batches: 'atomic' as const }],
    ['answers null', { batches: 'atomic' as const, faults: { answers: { wallet_getCallsStatus: null } } }],
    ['never answers', { batches: 'atomic' as const, faults: { hold: ['wallet_getCallsStatus'] } }],
  ])('follows a transaction that the chain does not know yet, by a wallet that %s', async (_, options) => {
    const { account, countOf, reload } = await connect(options)
    const page = await reload()
    // The hash of what will be sent: another node may have it already.
    const snapshot = await anvil.request('evm_snapshot')
    const call = { from: account, to: ONE, value: '0x9', gas: '0x5208', gasPrice: '0x77359400' }
    const hash = await anvil.request('eth_sendTransaction', [call])
    // A transaction that still waits for its block would outlive the way back.
    await anvil.receipt(hash)
    await anvil.request('evm_revert', [snapshot])
    const waiting = page.waitForTransaction(hash as string)
    await expect.poll(() => countOf('wallet_getCallsStatus')).toBe(1)
    expect(await anvil.request('eth_sendTransaction', [call])).toBe(hash)
    expect(await waiting).toMatchObject({ transactionHash: hash, status: 'accepted' })
    expect(countOf('wallet_getCallsStatus')).toBe(1)
  })
})
