import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPublicClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWalletClient } from '../../src/client/create-wallet-client.js'
import type { ClientEvents, WalletClient } from '../../src/client/wallet-client.js'
import { createInjectedConnector } from '../../src/connectors/evm/injected/connector.js'
import { READS_OF_LOSS } from '../../src/connectors/limits.js'
import type { EvmCall } from '../../src/connectors/requests.js'
import type { WalletError } from '../../src/errors/wallet-error.js'
import { createMemoryStorage } from '../../src/platform/storage.js'
import { createScriptedEvmWallet } from '../../src/testing/evm/create-scripted-evm-wallet.js'
import type { ScriptedEvmWalletOptions } from '../../src/testing/evm/options.js'
import { keepTransactions, readTransactions } from '../../src/view/account/sent-transactions.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'

const ONE = '0x1111111111111111111111111111111111111111'
const TWO = '0x2222222222222222222222222222222222222222'
/** A contract that reverts. */
const WALL = '0x3333333333333333333333333333333333333333'
/** How long viem may wait, in ms: it waits for ever for what will never be in a block. */
const PATIENCE = 8_000

const CALL = { to: ONE, value: 7n, data: '0xabcdef' }
const FAST = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x174876e800' }

let anvil: Anvil
const clients = new Set<WalletClient>()

beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.request('anvil_setCode', [WALL, '0x5f5ffd'])
})
afterAll(() => anvil?.stop())
// Nothing is in a block before a test wants it.
beforeEach(() => anvil.request('evm_setAutomine', [false]))
afterEach(async () => {
  for (const client of clients) client.dispose()
  clients.clear()
  await anvil.request('anvil_dropAllTransactions')
})

async function connect(options: ScriptedEvmWalletOptions = {}, nodes: readonly string[] = []) {
  const wallet = createScriptedEvmWallet({
    name: 'Ends',
    rdns: 'com.ends',
    rpcUrls: { 31337: anvil.url },
    target: new EventTarget(),
    ...options,
  })
  const networks = [{ chainId: 31337, rpcUrls: nodes }]
  const client = createWalletClient({ chains: 'eip155:31337', storage: createMemoryStorage(), networks }, [
    {
      start(add) {
        add(createInjectedConnector({ id: 'com.ends', ...wallet.info, provider: wallet.provider }))
        return () => {}
      },
    },
  ])
  clients.add(client)
  const events: ClientEvents['transaction'][] = []
  client.on('transaction', (detail) => events.push(detail))
  keepTransactions(client)
  await client.connect({ walletId: 'com.ends' })
  return { client, wallet, events, account: client.getState().account as `0x${string}` }
}

interface Known {
  nonce: string
  from: string
}

const readTransaction = (hash: string) =>
  anvil.request('eth_getTransactionByHash', [hash]) as Promise<Known | null>

/** Sends a call, and waits until a read of the page has found it in the node. */
async function send(client: WalletClient, call: EvmCall = CALL): Promise<{ hash: string; known: Known }> {
  const { transactionHash: hash } = await client.execute(call)
  const known = await readTransaction(hash as string)
  return { hash: hash as string, known: known as Known }
}

/** Sends another transaction with the same nonce, as a wallet does that speeds up or cancels one. */
const replace = ({ from, nonce }: Known, call: { to: string; value?: string; data?: string }) =>
  anvil.request('eth_sendTransaction', [{ from, nonce, ...FAST, ...call }]) as Promise<string>

const toCall = { to: ONE, value: '0x7', data: '0xabcdef' }

/**
 * Called when viem has read a transaction and the last block once: it does not find what has taken the place of one that it has never seen,
 * and it hears of no block while it reads another.
 */
let onViem = (): void => {}

/** What viem makes of a transaction. */
async function askViem(
  hash: string,
): Promise<{ reason: string | null; hash: string; status: string } | 'never'> {
  const transport = http(anvil.url, {
    async onFetchResponse(response) {
      const { result } = (await response.clone().json()) as { result?: { transactions?: unknown } }
      if (result?.transactions) onViem()
    },
  })
  const viem = createPublicClient({ transport, pollingInterval: 100 })
  let reason: string | null = null
  try {
    const receipt = await viem.waitForTransactionReceipt({
      hash: hash as `0x${string}`,
      timeout: PATIENCE,
      retryCount: 2,
      onReplaced: (replacement) => {
        reason = replacement.reason
      },
    })
    return { reason, hash: receipt.transactionHash, status: receipt.status }
  } catch {
    return 'never'
  }
}

