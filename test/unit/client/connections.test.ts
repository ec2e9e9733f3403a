import './fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import {
  ALICE,
  BOB,
  connectOwn,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
} from './fixture.js'

const page = installPageEvents()

/** Fires the event that tells other tabs of a change in local storage. */
const tellStorage = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))

const RECONNECT = 'wcb.1:default:reconnect'

async function connect() {
  const wallet = createWallet('One')
  const own = createOwnConnector()
  const two = createWallet('Two', { accounts: [BOB] })
  const device = createDevice(wallet, two, own.connector)
  const setup = createClient(device)
  await setup.client.connect({ walletId: wallet.info.rdns })
  return { one: wallet, two, own, device, ...setup }
}

describe('a wallet’s event', () => {
  test('moves account and chain, with one `changed` event for each task', async () => {
    const { client, one, details, log } = await connect()
    one.setAccounts([BOB])
    one.setChain(5)
    await pass()
    expect(client.getState()).toMatchObject({ account: BOB, chainId: 'eip155:5', wallet: { account: BOB } })
    expect(details('changed')).toEqual([
      {
        namespace: 'eip155',
        account: BOB,
        chainId: 'eip155:5',
        previous: { account: ALICE, chainId: 'eip155:1' },
      },
    ])
    expect(log.at(-1)?.[2]).toBe('connected')
    expect(client.getState().connections[0]).toMatchObject({ switchedNetwork: true })
  })

  test('emits nothing when nothing changes, such as the same address in other letters (A19)', async () => {
    const { one, client, emitted } = await connect()
    const before = client.getState()
    one.emit('accountsChanged', [ALICE.toLowerCase()])
    one.emit('chainChanged', '0x01')
    await pass()
    expect(emitted()).toEqual(['connecting', 'connected'])
    expect(client.getState()).toBe(before)
  })

  test('of no account ends the connection once, and the record stays for its return (W02)', async () => {
    const { one, client, storage, details, log } = await connect()
    one.disconnect()
    one.emit('accountsChanged', [])
    one.goOffline()
    await pass(2_000)
    expect(details('disconnected')).toEqual([{ walletId: 'com.one', namespace: 'eip155', reason: 'wallet' }])
    expect(log.at(-1)?.[2]).toBe('idle')
    expect(client.getState()).toMatchObject({ account: null, chainId: null, wallet: null, connections: [] })
    expect(client.getProvider()).toBeNull()
    expect(storage.getItem(RECONNECT)).toBe('eip155=com.one')
    await client.disconnect()
    expect([storage.keys?.(), one.listenerCount()]).toEqual([[], 0])
  })

  test('during a listener of `connected` is not lost (A18)', async () => {
    const one = createWallet('One')
    const { client, details } = createClient(createDevice(one))
    client.on('connected', () => one.setAccounts([BOB]))
    await client.connect({ walletId: 'com.one' })
    await pass()
    expect(client.getState().account).toBe(BOB)
    expect(details('changed')).toHaveLength(1)
  })
})

