import './fake-timers.js'
import { expect, test, vi } from 'vitest'
import { createInjectedConnector } from '../../../src/connectors/evm/injected/connector.js'
import {
  ALICE,
  BOB,
  connectOne,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  pass,
} from './fixture.js'

test('10,000 account events in one task make one change, with the last account (K01)', async () => {
  const { one, client, details } = await connectOne()
  await pass()
  let renders = 0
  client.subscribe(() => renders++)
  for (let n = 0; n < 10_000; n++) one.emit('accountsChanged', [n % 2 ? BOB : ALICE])
  await pass()
  expect([client.getState().account, details('changed').length, renders]).toEqual([BOB, 1, 1])
})

test('10,000 account events in as many tasks make at most 120 changes in a second, and end with the wallet’s account (K01)', async () => {
  const { one, client, details } = await connectOne()
  await pass()
  let renders = 0
  client.subscribe(() => renders++)
  for (let n = 0; n < 10_000; n++) {
    one.emit('accountsChanged', [n % 2 ? BOB : ALICE])
    await (n % 10 ? Promise.resolve() : pass(1))
  }
  await pass(50)
  expect([client.getState().account, details('changed').at(-1)?.account]).toEqual([BOB, BOB])
  expect(details('changed').length).toBeLessThanOrEqual(120)
  expect(renders).toBeLessThanOrEqual(120)
  await client.disconnect()
  expect(vi.getTimerCount()).toBe(0)
})

test('of 90 account events in a second each is reported at once (K01)', async () => {
  const { one, details } = await connectOne()
  await pass()
  for (let n = 0; n < 200; n++) {
    one.emit('accountsChanged', [n % 2 ? ALICE : BOB])
    await pass()
    expect(details('changed')).toHaveLength(n + 1)
    await pass(11)
  }
})

test.each([
  ['an injected wallet', 1_000],
  ['a connector of the page’s own', 1_000],
])('%s connected and disconnected 1,000 times leaves nothing (K02, B12, SO3, SO4)', async (kind, cycles) => {
  const one = createWallet('One')
  const own = createOwnConnector()
  const { client, storage, details } = createClient(createDevice(one, own.connector))
  const walletId = kind === 'an injected wallet' ? 'com.one' : 'own'
  for (let cycle = 0; cycle < cycles; cycle++) {
    const promise = client.connect({ walletId })
    for (let turn = 0; walletId === 'own' && !own.waiting.length && turn < 20; turn++) await Promise.resolve()
    own.approve()
    await promise
    await client.disconnect()
  }
  await pass(1_000)
  expect([details('connected').length, details('disconnected').length]).toEqual([cycles, cycles])
  expect([one.listenerCount(), vi.getTimerCount(), storage.keys?.()]).toEqual([0, 0, []])
  expect(own.calls.filter((call) => call === 'watch')).toHaveLength(
    own.calls.filter((call) => call === 'unwatch').length,
  )
})

test('of 1,000 simultaneous wallets 200 are kept, with one change of state and no request to any of them (K03)', async () => {
  const device = createDevice()
  const { client } = createClient(device)
  client.discover()
  await pass()
  let renders = 0
  client.subscribe(() => renders++)
  const touched: string[] = []
  for (let n = 0; n < 1_000; n++) {
    const provider = new Proxy({}, { get: (_, key) => void touched.push(String(key)) }) as never
    device.add(createInjectedConnector({ id: `com.wallet${n}`, name: `Wallet ${n}`, icon: '', provider }))
  }
  await pass()
  expect([client.getState().choices.length, renders, touched]).toEqual([200, 1, []])
})
