import './fake-timers.js'
import { expect, test } from 'vitest'
import { ALICE, askSendingNode, BOB, connectOne, HASH, openProvider, outcome, pass } from './fixture.js'

test('a transaction is waited for on its own chain, while the wallet is on another', async () => {
  let mined = false
  const node = (async (url: string, { method }: { method: string }) => {
    const isFirst = url.includes('one')
    if (method === 'eth_accounts') return [ALICE]
    if (method === 'eth_sendTransaction') return HASH
    if (method === 'eth_getTransactionByHash')
      return isFirst ? { hash: HASH, from: ALICE, nonce: '0x3' } : null
    // The account has sent 50 transactions on the other chain.
    if (method === 'eth_getTransactionCount') return isFirst ? '0x3' : '0x32'
    if (method === 'eth_getTransactionReceipt')
      return isFirst && mined ? { status: '0x1', blockNumber: '0x5' } : null
    return null
  }) as never
  const { one, client } = await connectOne({ askNode: node })
  await client.execute({ to: BOB, value: 1n })
  const waiting = outcome(client.waitForTransaction(HASH))
  await pass(1_500)
  one.setChain(5)
  await pass(4_000)
  one.setChain(1)
  mined = true
  await pass(4_000)
  expect(await waiting).toMatchObject({ status: 'accepted' })
}, 20_000)

test('two waits for one transaction make one event', async () => {
  const { client, details } = await connectOne({ askNode: askSendingNode })
  await client.execute({ to: BOB, value: 1n })
  await Promise.all([client.waitForTransaction(HASH), client.waitForTransaction(HASH)])
  expect(details('transaction').map(({ status }) => status)).toEqual(['sent', 'accepted'])
})

test('what was sent in turn is reported once, also when the page then waits for it', async () => {
  const { client, details } = await connectOne({ askNode: askSendingNode })
  const sending = outcome(client.execute([{ to: BOB }, { to: BOB }], { sequential: true }))
  await pass(10_000)
  await sending
  await client.waitForTransaction(HASH)
  expect(details('transaction').filter(({ status }) => status === 'accepted')).toHaveLength(1)
})

test.each([
  [-32000, 'execution reverted: request already cancelled'],
  [3, 'execution reverted: user order cancelled'],
  [-32603, 'request to https://node.example failed, reason: connection refused'],
])('what a contract or a node says is no refusal: %i %s', async (code, message) => {
  const { client } = await openProvider({
    eth_sendTransaction: () => {
      throw Object.assign(new Error(message), { code })
    },
  })
  expect(await outcome(client.execute({ to: BOB, value: 1n }))).toBe('execute_failed')
  const provider = client.getProvider() as { request(args: object): Promise<unknown> }
  expect(await provider.request({ method: 'eth_sendTransaction', params: [{}] }).catch((e) => e.code)).toBe(
    code,
  )
})

test('a balance is in the currency of the chain that it was read on', async () => {
  const here = { chain: '0x1' }
  const opened = await openProvider(
    {
      eth_chainId: () => here.chain,
      eth_getBalance: () => {
        here.chain = '0x89'
        opened.provider.emit('chainChanged', '0x89')
        return '0xde0b6b3a7640000'
      },
    },
    { chains: 'eip155:1 eip155:137' },
  )
  const balance = await outcome(opened.client.getBalance())
  expect(balance).not.toMatchObject({ symbol: 'POL' })
})

test('the next call of several waits for the one before on its own chain, while the wallet is on another', async () => {
  const asked: string[] = []
  const node = (async (url: string, { method }: { method: string }) => {
    asked.push(`${method} ${url.includes('one') ? 'one' : 'other'}`)
    if (method === 'eth_accounts') return [ALICE]
    if (method === 'eth_sendTransaction') return HASH
    return null
  }) as never
  const { one, client } = await connectOne({ askNode: node })
  void outcome(client.execute([{ to: BOB }, { to: BOB }], { sequential: true }))
  await pass(1_500)
  asked.length = 0
  one.setChain(5)
  await pass(6_000)
  expect(asked.filter((entry) => entry.startsWith('eth_getTransactionReceipt'))).toEqual([])
})

test('a hash in another spelling is the same transaction: one event, on its own chain', async () => {
  const hash = `0x0${'1'.repeat(63)}`
  const { client, details } = await connectOne({
    askNode: (async (url: string, request: { method: string }) =>
      request.method === 'eth_sendTransaction' ? hash : askSendingNode(url, request as never)) as never,
  })
  await client.execute({ to: BOB, value: 1n })
  await client.waitForTransaction(hash.toUpperCase().replace('0X', '0x'))
  await client.waitForTransaction(hash)
  expect(details('transaction').map(({ status, chainId }) => `${status} ${chainId}`)).toEqual([
    'sent eip155:1',
    'accepted eip155:1',
  ])
})
