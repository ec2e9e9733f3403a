import { describe, expect, test, vi } from 'vitest'

// Timers run while the clock always shows the same time, as in some browsers for privacy.
vi.hoisted(() => {
  vi.useFakeTimers()
  performance.now = () => 1_000
})

import { until } from '../../../src/platform/time.js'
import { createClient, createDevice, createWallet, outcome, pass } from './fixture.js'

describe('a browser with a stopped clock (Y16)', () => {
  test('shows the list for connect() without any wallet', async () => {
    const { client } = createClient(createDevice())
    void client.connect()
    await pass(400)
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
  })

  test('connects the only wallet', async () => {
    const { client } = createClient(createDevice(createWallet('One')))
    const promise = client.connect()
    await pass(400)
    expect((await promise).wallet?.id).toBe('com.one')
  })

  test.each([false, true])('gives up a missing wallet, with a part that loads: %s', async (loads) => {
    const device = createDevice()
    if (loads) Object.assign(device.source, { settled: new Promise(() => {}) })
    const promise = outcome(createClient(device).client.connect({ walletId: 'com.nobody' }))
    await pass(6_000)
    expect(await promise).toBe('not_found')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('settles neverAsk', async () => {
    const { client } = createClient(createDevice(createWallet('One')))
    const promise = client.connect({ mode: 'neverAsk' })
    await pass(1_100)
    expect(await promise).toEqual({ connector: null, wallet: null })
  })

  test('ends any wait after as many checks as fit into its time', async () => {
    const look = vi.fn(() => false)
    const promise = until(look, 100, 20)
    await pass(200)
    expect([await promise, look.mock.calls.length]).toEqual([false, 6])
  })
})
