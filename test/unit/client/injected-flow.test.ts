import { createPublicClient, custom, http, parseEther, verifyMessage, verifyTypedData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { installPageEvents } from '../../counterparts/page-events.js'

const page = installPageEvents()

let first: Anvil
let second: Anvil
beforeAll(async () => {
  ;[first, second] = await Promise.all([startAnvil(), startAnvil({ chainId: 424242 })])
})
afterAll(() => Promise.all([first.stop(), second.stop()]))

/** Creates an announced wallet on the first node, and a client that has connected it. */
async function connect(name: string) {
  const wallet = createScriptedEvmWallet({
    name,
    rdns: `com.${name.toLowerCase()}`,
    rpcUrls: { 31337: first.url },
    target: page,
  })
  wallet.announce()
  const storage = createMemoryStorage()
  const network = { chainId: 424242, name: 'Second', rpcUrls: [second.url] }
  const config = { chains: 'eip155:31337 eip155:424242', storage, networks: [network] }
  const client = createWalletClient(config)
  const { wallet: entity } = await client.connect({ walletId: wallet.info.rdns })
  const account = entity?.account as `0x${string}`
  return { wallet, client, config, storage, account }
}

test('an announced wallet is found, connected, restored without a prompt, and disconnected', async () => {
  const { wallet, client, config, storage, account } = await connect('One')
  expect(client.getState()).toMatchObject({ status: 'connected', account, chainId: 'eip155:31337' })
  const again = createWalletClient(config)
  await again.restore()
  expect(again.getState()).toMatchObject({ status: 'connected', account })
  expect(wallet.prompts).toHaveLength(1)
  again.dispose()
  await client.disconnect()
  expect([storage.keys?.(), wallet.listenerCount(), wallet.granted]).toEqual([[], 0, []])
  client.dispose()
  wallet.withdraw()
})

test('a signature belongs to the connected account', async () => {
  const { wallet, client, account: address } = await connect('Two')
  const message = 'héllo'
  const signature = (await client.signMessage(message)) as `0x${string}`
  expect(await verifyMessage({ address, message, signature })).toBe(true)
  const typedData = {
    types: { Mail: [{ name: 'contents', type: 'string' }] },
    primaryType: 'Mail' as const,
    domain: { name: 'Shop', chainId: 31337n },
    message: { contents: 'hello' },
  }
  const typed = (await client.signTypedData(typedData)) as `0x${string}`
  expect(await verifyTypedData({ ...typedData, address, signature: typed })).toBe(true)
  client.dispose()
  wallet.withdraw()
})

test('a chain that the wallet does not know is added and switched to, and the provider serves other libraries', async () => {
  const { wallet, client, account } = await connect('Three')
  await client.switchChain({ chainId: 424242 })
  expect([client.getState().chainId, wallet.chainId]).toEqual(['eip155:424242', '0x67932'])
  expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'add'])
  const viem = createPublicClient({ transport: custom(client.getProvider() as never) })
  expect(await viem.getChainId()).toBe(424242)
  const value = await createPublicClient({ transport: http(second.url) }).getBalance({ address: account })
  expect(await client.getBalance()).toMatchObject({ value, symbol: 'ETH', formatted: '10000.000000' })
  client.dispose()
  wallet.withdraw()
})

test('a transaction is followed until it is accepted or reverted', async () => {
  const { wallet, client, account } = await connect('Four')
  const told: unknown[] = []
  client.on('transaction', ({ status, chainId }) => told.push([status, chainId]))
  const send = (transaction: object) =>
    wallet.provider.request({ method: 'eth_sendTransaction', params: [{ from: account, ...transaction }] })
  const accepted = await send({ to: account, value: `0x${parseEther('1').toString(16)}` })
  expect(await client.waitForTransaction(accepted as string)).toMatchObject({
    transactionHash: accepted,
    status: 'accepted',
    blockNumber: expect.any(Number),
  })
  // 0xfe is the invalid opcode, so creating a contract from it always fails.
  const reverted = await send({ data: '0xfe', gas: '0x186a0' })
  expect(await client.waitForTransaction(reverted as string)).toMatchObject({ status: 'reverted' })
  expect(told).toEqual([
    ['accepted', 'eip155:31337'],
    ['reverted', 'eip155:31337'],
  ])
  client.dispose()
  wallet.withdraw()
})
