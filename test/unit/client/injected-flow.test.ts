import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { createScriptedEvmWallet } from '../../../src/testing/evm.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { installPageEvents } from '../../counterparts/page-events.js'

const page = installPageEvents()

let node: Anvil
beforeAll(async () => {
  node = await startAnvil()
})
afterAll(() => node.stop())

test('connects, signs, restores without a prompt and disconnects', async () => {
  const wallet = createScriptedEvmWallet({
    name: 'One',
    rdns: 'com.one',
    rpcUrls: { 31337: node.url },
    target: page,
  })
  wallet.announce()
  const storage = createMemoryStorage()
  const config = { chains: 'eip155:31337', storage }
  const client = createWalletClient(config)
  const log: unknown[] = []
  client.on('connected', (detail) => log.push(['connected', detail, client.getState().status]))
  client.on('disconnected', (detail) => log.push(['disconnected', detail, client.getState().status]))
  const { wallet: entity } = await client.connect()
  expect(entity?.account).toMatch(/^0x/)
  expect(await client.signMessage('hello')).toMatch(/^0x[0-9a-f]{130}$/)
  console.log(log, storage.keys?.(), client.getState())
  const again = createWalletClient(config)
  const before = wallet.prompts.length
  await again.restore()
  expect(again.getState().account).toBe(entity?.account)
  expect(wallet.prompts.length).toBe(before)
  await client.disconnect()
  expect(storage.keys?.()).toEqual([])
  console.log(log)
})
