import './fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import {
  ALICE,
  BOB,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
  visited,
} from './fixture.js'

const RECONNECT = 'wcb.1:default:reconnect'

/** A visitor who was connected to the wallet One. */
async function comeBack() {
  const one = createWallet('One')
  return { one, ...(await visited(one, createWallet('Two'))) }
}

test('restore takes up the last session without list, prompt or `connecting`', async () => {
  const { one, device, storage } = await comeBack()
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

test('restore reads account and chain from the wallet and not from the storage (E05)', async () => {
  const { one, device, storage } = await comeBack()
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

test('restore does nothing when there is no earlier session', async () => {
  const one = createWallet('One')
  const { client } = createClient(createDevice(one))
  await client.restore()
  expect([one.requests, client.getState().choices, vi.getTimerCount()]).toEqual([[], [], 0])
})

describe('restore within a second (specification, reconnect)', () => {
  test('asks a wallet that is not ready at load every 100 ms', async () => {
    const { one, device, storage } = await comeBack()
    Object.assign(one.faults, { warmUp: 3 })
    const asked = () => one.requests.filter(({ method }) => method === 'eth_accounts').length
    const before = asked()
    const { client } = createClient(device, { storage })
    void client.restore()
    await pass()
    for (const times of [1, 2, 3]) {
      expect(asked() - before).toBe(times)
      await pass(100)
    }
    expect(client.getState().account).toBe(ALICE)
  })

  test.each([
    ['answers nonsense', { answers: { eth_accounts: ['bad'] } }],
    ['is on a chain that is none', { answers: { eth_chainId: 'zz' } }],
  ])('gives up a wallet that %s: flag cleared, nothing left behind', async (_, faults) => {
    const { one, device, storage } = await comeBack()
    Object.assign(one.faults, faults)
    const { client, emitted } = createClient(device, { storage })
    const restored = client.restore()
    await pass(999)
    expect(client.getState().phase).toBe('restoring')
    expect(storage.getItem(RECONNECT)).toBe('eip155=com.one')
    await pass(1)
    await restored
    expect(client.getState()).toMatchObject({ phase: 'ready', status: 'idle', connections: [] })
    expect(storage.keys?.()).toEqual([])
    expect([emitted(), one.listenerCount(), vi.getTimerCount()]).toEqual([[], 0, 0])
  })
})

test('a connector that throws, or returns half a session, fails only its own restore', async () => {
  for (const [restore, left] of [
    // A failure is no answer: the record stays.
    [
      () => {
        throw new Error('on the spot')
      },
      'eip155=com.one starknet=own',
    ],
    [async () => createOwnConnector().createSession({ account: '' }), 'eip155=com.one'],
  ] as const) {
    const own = createOwnConnector({ restore: restore as never })
    const one = createWallet('One')
    const device = createDevice(own.connector, one)
    const first = createClient(device)
    await first.client.connect({ walletId: 'com.one' })
    first.storage.setItem(RECONNECT, 'eip155=com.one starknet=own')
    const { client } = createClient(device, { storage: first.storage })
    const restored = client.restore()
    await pass(1_000)
    await restored
    expect(client.getState()).toMatchObject({ phase: 'ready', status: 'connected', account: ALICE })
    expect(first.storage.getItem(RECONNECT)).toBe(left)
  }
})

describe('after a reload with both namespaces (SP13)', () => {
  /** Connects both, makes one the active one, and reloads the page. */
  async function reload(last: 'eip155' | 'starknet') {
    const own = createOwnConnector()
    const one = createWallet('One')
    const device = createDevice(one, own.connector)
    const first = createClient(device)
    await own.connect(first.client)
    await first.client.connect({ walletId: 'com.one' })
    if (last === 'starknet') first.client.activate('starknet')
    const { account } = first.client.getState()
    first.client.dispose()
    const later = createOwnConnector()
    device.add(later.connector)
    return { own: later, one, account, ...createClient(device, { storage: first.storage }) }
  }

  test.each(['eip155', 'starknet'] as const)('%s is active if it was, whoever is faster', async (last) => {
    for (const slow of ['eip155', 'starknet']) {
      const { client, account, one, own } = await reload(last)
      if (slow === 'eip155') Object.assign(one.faults, { hold: ['eth_accounts'] })
      else setTimeout(own.allow, 500)
      if (slow === 'eip155') own.allow()
      void client.restore()
      await pass(600)
      one.release()
      await pass(400)
      expect(client.getState()).toMatchObject({ active: last, account })
      expect(client.getState().connections).toHaveLength(2)
    }
  })

  test('a wallet that answers after the second takes nothing from the account that is shown', async () => {
    const { client, one, own } = await reload('eip155')
    Object.assign(one.faults, { hold: ['eth_accounts'] })
    own.allow()
    void client.restore()
    await pass(1_500)
    expect(client.getState().active).toBe('starknet')
    one.release()
    await pass(100)
    expect(client.getState()).toMatchObject({ active: 'starknet', phase: 'ready' })
    expect(client.getState().connections).toHaveLength(2)
  })

  test('a choice of this page counts more than that of the last', async () => {
    const { client, one, own } = await reload('eip155')
    Object.assign(one.faults, { hold: ['eth_accounts'] })
    own.allow()
    void client.restore()
    await pass(100)
    client.activate('starknet')
    one.release()
    await pass(1_000)
    expect(client.getState().active).toBe('starknet')
  })
})

test('choosing a wallet of the same namespace stops restore, and neither answer takes anything from the other', async () => {
  const { one, device, storage } = await comeBack()
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

describe('a relay session that is restored late', () => {
  /** Creates a wallet with a restore that takes as long as the test wants. */
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

  test('is restored after the second, because nothing else was chosen (W02)', async () => {
    const { client, own, late } = await slow()
    await pass(1_000)
    await late()
    expect([own.calls, client.getState().status]).toEqual([['watch'], 'connected'])
  })

  test('ends when the visitor has disconnected meanwhile', async () => {
    const { client, own, late } = await slow()
    await client.disconnect()
    await late()
    expect([own.calls, client.getState().status]).toEqual([['disconnect'], 'idle'])
  })

  test('stays with its wallet when the client is disposed', async () => {
    const { client, own, late } = await slow()
    client.dispose()
    await late()
    expect(own.calls).toEqual([])
  })
})

test('restore takes neither of two wallets with the same id (A06)', async () => {
  const { one, storage } = await comeBack()
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
])(
  'restore clears a last wallet that is %s after a few visits, and the list is shown (E06, PR09)',
  async (_, flag) => {
    const storage = createMemoryStorage()
    storage.setItem(RECONNECT, flag)
    for (let visits = 0; visits < 5; visits += 1) {
      const { client } = createClient(createDevice(createWallet('One'), createWallet('Two')), { storage })
      client.connect().catch(() => {})
      await pass(1_000)
      expect(client.getState()).toMatchObject({ open: true, phase: 'choosing', connections: [] })
      client.dispose()
    }
    expect(storage.keys?.()).toEqual([])
  },
)

test('restore remembers that the network was switched', async () => {
  const { one, device, storage } = await comeBack()
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

test('the last Starknet wallet is stored by its id, except a web wallet, and disconnect deletes it', async () => {
  for (const remembered of [true, false]) {
    const own = createOwnConnector({ remembered })
    const { client, storage } = createClient(createDevice(own.connector))
    await own.connect(client)
    expect(storage.getItem('starknetLastConnectedWallet')).toBe(remembered ? 'own' : null)
    await client.disconnect()
    expect(storage.keys?.()).toEqual([])
  }
})

test('canAsk restores the last Starknet wallet, except after a disconnect', async () => {
  const own = createOwnConnector()
  own.allow()
  const storage = createMemoryStorage()
  storage.setItem('starknetLastConnectedWallet', 'own')
  const device = createDevice(own.connector, createWallet('One'))
  const { client } = createClient(device, { storage })
  expect((await client.connect()).wallet?.id).toBe('own')
  await client.disconnect()
  own.allow()
  void client.connect()
  await pass(300)
  expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
})

test('a request that comes while the session is being restored waits for it', async () => {
  const { one, device, storage } = await comeBack()
  Object.assign(one.faults, { hold: ['eth_chainId'] })
  const { client, emitted } = createClient(device, { storage })
  void client.restore()
  const message = ['first']
  const requests = [
    client.signMessage('hello'),
    client.getBalance(),
    client.getCapabilities(),
    client.signTypedData({ message } as never).catch(({ code }) => code),
  ]
  message[0] = 'changed since'
  await pass(500)
  one.setApprove('always')
  one.release()
  await pass()
  const [signature, balance] = await Promise.all(requests)
  expect(signature).toMatch(/^0x/)
  expect(balance).toMatchObject({ value: 10n ** 18n })
  expect(emitted()[0]).toBe('connected')
})

test('a request that waits for a session that cannot be restored is refused', async () => {
  const { one, device, storage } = await comeBack()
  one.disconnect()
  const { client } = createClient(device, { storage })
  void client.restore()
  const signing = client.signMessage('hello').catch(({ code }) => code)
  await pass(1_200)
  expect(await signing).toBe('user_not_connected')
})

test.each(['neverAsk', 'canAsk'] as const)(
  '%s restores no Starknet wallet of another store of the page',
  async (mode) => {
    const own = createOwnConnector()
    const device = createDevice(own.connector, createWallet('One'))
    const payer = createClient(device, { store: 'payer' })
    const connecting = payer.client.connect({ walletId: 'own' })
    await pass()
    own.allow()
    own.approve()
    await connecting
    for (const store of ['receiver', 'default']) {
      const { client } = createClient(device, { store, storage: payer.storage })
      const call = outcome(client.connect({ mode }))
      await pass(1_100)
      expect([client.getState().connections, client.getState().open]).toEqual([[], mode === 'canAsk'])
      client.dismiss()
      expect(await call).toEqual({ connector: null, wallet: null })
    }
    const next = createClient(device, { store: 'payer', storage: payer.storage })
    expect((await next.client.connect({ mode })).wallet?.id).toBe('own')
  },
)
