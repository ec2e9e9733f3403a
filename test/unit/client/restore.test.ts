import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { createMemoryStorage } from '../../../src/platform/storage.js'
import {
  ALICE,
  BOB,
  createWallet as create,
  createClient,
  createDevice,
  createOwnConnector,
  pass,
} from './fixture.js'

const RECONNECT = 'wcb.1:default:reconnect'

/** A wallet that allows the page, and the storage of an earlier visit. */
async function visited(options: Parameters<typeof create>[1] = {}) {
  const one = create('One', options)
  const device = createDevice(one, create('Two'))
  const first = createClient(device)
  await first.client.connect({ walletId: 'com.one' })
  first.client.dispose()
  return { one, device, storage: first.storage }
}

test('takes up the last session without list, prompt or `connecting`', async () => {
  const { one, device, storage } = await visited()
  const { client, log } = createClient(device, { storage })
  const open: boolean[] = []
  client.subscribe(() => open.push(client.getState().open))
  const restored = client.restore()
  expect(client.getState()).toMatchObject({ phase: 'restoring', status: 'idle' })
  await restored
  expect(log).toEqual([
    [
      'connected',
      { walletId: 'com.one', namespace: 'eip155', account: ALICE, chainId: 'eip155:1', restored: true },
      'connected',
    ],
  ])
  expect(client.getState().phase).toBe('ready')
  expect(one.prompts).toHaveLength(1)
  expect(open).not.toContain(true)
})

test('believes the wallet, not the storage: account and chain are read anew (E05)', async () => {
  const { one, device, storage } = await visited()
  storage.setItem('wcb.1:default:one:account', BOB)
  storage.setItem('wcb.1:default:one:chain', 'eip155:5')
  Object.assign(one.faults, { hold: ['eth_chainId'] })
  const { client } = createClient(device, { storage })
  void client.restore()
  await pass(500)
  expect(client.getState()).toMatchObject({ account: null, wallet: null, connections: [], status: 'idle' })
  one.release()
  await pass()
  expect(client.getState()).toMatchObject({ account: ALICE, chainId: 'eip155:1' })
})

test('does nothing at all where there is no earlier session', async () => {
  const one = create('One')
  const { client } = createClient(createDevice(one))
  await client.restore()
  expect([one.requests, client.getState().choices, vi.getTimerCount()]).toEqual([[], [], 0])
})

describe('within a second (specification, reconnect)', () => {
  test('asks again every 100 ms a wallet that is not ready at load', async () => {
    const { one, device, storage } = await visited()
    Object.assign(one.faults, { warmUp: 3 })
    const before = one.requests.length
    const { client } = createClient(device, { storage })
    void client.restore()
    await pass()
    for (const asked of [1, 2, 3]) {
      expect(one.requests.length - before).toBe(asked)
      await pass(100)
    }
    expect(client.getState().account).toBe(ALICE)
  })

  test('finds a wallet that comes late', async () => {
    const { one, storage } = await visited()
    const device = createDevice()
    const { client } = createClient(device, { storage })
    void client.restore()
    await pass(700)
    device.add(one)
    await pass(100)
    expect(client.getState().account).toBe(ALICE)
  })

  test.each([
    ['is gone', {}, true],
    ['answers nonsense', { answers: { eth_accounts: ['bad'] } }, false],
    ['is on a chain that is none', { answers: { eth_chainId: 'zz' } }, false],
  ])('gives up a wallet that %s: flag cleared, nothing left behind', async (_, faults, gone) => {
    const { one, device, storage } = await visited()
    Object.assign(one.faults, faults)
    if (gone) device.remove('com.one')
    const { client, told } = createClient(device, { storage })
    const restored = client.restore()
    await pass(999)
    expect(client.getState().phase).toBe('restoring')
    expect(storage.getItem(RECONNECT)).toBe('eip155=com.one')
    await pass(1)
    await restored
    expect(client.getState()).toMatchObject({ phase: 'ready', status: 'idle', connections: [] })
    expect(storage.keys?.()).toEqual([])
    expect([told(), one.listenerCount(), vi.getTimerCount()]).toEqual([[], 0, 0])
  })
})