describe('disconnect', () => {
  test('emits once, deletes all records, revokes the permission and removes every listener', async () => {
    const { client, one, storage, log } = await connect()
    await client.disconnect()
    await client.disconnect()
    expect(log.at(-1)).toEqual([
      'disconnected',
      { walletId: 'com.one', namespace: 'eip155', reason: 'user' },
      'idle',
    ])
    expect(log).toHaveLength(3)
    expect([storage.keys?.(), one.listenerCount(), one.granted]).toEqual([[], 0, []])
  })

  test('leaves the permission to another client of the page, and revokes it with the last (SP14)', async () => {
    const one = createWallet('One')
    const device = createDevice(one)
    const shop = createClient(device, { store: 'shop' })
    const forum = createClient(device, { store: 'forum' })
    for (const { client } of [shop, forum]) await client.connect({ walletId: 'com.one' })
    const revoked = () => one.requests.filter(({ method }) => method === 'wallet_revokePermissions').length
    await shop.client.disconnect()
    expect([shop.client.getState().status, forum.client.getState().status]).toEqual(['idle', 'connected'])
    expect([revoked(), one.granted.length]).toEqual([0, 1])
    const later = createClient(device, { store: 'forum', storage: forum.storage })
    await later.client.restore()
    expect(later.client.getState().account).toBe(ALICE)
    later.client.dispose()
    await forum.client.disconnect()
    expect([revoked(), one.granted]).toEqual([1, []])
  })

  test('in the `connected` event works and leaves nothing behind (A20)', async () => {
    const one = createWallet('One')
    const { client, emitted } = createClient(createDevice(one))
    client.on('connected', () => void client.disconnect())
    expect(await client.connect({ walletId: 'com.one' })).toEqual({ connector: null, wallet: null })
    await pass(1_000)
    expect(client.getState()).toMatchObject({ status: 'idle', connections: [] })
    expect(emitted()).toEqual(['connecting', 'connected', 'disconnected'])
    expect(one.listenerCount()).toBe(0)
  })

  test('in a wallet event inside a request does not recurse (A20)', async () => {
    const { client, one, details } = await connect()
    client.on('changed', () => void client.disconnect())
    Object.assign(one.faults, { emits: { personal_sign: [['chainChanged', '0x5']] } })
    expect(await outcome(client.signMessage('hello'))).toBe('request_given_up')
    await pass(1_000)
    expect(client.getState().status).toBe('idle')
    expect(details('disconnected')).toHaveLength(1)
  })

  test('lets a wallet that is chosen meanwhile wait until the permission is really gone', async () => {
    const { client, one } = await connect()
    Object.assign(one.faults, { hold: ['wallet_revokePermissions'] })
    const before = one.requests.length
    void client.disconnect()
    void client.disconnect()
    const again = client.connect({ walletId: 'com.one' })
    await pass()
    expect(one.requests.slice(before).map(({ method }) => method)).toEqual(['wallet_revokePermissions'])
    await pass(1_000)
    expect((await again).wallet?.account).toBe(ALICE)
  })
})

describe('two namespaces', () => {
  test('are connected side by side, and the last is active until the other is chosen', async () => {
    const { client, own } = await connect()
    await own.connect(client)
    expect(client.getState()).toMatchObject({
      active: 'starknet',
      chainId: 'starknet:SN_MAIN',
      account: /1$/,
    })
    expect(client.getState().connections.map(({ walletId }) => walletId)).toEqual(['com.one', 'own'])
    expect(await client.signMessage('hi')).toEqual(['0x1', '0x2'])
    client.activate('eip155')
    expect(client.getState()).toMatchObject({ active: 'eip155', account: ALICE, wallet: { id: 'com.one' } })
    expect(await client.signMessage('hi')).toMatch(/^0x/)
    expect(own.calls).toEqual(['connect', 'watch'])
  })

  test('are disconnected one by one', async () => {
    const { client, own, details, storage } = await connect()
    await own.connect(client)
    await client.disconnect({ namespace: 'starknet' })
    expect(client.getState()).toMatchObject({ status: 'connected', active: 'eip155', account: ALICE })
    expect(details('disconnected')).toEqual([expect.objectContaining({ namespace: 'starknet' })])
    expect(storage.getItem(RECONNECT)).toBe('eip155=com.one')
    expect(storage.keys?.().some((key) => /starknet|gsw/i.test(key))).toBe(false)
  })

  test('report an unknown Starknet network as an empty change', async () => {
    const { client, own, details } = await connect()
    await own.connect(client)
    const { account } = client.getState()
    own.tell({ type: 'change', chainId: null, unknown: 'starknet:0x4b' })
    expect(details('changed')).toEqual([
      { namespace: 'starknet', previous: expect.objectContaining({ chainId: 'starknet:SN_MAIN' }) },
    ])
    // The state does not claim the chain that the wallet has left.
    expect(client.getState()).toMatchObject({ status: 'connected', account, chainId: 'starknet:0x4b' })
    own.tell({ type: 'change', account: account as string, chainId: 'starknet:SN_MAIN' })
    expect(details('changed').at(-1)).toMatchObject({ account, chainId: 'starknet:SN_MAIN' })
  })
})

