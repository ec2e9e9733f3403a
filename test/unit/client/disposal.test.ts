import './fake-timers.js'
import { expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import {
  connectOne,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
} from './fixture.js'

const page = installPageEvents()

const show = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))

test('disposing a connected client ends requests, releases wallet and page, and keeps the stored session', async () => {
  const { client, storage, emitted, one, device } = await connectOne()
  one.setApprove('manual')
  const open = [client.signMessage('one'), client.signMessage('two')].map(outcome)
  await one.nextPrompt()
  const keys = storage.keys?.()
  client.dispose()
  client.dispose()
  expect(await Promise.all(open)).toEqual(['session_ended', 'session_ended'])
  expect([one.listenerCount(), vi.getTimerCount()]).toEqual([0, 0])
  expect(client.getState()).toMatchObject({ status: 'idle', account: null, connections: [] })
  const before = one.requests.length
  one.setChain(5)
  one.disconnect()
  show()
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'wcb.1:default:reconnect' }))
  device.add(createWallet('Late'))
  await pass(2_000)
  expect([one.requests.length, storage.keys?.()]).toEqual([before, keys])
  expect(emitted().filter((name) => name !== 'error')).toEqual(['connecting', 'connected'])
})

test('a disposed client refuses every action or does nothing', async () => {
  const own = createOwnConnector({ namespace: 'eip155' })
  const { client, emitted } = createClient(createDevice(own.connector), { storage: createMemoryStorage() })
  client.dispose()
  for (const act of [
    () => client.connect(),
    () => client.connect({ walletId: 'own' }),
    () => client.signMessage('hello'),
    () => client.switchChain({ chainId: 1 }),
    () => client.getBalance(),
  ]) {
    expect(await outcome(act())).toBe('disposed')
  }
  client.open()
  client.pick('own')
  client.retry()
  client.back()
  client.dismiss()
  client.discover()
  const state = client.getState()
  client.configure({ appName: 'Another', chains: 'eip155:10' })
  await client.restore()
  await client.disconnect()
  await pass(2_000)
  expect(client.getState()).toBe(state)
  expect(client.getState()).toMatchObject({ phase: 'disposed', open: false, choices: [], attempt: null })
  expect([own.calls, vi.getTimerCount()]).toEqual([[], 0])
  expect(emitted().filter((name) => name !== 'error')).toEqual([])
})
