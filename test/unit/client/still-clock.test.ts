import { describe, expect, test, vi } from 'vitest'

// Timers run, the clock shows one and the same time: some browsers do so for the sake of privacy.
vi.hoisted(() => {
  vi.useFakeTimers()
  performance.now = () => 1_000
})

import { until } from '../../../src/platform/time.js'
import { createClient, createDevice, createWallet, outcome, pass } from './fixture.js'

describe('where the clock stands still (Y16)', () => {
  test('connect() without any wallet shows the list all the same', async () => {
    const { client } = createClient(createDevice())
    void client.connect()
    await pass(400)
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
  })

  test('the only wallet is connected', async () => {
    const { client } = createClient(createDevice(createWallet('One')))
    const promise = client.connect()
    await pass(400)
    expect((await promise).wallet?.id).toBe('com.one')
  })

  test.each([false, true])('a wallet that is not here is given up, a part that loads: %s', async (loads) => {
    const device = createDevice()
    if (loads) Object.assign(device.source, { settled: new Promise(() => {}) })
    const promise = outcome(createClient(device).client.connect({ walletId: 'com.nobody' }))
    await pass(6_000)
    expect(await promise).toBe('not_found')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('neverAsk settles', async () => {
    const { client } = createClient(createDevice(createWallet('One')))
    const promise = client.connect({ mode: 'neverAsk' })
    await pass(1_100)
    expect(await promise).toEqual({ connector: null, wallet: null })
  })

  test('any wait for something that never holds ends after as many looks as fit into its time', async () => {
    const look = vi.fn(() => false)
    const promise = until(look, 100, 20)
    await pass(200)
    expect([await promise, look.mock.calls.length]).toEqual([false, 6])
  })
})