describe('another wallet of the same namespace', () => {
  test('replaces the connected wallet with one event, and the state no longer shows the old wallet then', async () => {
    const { client, one, storage, details } = await connect()
    const seen: unknown[] = []
    client.on('disconnected', () => {
      const { account, wallet, connections, status } = client.getState()
      seen.push([account, wallet, connections.length, status])
    })
    await client.connect({ walletId: 'com.two' })
    expect(details('disconnected')).toEqual([
      { walletId: 'com.one', namespace: 'eip155', reason: 'replaced' },
    ])
    expect(seen).toEqual([[null, null, 0, 'idle']])
    expect(client.getState()).toMatchObject({ account: BOB, wallet: { id: 'com.two' }, status: 'connected' })
    await pass(200)
    expect([one.listenerCount(), one.granted]).toEqual([0, []])
    expect(storage.getItem(RECONNECT)).toBe('eip155=com.two')
    expect(storage.keys?.().filter((key) => key.includes(':one:'))).toEqual([])
  })

  test('does not inherit the open request of the wallet before', async () => {
    const { client, one } = await connect()
    one.setApprove('manual')
    const signature = outcome(client.signMessage('hello'))
    await pass()
    expect(client.getState().connections[0]?.pending).toBe('sign')
    await client.connect({ walletId: 'com.two', mode: 'alwaysAsk' })
    expect(await signature).toBe('session_ended')
    expect(client.getState().connections[0]).toMatchObject({ walletId: 'com.two', pending: null })
  })

  test('is not disturbed by the wallet that was lost before, or is lost while it is asked (EW07)', async () => {
    const { client, one, two } = await connect()
    one.emit('disconnect', { code: 4900 })
    await pass()
    await client.connect({ walletId: 'com.two' })
    await client.connect({ walletId: 'com.one' })
    two.setApprove('manual')
    const second = outcome(client.connect({ walletId: 'com.two' }))
    const prompt = await two.nextPrompt()
    one.emit('disconnect', { code: 4900 })
    await pass()
    expect(one.listenerCount()).toBe(0)
    prompt.approve()
    await second
    await client.disconnect()
    expect([one.listenerCount(), two.listenerCount()]).toEqual([0, 0])
  })
})

describe('another tab', () => {
  test('that disconnects ends the connection here, without asking the wallet and without an echo (E08)', async () => {
    const { client, one, storage, details } = await connect()
    const before = one.requests.length
    storage.removeItem(RECONNECT)
    let writes = 0
    const setItem = storage.setItem
    storage.setItem = (...args) => {
      writes++
      setItem(...args)
    }
    tellStorage(RECONNECT)
    tellStorage(RECONNECT)
    await pass(1_000)
    expect(details('disconnected')).toEqual([{ walletId: 'com.one', namespace: 'eip155', reason: 'user' }])
    expect([client.getState().status, writes, one.requests.length]).toEqual(['idle', 0, before])
  })

  test('that disconnects one namespace leaves the other', async () => {
    const { client, own, storage } = await connect()
    await own.connect(client)
    storage.setItem(RECONNECT, 'starknet=own')
    tellStorage(RECONNECT)
    expect(client.getState().connections.map(({ walletId }) => walletId)).toEqual(['own'])
  })

  test('changes nothing with an event that is older than the storage', async () => {
    const { client } = await connect()
    tellStorage(RECONNECT)
    expect(client.getState().status).toBe('connected')
  })

  test('that clears the storage, or writes foreign keys, ends nothing before a reload (E10)', async () => {
    const { client, storage } = await connect()
    for (const key of storage.keys?.() ?? []) storage.removeItem(key)
    for (const key of [null, 'foreign', 'wcb.1:other:reconnect', 'wc@2:client']) tellStorage(key)
    expect(client.getState().status).toBe('connected')
    await client.disconnect()
    expect(client.getState().status).toBe('idle')
  })
})

describe('a page that becomes visible again', () => {
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  const READS = ['eth_accounts', 'eth_chainId']

  test('reads account and chain again (F12)', async () => {
    const { client, one, emitted } = await connect()
    Object.assign(one.faults, { omitEvents: ['accountsChanged', 'chainChanged'] })
    one.setAccounts([BOB])
    one.setChain(5)
    show(false)
    await pass()
    expect(client.getState().account).toBe(ALICE)
    show(true)
    await pass()
    expect(client.getState()).toMatchObject({ account: BOB, chainId: 'eip155:5' })
    expect(emitted().filter((name) => name === 'changed')).toHaveLength(1)
    expect(one.prompts).toHaveLength(1)
  })

  test('from the back/forward cache has no session that another page has ended', async () => {
    const { client, details, storage } = await connect()
    storage.removeItem(RECONNECT)
    show(true)
    await pass()
    expect(client.getState().status).toBe('idle')
    expect(details('disconnected')).toMatchObject([{ reason: 'user' }])
  })

  test.each(READS)('keeps the connection when the wallet cannot answer %s now', async (method) => {
    const { client, one, emitted } = await connect()
    for (const fault of [
      { errors: { [method]: { code: -32603, message: 'asleep' } } },
      { answers: { [method]: 'zz' } },
    ]) {
      Object.assign(one.faults, { errors: {}, answers: {} }, fault)
      show(true)
      await pass()
    }
    expect(client.getState()).toMatchObject({ status: 'connected', account: ALICE, chainId: 'eip155:1' })
    expect(emitted()).toEqual(['connecting', 'connected'])
  })

  test.each(READS)('does not replace a newer event by an older answer to %s (W04)', async (method) => {
    const { client, one } = await connect()
    Object.assign(one.faults, { loseAnswers: [method] })
    show(true)
    await pass()
    one.setAccounts([BOB])
    one.setChain(5)
    await pass()
    one.release()
    await pass()
    expect(client.getState()).toMatchObject({ account: BOB, chainId: 'eip155:5' })
  })
})