test('a connector that throws, or brings half a session, fails nothing but its own restore', async () => {
  for (const restore of [
    () => {
      throw new Error('on the spot')
    },
    async () => createOwnConnector().createSession({ account: '' }),
  ]) {
    const own = createOwnConnector({ restore: restore as never })
    const one = create('One')
    const device = createDevice(own.connector, one)
    const first = createClient(device)
    await first.client.connect({ walletId: 'com.one' })
    first.storage.setItem(RECONNECT, 'eip155=com.one starknet=own')
    const { client } = createClient(device, { storage: first.storage })
    const restored = client.restore()
    await pass(1_000)
    await restored
    expect(client.getState()).toMatchObject({ phase: 'ready', status: 'connected', account: ALICE })
    expect(first.storage.getItem(RECONNECT)).toBe('eip155=com.one')
  }
})

test('all namespaces at once, in the same second', async () => {
  const own = createOwnConnector()
  const one = create('One')
  const device = createDevice(own.connector, one)
  const storage = createMemoryStorage()
  const first = createClient(device, { storage })
  await first.client.connect({ walletId: 'com.one' })
  const promise = first.client.connect({ walletId: 'own' })
  await pass()
  own.approve()
  await promise
  Object.assign(one.faults, { hold: ['eth_accounts'] })
  const { client } = createClient(device, { storage })
  void client.restore()
  await pass()
  expect(client.getState().connections.map(({ walletId }) => walletId)).toEqual(['own'])
  await pass(900)
  one.release()
  await pass()
  expect(client.getState()).toMatchObject({ active: 'starknet', phase: 'ready' })
  expect(client.getState().connections).toHaveLength(2)
})

test('is called off by a pick in the same namespace; neither answer takes anything from the other', async () => {
  const { one, device, storage } = await visited()
  Object.assign(one.faults, { hold: ['eth_accounts'] })
  const { client, details } = createClient(device, { storage })
  void client.restore()
  await pass(100)
  const promise = client.connect({ walletId: 'com.one' })
  await pass()
  one.release()
  await pass(2_000)
  expect((await promise).wallet?.account).toBe(ALICE)
  expect(details('connected')).toEqual([expect.objectContaining({ restored: false })])
  expect(one.requests.map(({ method }) => method)).not.toContain('wallet_revokePermissions')
  expect(one.listenerCount('accountsChanged')).toBe(1)
})

test('is called off by disconnect, which forgets the session that was not yet back', async () => {
  const { one, device, storage } = await visited()
  Object.assign(one.faults, { hold: ['eth_accounts'] })
  const { client, told } = createClient(device, { storage })
  void client.restore()
  await pass(100)
  await client.disconnect()
  one.release()
  await pass(2_000)
  expect([told(), storage.keys?.(), client.getState().phase]).toEqual([[], [], 'ready'])
})

describe('a session on a relay that comes late', () => {
  /** A wallet whose restore takes as long as the test wants. */
  async function slow() {
    const storage = createMemoryStorage()
    let bring = (_session: unknown) => {}
    const own = createOwnConnector({ restore: () => new Promise((resolve) => (bring = resolve as never)) })
    const { client } = createClient(createDevice(own.connector), { storage })
    storage.setItem(RECONNECT, 'starknet=own')
    void client.restore()
    await pass(100)
    const late = async () => {
      bring(own.createSession({ topic: 'f00' }))
      await pass()
    }
    return { client, own, late }
  }

  test('after the second is taken up, since nothing else was chosen (W02)', async () => {
    const { client, own, late } = await slow()
    await pass(1_000)
    await late()
    expect([own.calls, client.getState().status]).toEqual([['watch'], 'connected'])
  })

  test('after the visitor has chosen the wallet anew does not end what stands', async () => {
    const { client, own, late } = await slow()
    const promise = client.connect({ walletId: 'own' })
    await pass()
    own.approve({ topic: 'f00' })
    await promise
    await late()
    expect([own.calls, client.getState().status]).toEqual([['connect', 'watch'], 'connected'])
  })

  test('after the visitor has disconnected is ended', async () => {
    const { client, own, late } = await slow()
    await client.disconnect()
    await late()
    expect([own.calls, client.getState().status]).toEqual([['disconnect'], 'idle'])
  })
})