/** Lets both follow a transaction, and goes on when both have seen it. */
async function askBoth(client: WalletClient, hash: string) {
  const seen = new Promise<void>((resolve) => {
    onViem = resolve
  })
  const both = Promise.all([askUs(client, hash), askViem(hash)])
  await seen
  return { both }
}

/** What we make of it, in the same words. */
async function askUs(client: WalletClient, hash: string) {
  try {
    const { transactionHash, status, replaced = null } = await client.waitForTransaction(hash)
    return { reason: replaced, hash: transactionHash, status: status === 'accepted' ? 'success' : 'reverted' }
  } catch (caught) {
    const { code, cause } = caught as WalletError
    return { code, ...(cause as object) }
  }
}

describe('PR05: a transaction is followed to its end, with the verdict of viem', () => {
  test.each([['through the wallet'], ['through a node of the page']])(
    'sped up: the new hash, %s',
    async (way) => {
      const { client, events, account } = await connect({}, way.includes('node') ? [anvil.url] : [])
      const { hash, known } = await send(client)
      const { both } = await askBoth(client, hash)
      const other = await replace(known, toCall)
      await anvil.request('evm_mine')
      const [ours, theirs] = await both
      expect(ours).toEqual({ reason: 'repriced', hash: other, status: 'success' })
      expect(theirs).toEqual(ours)
      expect(events.at(-1)).toEqual({
        transactionHash: other,
        sentAs: hash,
        chainId: 'eip155:31337',
        status: 'accepted',
      })
      // The menu shows one transaction, and another wait for either hash tells nothing new.
      expect(readTransactions(client, account)).toMatchObject([
        { transactionHash: other, status: 'accepted' },
      ])
      expect(await askUs(client, other)).toMatchObject({ hash: other, status: 'success' })
      expect(events).toHaveLength(2)
    },
  )

  test('sped up and reverted', async () => {
    const { client } = await connect()
    const gas = { gas: 100_000 }
    const { hash, known } = await send(client, { to: WALL, ...gas })
    const { both } = await askBoth(client, hash)
    const other = await replace(known, { to: WALL, ...{ gas: '0x186a0' } })
    await anvil.request('evm_mine')
    const [ours, theirs] = await both
    expect(ours).toEqual({ reason: 'repriced', hash: other, status: 'reverted' })
    expect(theirs).toEqual(ours)
  })

  test.each([
    ['cancelled', (from: string) => ({ to: from, value: '0x0' }), 'cancelled'],
    ['replaced by another payment', () => ({ to: TWO, value: '0x7' }), 'replaced'],
    ['replaced by more to the same receiver', () => ({ ...toCall, value: '0x8' }), 'replaced'],
    ['replaced by another call', () => ({ ...toCall, data: '0xabcd00' }), 'replaced'],
  ])('%s: an error with the other hash', async (_, toOther, reason) => {
    const { client, events } = await connect()
    const { hash, known } = await send(client)
    const { both } = await askBoth(client, hash)
    const other = await replace(known, toOther(known.from))
    await anvil.request('evm_mine')
    const [ours, theirs] = await both
    expect(ours).toEqual({ code: 'transaction_cancelled', transactionHash: other })
    expect(theirs).toEqual({ reason, hash: other, status: 'success' })
    expect(events.map(({ status }) => status)).toEqual(['sent'])
  })

  test('dropped: an error, where viem waits on', { timeout: 30_000 }, async () => {
    const { client } = await connect()
    const { hash } = await send(client)
    const { both } = await askBoth(client, hash)
    await anvil.request('anvil_dropTransaction', [hash])
    expect(await both).toEqual([{ code: 'transaction_dropped' }, 'never'])
  })

  test('in a block as it was', async () => {
    const { client } = await connect()
    const { hash } = await send(client)
    const { both } = await askBoth(client, hash)
    await anvil.request('evm_mine')
    const [ours, theirs] = await both
    expect(ours).toEqual({ reason: null, hash, status: 'success' })
    expect(theirs).toEqual(ours)
  })
})