test('an error in a listener is reported, and the other listeners are still called (A21)', async () => {
  const reported: unknown[] = []
  const reportError = vi.fn((error) => void reported.push(error))
  vi.stubGlobal('reportError', reportError)
  const one = createWallet('One')
  const { client, emitted } = createClient(createDevice(one))
  client.on('connected', () => {
    throw new Error('the page’s own')
  })
  const heard: string[] = []
  client.on('connected', ({ walletId }) => heard.push(walletId))
  expect((await client.connect({ walletId: 'com.one' })).wallet?.account).toBe(ALICE)
  expect([reported, heard]).toEqual([[new Error('the page’s own')], ['com.one']])
  expect(emitted()).toEqual(['connecting', 'connected'])
  expect(client.getState().status).toBe('connected')
  vi.unstubAllGlobals()
})

test('clients of different stores share nothing', async () => {
  const storage = createMemoryStorage()
  const one = createWallet('One', { faults: { unsupported: ['wallet_revokePermissions'] } })
  const device = createDevice(one, createWallet('Two'))
  const names = ['shop', 'shop:1', 'shop 2', '\ud800', '']
  const clients = names.map((store) => createClient(device, { store, storage }))
  for (const { client } of clients) await client.connect({ walletId: 'com.one' })
  const keys = storage.keys?.().length as number
  await clients[0]?.client.disconnect()
  expect(clients.map(({ client }) => client.getState().status)).toEqual([
    'idle',
    ...Array(4).fill('connected'),
  ])
  expect(storage.keys?.()).toHaveLength((keys * 4) / 5)
})

test('a session connects and ends even when its watch, unwatch or disconnect throws', async () => {
  const reported: unknown[] = []
  vi.stubGlobal('reportError', (error: Error) => reported.push(error.message))
  const fail = (name: string) => () => {
    throw new Error(name)
  }
  for (const broken of [
    { watch: fail('watch') },
    { watch: () => fail('unwatch') },
    { disconnect: fail('disconnect') as never },
  ]) {
    const { client, emitted } = await connectOwn(broken)
    expect(client.getState().wallet?.id).toBe('own')
    await client.disconnect()
    expect(client.getState().status).toBe('idle')
    expect(emitted()).toEqual(['connecting', 'connected', 'disconnected'])
  }
  expect(reported).toEqual(['watch', 'unwatch'])
  vi.unstubAllGlobals()
})

describe('a disconnect in one namespace (W06)', () => {
  test('reads the other sessions again at once, because a wallet may have revoked the whole site', async () => {
    const { one, own, client, details } = await connect()
    const refresh = async () => (one.granted.length ? Promise.reject(new Error('no news')) : null)
    await own.connect(client, { refresh })
    await client.disconnect({ namespace: 'eip155' })
    await pass()
    expect(details('disconnected')).toEqual([
      { walletId: 'com.one', namespace: 'eip155', reason: 'user' },
      { walletId: 'own', namespace: 'starknet', reason: 'wallet' },
    ])
    expect(client.getState()).toMatchObject({ status: 'idle', connections: [] })
  })

  test('keeps the other session when its wallet still allows it', async () => {
    const { own, client, emitted } = await connect()
    const { account, accounts, chainId } = own.createSession()
    await own.connect(client, { refresh: async () => ({ account, accounts, chainId }) })
    await client.disconnect({ namespace: 'eip155' })
    await pass()
    expect(emitted()).toEqual(['connecting', 'connected', 'connecting', 'connected', 'disconnected'])
  })
})