test('of two wallets under one name takes up neither (A06)', async () => {
  const { one, storage } = await visited()
  const own = createOwnConnector({ id: 'com.one', namespace: 'eip155', note: 'shared-identity' })
  const { client } = createClient(createDevice(own.connector), { storage })
  void client.restore()
  await pass(1_000)
  expect([own.calls, client.getState().connections, one.prompts.length]).toEqual([[], [], 1])
})

test.each([
  ['unknown', 'eip155=com.nobody'],
  ['markup', `eip155=${encodeURIComponent('<img src=x onerror=alert(1)>')}`],
  ['of another namespace', 'starknet=com.one'],
  ['longer than any id', `eip155=${'x'.repeat(10_000)}`],
])('a last wallet that is %s is cleared, and the list is shown (E06)', async (_, flag) => {
  const storage = createMemoryStorage()
  storage.setItem(RECONNECT, flag)
  const { client } = createClient(createDevice(create('One'), create('Two')), { storage })
  void client.connect()
  await pass(1_000)
  expect(client.getState()).toMatchObject({ open: true, phase: 'choosing', connections: [] })
  expect(storage.keys?.()).toEqual([])
})

test('remembers that the network was switched', async () => {
  const { one, device, storage } = await visited()
  const second = createClient(device, { storage })
  await second.client.restore()
  one.setChain(5)
  await pass()
  second.client.dispose()
  const { client } = createClient(device, { storage })
  await client.restore()
  expect(client.getState().connections[0]).toMatchObject({ switchedNetwork: true, chainId: 'eip155:5' })
  await client.disconnect()
  expect(storage.keys?.()).toEqual([])
})

test('the last Starknet wallet is remembered by its id, but not a web wallet; disconnect forgets it', async () => {
  for (const remembered of [true, false]) {
    const own = createOwnConnector({ remembered })
    const { client, storage } = createClient(createDevice(own.connector))
    const promise = client.connect({ walletId: 'own' })
    await pass()
    own.approve()
    await promise
    expect(storage.getItem('starknetLastConnectedWallet')).toBe(remembered ? 'own' : null)
    await client.disconnect()
    expect(storage.keys?.()).toEqual([])
  }
})

test('canAsk takes up the remembered Starknet wallet; after a disconnect it does not', async () => {
  const own = createOwnConnector()
  own.allow()
  const storage = createMemoryStorage()
  storage.setItem('starknetLastConnectedWallet', 'own')
  const device = createDevice(own.connector, create('One'))
  const { client } = createClient(device, { storage })
  expect((await client.connect()).wallet?.id).toBe('own')
  await client.disconnect()
  own.allow()
  void client.connect()
  await pass(300)
  expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
})

test('many stale gsw-last keys: the newest counts, and all go on disconnect (E12)', async () => {
  const own = createOwnConnector()
  own.allow()
  const storage = createMemoryStorage()
  for (let n = 0; n < 50; n++)
    storage.setItem(`gsw-last-${1_700_000_000_000 + n}-x${n}`, n === 49 ? 'own' : 'old')
  const { client } = createClient(createDevice(own.connector, create('One')), { storage })
  expect((await client.connect({ mode: 'neverAsk' })).wallet?.id).toBe('own')
  await client.disconnect()
  expect(storage.keys?.()).toEqual([])
})
