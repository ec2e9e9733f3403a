import '../../../src/client/follow-pages.js'
import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { WalletError } from '../../../src/errors/wallet-error.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import {
  ALICE,
  BOB,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  isOpen,
  pass,
} from './fixture.js'

const page = installPageEvents()
const RECONNECT = 'wcb.1:default:reconnect'
const KEYS = ['wcb.1:default:one:account', 'wcb.1:default:one:chain', RECONNECT]

/** Loads a page again that was connected with the wallet One; `change` happens to the wallet before. */
async function nextMorning(change: (one: ReturnType<typeof createWallet>) => void) {
  const one = createWallet('One')
  const own = createOwnConnector()
  const device = createDevice(one, createWallet('Two', { accounts: [BOB] }), own.connector)
  const evening = createClient(device)
  await evening.client.connect({ walletId: 'com.one' })
  evening.client.dispose()
  change(one)
  const morning = createClient(device, { storage: evening.storage })
  const prompts = one.prompts.length
  return { one, own, device, prompts, keys: () => morning.storage.keys?.().sort(), ...morning }
}

const restored = {
  walletId: 'com.one',
  namespace: 'eip155',
  account: ALICE,
  chainId: 'eip155:1',
  restored: true,
}

describe('a wallet that does not show its accounts at page load (W02)', () => {
  test.each([
    ['is locked', (one) => one.lock()],
    ['never answers', (one) => Object.assign(one.faults, { hold: ['eth_accounts'] })],
    ['never says its chain', (one) => Object.assign(one.faults, { hold: ['eth_chainId'] })],
    ['only reports errors', (one) => Object.assign(one.faults, { errors: { eth_accounts: new Error() } })],
  ] as [string, (one: ReturnType<typeof createWallet>) => void][])(
    'keeps its record after the client has waited a second: it %s',
    async (_, change) => {
      const { client, one, prompts, keys, told } = await nextMorning(change)
      const done = client.restore()
      await pass(999)
      expect(client.getState().phase).toBe('restoring')
      await pass(1)
      await done
      expect(client.getState()).toMatchObject({ phase: 'ready', status: 'idle', connections: [] })
      await pass(60_000)
      expect([keys(), told(), one.prompts.length]).toEqual([KEYS, [], prompts])
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  test('connects the page without a prompt when it is unlocked an hour later', async () => {
    const { client, one, prompts, details } = await nextMorning((wallet) => wallet.lock())
    void client.restore()
    await pass(3_600_000)
    one.unlock()
    await pass()
    expect(details('connected')).toEqual([restored])
    expect(one.prompts).toHaveLength(prompts)
    expect(one.listenerCount('accountsChanged')).toBe(1)
    one.setChain(5)
    await pass()
    expect(client.getState().chainId).toBe('eip155:5')
  })

  test('has one open question, however often it reports accounts without an answer, and is restored by the last one (W02)', async () => {
    const { client, one, details } = await nextMorning(({ faults }) =>
      Object.assign(faults, { hold: ['eth_accounts'] }),
    )
    void client.restore()
    await pass(1_000)
    for (const account of [BOB, ALICE, BOB, ALICE]) {
      one.setAccounts([account])
      await pass(2_000)
      // One listener waits for the wallet's next event, one for the answer.
      expect(one.listenerCount('accountsChanged')).toBe(2)
    }
    Object.assign(one.faults, { hold: [] })
    one.release()
    await pass()
    expect(details('connected')).toEqual([restored])
    expect(one.listenerCount('accountsChanged')).toBe(1)
  })

  test('is restored when it answers after its worker needed 2.5 s to wake up', async () => {
    const { client, details } = await nextMorning(({ faults }) => Object.assign(faults, { wakeUp: 2_500 }))
    void client.restore()
    await pass(1_000)
    expect(client.getState().status).toBe('idle')
    await pass(1_499)
    expect(details('connected')).toEqual([])
    await pass(1)
    expect(details('connected')).toEqual([restored])
  })

  test('that wakes up locked is restored when it is unlocked', async () => {
    const { client, one, details } = await nextMorning((wallet) => {
      wallet.lock()
      Object.assign(wallet.faults, { wakeUp: 2_500 })
    })
    void client.restore()
    await pass(3_000)
    one.unlock()
    await pass()
    expect(details('connected')).toEqual([restored])
  })

  test('is restored by its event even when a request to it hangs', async () => {
    const { client, one, details } = await nextMorning((wallet) => {
      wallet.lock()
      Object.assign(wallet.faults, { hold: ['eth_accounts'] })
    })
    void client.restore()
    await pass(1_000)
    Object.assign(one.faults, { hold: [] })
    one.unlock()
    await pass()
    expect(details('connected')).toEqual([restored])
    one.release()
    await pass()
    expect(details('connected')).toHaveLength(1)
    expect(one.listenerCount('accountsChanged')).toBe(1)
  })

  test('that unlocks without an event is asked when the page becomes visible again (W21)', async () => {
    const { client, one, prompts } = await nextMorning((wallet) => wallet.lock())
    Object.assign(one.faults, { locksSilently: true })
    void client.restore()
    await pass(1_000)
    one.unlock()
    await pass(10_000)
    expect(client.getState().status).toBe('idle')
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await pass()
    expect([client.getState().account, one.prompts.length]).toEqual([ALICE, prompts])
  })

  test('closes an open list when it is unlocked, and answers the call', async () => {
    const { client, one } = await nextMorning((wallet) => wallet.lock())
    const promise = client.connect()
    await pass(5_000)
    expect(client.getState().open).toBe(true)
    one.unlock()
    await pass()
    expect(client.getState()).toMatchObject({ open: false, phase: 'ready', status: 'connected' })
    expect((await promise).wallet?.account).toBe(ALICE)
  })

  test('does not make the list of a second call wait again', async () => {
    const { client } = await nextMorning((wallet) => wallet.lock())
    void client.restore()
    await pass(1_000)
    void client.connect()
    await pass()
    expect(client.getState().open).toBe(true)
  })
})

describe('the record of a locked wallet (W02)', () => {
  const locked = async () => {
    const world = await nextMorning((wallet) => wallet.lock())
    void world.client.restore()
    await pass(1_000)
    return world
  }

  test.each(['eip155', undefined] as const)(
    'is deleted when the visitor disconnects (%s)',
    async (namespace) => {
      const { client, one, keys, told } = await locked()
      await client.disconnect(namespace ? { namespace } : {})
      one.unlock()
      await pass(10_000)
      expect([keys(), told(), one.listenerCount()]).toEqual([[], [], 0])
    },
  )

  test('stays when the visitor disconnects a wallet of the other namespace', async () => {
    const { client, one, keys, details } = await locked()
    await client.disconnect({ namespace: 'starknet' })
    expect(keys()).toEqual(KEYS)
    one.unlock()
    await pass()
    expect(details('connected')).toEqual([restored])
  })

  test('is deleted when another wallet is connected', async () => {
    const { client, one, keys, details } = await locked()
    await client.connect({ walletId: 'com.two' })
    expect(keys()).toEqual([
      'wcb.1:default:reconnect',
      'wcb.1:default:two:account',
      'wcb.1:default:two:chain',
    ])
    one.unlock()
    await pass(10_000)
    expect([details('connected').length, one.listenerCount()]).toEqual([1, 0])
  })

  test('is deleted when another tab has disconnected', async () => {
    const { one, storage, told } = await locked()
    storage.removeItem(RECONNECT)
    page.dispatchEvent(Object.assign(new Event('storage'), { key: RECONNECT }))
    one.unlock()
    await pass(10_000)
    expect([told(), one.listenerCount()]).toEqual([[], 0])
  })

  test('stays when an attempt with it was cancelled, and is used when the page becomes visible again (W21)', async () => {
    const { client, one, keys, details } = await locked()
    one.setApprove('manual')
    const promise = client.connect({ walletId: 'com.one' })
    await pass()
    client.dismiss()
    await promise
    expect(keys()).toEqual(KEYS)
    one.unlock()
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await pass()
    expect(details('connected')).toEqual([restored])
  })

  test('is watched by nobody when the client is disposed', async () => {
    const { client, one, keys } = await locked()
    client.dispose()
    expect([one.listenerCount(), keys()]).toEqual([0, KEYS])
  })
})

describe('a wallet that locks itself while the page is open (W02)', () => {
  async function connected() {
    const world = await nextMorning(() => {})
    await world.client.restore()
    world.one.lock()
    await pass()
    return world
  }

  test('counts as disconnected by the wallet, and its record stays', async () => {
    const { client, details, keys } = await connected()
    expect(details('disconnected')).toEqual([{ walletId: 'com.one', namespace: 'eip155', reason: 'wallet' }])
    expect([client.getState().status, keys()]).toEqual(['idle', KEYS])
  })

  test('is connected again when it is unlocked, with its account at that time', async () => {
    const { one, details } = await connected()
    one.setAccounts([BOB])
    one.unlock()
    await pass()
    expect(details('connected').at(-1)).toEqual({ ...restored, account: BOB })
  })

  test('is connected again after a reload', async () => {
    const { client, one, device, storage } = await connected()
    client.dispose()
    one.unlock()
    const later = createClient(device, { storage })
    await later.client.restore()
    expect(later.details('connected')).toEqual([restored])
  })

  test('without an event is noticed when the page becomes visible, and so is its return (W21)', async () => {
    const { client, one, details, keys } = await nextMorning(() => {})
    Object.assign(one.faults, { locksSilently: true })
    await client.restore()
    const see = () => {
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      return pass()
    }
    one.lock()
    await see()
    expect([details('disconnected').length, keys()]).toEqual([1, KEYS])
    one.unlock()
    await see()
    expect(details('connected')).toEqual([restored, restored])
  })

  test('has no record after a disconnect that its event calls', async () => {
    const { client, one, keys } = await nextMorning(() => {})
    await client.restore()
    client.on('disconnected', () => void client.disconnect())
    one.lock()
    await pass(2_000)
    one.unlock()
    await pass()
    expect([client.getState().status, keys(), one.listenerCount()]).toEqual(['idle', [], 0])
  })

  test('whose connection was lost for good keeps its record for the next page load', async () => {
    const { client, one, device, storage, keys } = await nextMorning(() => {})
    await client.restore()
    one.emit('disconnect', { code: 1011 })
    await pass()
    expect([client.getState().status, keys()]).toEqual(['idle', KEYS])
    client.dispose()
    expect(one.listenerCount()).toBe(0)
    const later = createClient(device, { storage })
    await later.client.restore()
    expect(later.details('connected')).toEqual([restored])
  })

  test('whose connection was lost is connected again by its own `connect` event (EW07)', async () => {
    const { client, one, details } = await nextMorning(() => {})
    await client.restore()
    one.emit('disconnect', { code: 4900 })
    await pass()
    expect(client.getState().status).toBe('idle')
    one.emit('connect', { chainId: '0x1' })
    await pass()
    expect(client.getState().status).toBe('connected')
    expect(details('connected')).toEqual([restored, restored])
    await client.disconnect()
    expect(one.listenerCount()).toBe(0)
  })

  test('whose connection was lost stays away when the visitor disconnects before it is back (EW07)', async () => {
    const { client, one, keys } = await nextMorning(() => {})
    await client.restore()
    one.emit('disconnect', { code: 4900 })
    await pass()
    await client.disconnect()
    one.emit('connect', { chainId: '0x1' })
    await pass(2_000)
    expect([client.getState().status, keys(), one.listenerCount()]).toEqual(['idle', [], 0])
  })
})

describe('every connector that distinguishes locked from ended (W02, W21)', () => {
  async function starknet(answer: () => Promise<null>) {
    const own = createOwnConnector({ restore: answer })
    const storage = createClient(createDevice()).storage
    storage.setItem(RECONNECT, 'starknet=own')
    storage.setItem('starknetLastConnectedWallet', 'own')
    const { client } = createClient(createDevice(own.connector), { storage })
    void client.restore()
    await pass(1_000)
    return storage.keys?.().sort()
  }

  test('keeps flag and last wallet by rejecting restore with `wallet_locked`; null clears both, and any other error is no answer', async () => {
    expect(await starknet(() => Promise.reject(new WalletError('wallet_locked')))).toEqual([
      'starknetLastConnectedWallet',
      RECONNECT,
    ])
    expect(await starknet(async () => null)).toEqual([])
    expect(await starknet(() => Promise.reject(new WalletError('wallet_failed')))).toEqual([
      'starknetLastConnectedWallet',
      RECONNECT,
    ])
  })

  test('clears them by a late null, and connects by an answer in time when it was asked late', async () => {
    let bring = (_: null) => {}
    const own = createOwnConnector({ restore: () => new Promise((resolve) => (bring = resolve as never)) })
    const { client, storage } = createClient(createDevice(own.connector))
    storage.setItem(RECONNECT, 'starknet=own')
    void client.restore()
    await pass(5_000)
    expect(storage.keys?.()).toEqual([RECONNECT])
    bring(null)
    await pass()
    expect(storage.keys?.()).toEqual([])
  })

  test.each([
    [
      'locked',
      ['starknetLastConnectedWallet', 'wcb.1:default:own:account', 'wcb.1:default:own:chain', RECONNECT],
    ],
    ['wallet', []],
    ['expired', []],
  ] as const)('an event with %s', async (reason, left) => {
    let unlock = () => {}
    const own = createOwnConnector({
      watchUnlock(onUnlock) {
        unlock = onUnlock
        return () => {}
      },
    })
    const { client, storage, details } = createClient(createDevice(own.connector))
    const promise = client.connect({ walletId: 'own' })
    await pass()
    own.approve()
    await promise
    own.tell({ type: 'disconnect', reason })
    const keys = (storage.keys?.() ?? []).filter((key) => !key.startsWith('gsw-last')).sort()
    expect(keys).toEqual(left)
    expect(details('disconnected')[0]?.reason).toBe(reason === 'locked' ? 'wallet' : reason)
    unlock()
    await pass()
    expect(client.getState().status).toBe(reason === 'locked' ? 'connected' : 'idle')
  })

  test('keeps the record by a refresh that returns `locked`, and deletes it by null', async () => {
    for (const [truth, kept] of [
      ['locked', true],
      [null, false],
    ] as const) {
      const own = createOwnConnector()
      const { client, storage } = createClient(createDevice(own.connector))
      const promise = client.connect({ walletId: 'own' })
      await pass()
      own.approve({ refresh: async () => truth })
      await promise
      own.allow(false)
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      await pass()
      expect(client.getState().status).toBe('idle')
      expect(storage.getItem(RECONNECT) !== null).toBe(kept)
      expect(await isOpen(promise)).toBe(false)
    }
  })
})
