import '../../client/fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import { ALICE, connectOne, pass } from '../../client/fixture.js'

async function connected() {
  const setup = await connectOne()
  await pass()
  return setup
}

const hostile = [
  new Proxy([], {
    get() {
      throw new Error('no')
    },
  }),
  (() => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    return proxy
  })(),
]

test.each([
  [
    'accountsChanged',
    [['nothex'], null, undefined, { length: 1 }, 'x', 5, [null], [ALICE, 7], {}, ...hostile],
  ],
  ['chainChanged', ['garbage', null, undefined, {}, [], '0x', '0x0', -1, `0x${'f'.repeat(20)}`, ...hostile]],
  ['connect', [null, { chainId: 'zz' }, { chainId: '0x5' }]],
  ['message', [null, { type: 'x' }]],
])('an event %s with garbage changes nothing (A16, A17)', async (event, payloads) => {
  const { one, client, log } = await connected()
  const before = [client.getState(), one.requests.length, log.length]
  for (const payload of payloads) {
    one.emit(event, payload)
    await pass()
  }
  expect([client.getState(), one.requests.length, log.length]).toEqual(before)
  expect(client.getState()).toBe(before[0])
})

describe('a wallet that loses its connection (A24)', () => {
  test('for a moment (1013) and recovers has changed nothing', async () => {
    const { one, client, emitted } = await connected()
    one.goOffline(1013)
    await pass(500)
    expect(client.getState().status).toBe('connected')
    one.goOnline()
    await pass(5_000)
    expect(client.getState()).toMatchObject({ status: 'connected', account: ALICE })
    expect(emitted()).toEqual(['connecting', 'connected'])
  })

  test('for a moment (1013) without recovering is disconnected once after a second', async () => {
    const { one, client, details } = await connected()
    one.goOffline(1013)
    one.goOffline(1013)
    Object.assign(one.faults, { errors: { eth_accounts: { code: 4900 } } })
    await pass(999)
    expect(client.getState().status).toBe('connected')
    await pass(2_000)
    expect(client.getState().status).toBe('idle')
    expect(details('disconnected')).toHaveLength(1)
  })

  test.each([4900, 1000, undefined])(
    'for good (%s) is disconnected once, and only its return is still heard (EW07)',
    async (code) => {
      const { one, client, details } = await connected()
      one.emit('disconnect', code === undefined ? undefined : { code })
      one.emit('disconnect', { code: 4900 })
      await pass(2_000)
      expect(client.getState().status).toBe('idle')
      expect(details('disconnected')).toHaveLength(1)
      expect(vi.getTimerCount()).toBe(0)
      expect(['connect', 'accountsChanged', 'chainChanged', 'disconnect'].map(one.listenerCount)).toEqual([
        1, 1, 0, 0,
      ])
      client.dispose()
      expect(one.listenerCount()).toBe(0)
    },
  )

  test('and is disconnected by the visitor meanwhile gets no more requests', async () => {
    const { one, client } = await connected()
    one.goOffline(1013)
    await client.disconnect()
    const before = one.requests.length
    await pass(5_000)
    expect([one.requests.length, vi.getTimerCount()]).toEqual([before, 0])
  })
})