describe('PR05: what happened before the page asks is found', () => {
  /** The page has read a transaction when nothing but the wallet's answer had told it of it. */
  const learn = () => new Promise((resolve) => setTimeout(resolve, 50))

  test.each([
    ['sped up', toCall, true],
    ['cancelled', null, false],
  ])('%s many blocks ago, and no node shows the first one any more', async (_, call, isSame) => {
    const { client } = await connect()
    const { hash, known } = await send(client)
    await learn()
    const other = await replace(known, call ?? { to: known.from })
    await anvil.request('anvil_mine', ['0x15'])
    expect(await readTransaction(hash)).toBeNull()
    expect(await askUs(client, hash)).toEqual(
      isSame
        ? { reason: 'repriced', hash: other, status: 'success' }
        : { code: 'transaction_cancelled', transactionHash: other },
    )
  })
})

/** A node of the page that is behind: it never has a transaction. @returns how often it was asked for one, too */
async function startLateNode() {
  let asked = 0
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method, params, id } = JSON.parse(text)
    const isMissing = /^eth_getTransaction(?:ByHash|Receipt)$/.test(method)
    if (method === 'eth_getTransactionByHash') asked++
    const result = isMissing ? null : await anvil.request(method, params)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('PR05: is not dropped because the page’s node is behind and the wallet, which has it, is on another chain', {
  timeout: 30_000,
}, async () => {
  const node = await startLateNode()
  try {
    const rpcUrls = { 31337: anvil.url, 31338: anvil.url }
    const { client, wallet } = await connect({ rpcUrls }, [node.url])
    const { hash } = await send(client)
    const waiting = askUs(client, hash)
    // The wallet has told of the transaction before it leaves.
    await expect.poll(node.asked).toBeGreaterThan(2)
    wallet.setChain(31338)
    const before = node.asked()
    await expect.poll(node.asked, { timeout: 20_000 }).toBeGreaterThan(before + READS_OF_LOSS + 1)
    wallet.setChain(31337)
    await anvil.request('evm_mine')
    expect(await waiting).toEqual({ reason: null, hash, status: 'success' })
  } finally {
    node.stop()
  }
})

describe('PR05: calls that are sent one after the other', () => {
  test('go on after one that was sped up, and stop after one that was cancelled', {
    timeout: 30_000,
  }, async () => {
    for (const isSame of [true, false]) {
      const { client, events } = await connect({ batches: 'none' })
      const sending = client.execute([CALL, { to: TWO, value: 1n }], { sequential: true })
      sending.catch(() => {})
      await expect.poll(() => events.length, { timeout: 5_000 }).toBe(1)
      const first = events[0]?.transactionHash as string
      const known = (await readTransaction(first)) as Known
      const other = await replace(known, isSame ? toCall : { to: known.from })
      await anvil.request('evm_mine')
      if (!isSame) {
        await expect(sending).rejects.toMatchObject({
          code: 'execute_failed',
          sent: [first],
          cause: { code: 'transaction_cancelled', cause: { transactionHash: other } },
        })
        continue
      }
      const { transactionHash } = await sending
      expect(events.map(({ status }) => status)).toEqual(['sent', 'accepted', 'sent'])
      expect(events[1]).toMatchObject({ transactionHash: other, sentAs: first })
      await anvil.request('evm_mine')
      expect(await askUs(client, transactionHash as string)).toMatchObject({ status: 'success' })
    }
  })
})

test('PR16: gas, fees and a nonce reach the chain, and so does a new contract', async () => {
  const { client, account } = await connect()
  const nonce = BigInt((await anvil.request('eth_getTransactionCount', [account, 'latest'])) as string)
  const fees = { gas: 60_000n, maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: '2000000000', nonce }
  const { hash } = await send(client, { ...CALL, ...fees })
  expect(await readTransaction(hash)).toMatchObject({
    gas: '0xea60',
    maxFeePerGas: '0x6fc23ac00',
    maxPriorityFeePerGas: '0x77359400',
    nonce: `0x${nonce.toString(16)}`,
  })
  await anvil.request('evm_mine')
  // Code that returns one byte of code.
  const { transactionHash } = await client.execute({ data: '0x60fe60005360016000f3' })
  await anvil.request('evm_mine')
  expect(await anvil.receipt(transactionHash)).toMatchObject({
    status: '0x1',
    contractAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
  })
  expect(await askUs(client, transactionHash as string)).toMatchObject({ status: 'success' })
})
