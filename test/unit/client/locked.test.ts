import './fake-timers.js'
import '../../../src/client/follow-pages.js'
import { describe, expect, test } from 'vitest'
import { installPageEvents } from '../../counterparts/page-events.js'
import {
  ALICE,
  BOB,
  connectOwn,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  pass,
  visited,
} from './fixture.js'

const page = installPageEvents()
const RECONNECT = 'wcb.1:default:reconnect'
const KEYS = ['wcb.1:default:one:account', 'wcb.1:default:one:chain', RECONNECT]

/** Loads a page again that was connected with the wallet One; `change` happens to the wallet before. */
async function nextMorning(change: (one: ReturnType<typeof createWallet>) => void) {
  const one = createWallet('One')
  const own = createOwnConnector()
  const { open } = await visited(one, createWallet('Two', { accounts: [BOB] }), own.connector)
  change(one)
  const prompts = one.prompts.length
  const morning = open()
  return { one, own, open, prompts, keys: () => morning.storage.keys?.().sort(), ...morning }
}

const restored = {
  walletId: 'com.one',
  namespace: 'eip155',
  account: ALICE,
  chainId: 'eip155:1',
  restored: true,
}

describe('a wallet that does not show its accounts at page load (W02)', () => {
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
})

describe('the record of a locked wallet (W02)', () => {
  const locked = async () => {
    const world = await nextMorning((wallet) => wallet.lock())
    void world.client.restore()
    await pass(1_000)
    return world
  }

  test('stays when the visitor disconnects a wallet of the other namespace', async () => {
    const { client, one, keys, details } = await locked()
    await client.disconnect({ namespace: 'starknet' })
    expect(keys()).toEqual(KEYS)
    one.unlock()
    await pass()
    expect(details('connected')).toEqual([restored])
  })

  test('is deleted when another tab has disconnected', async () => {
    const { one, storage, emitted } = await locked()
    storage.removeItem(RECONNECT)
    page.dispatchEvent(Object.assign(new Event('storage'), { key: RECONNECT }))
    one.unlock()
    await pass(10_000)
    expect([emitted(), one.listenerCount()]).toEqual([[], 0])
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
    const { client, one, open, keys } = await nextMorning(() => {})
    await client.restore()
    one.emit('disconnect', { code: 1011 })
    await pass()
    expect([client.getState().status, keys()]).toEqual(['idle', KEYS])
    client.dispose()
    expect(one.listenerCount()).toBe(0)
    const later = open()
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
})

describe('every connector that distinguishes locked from ended (W02, W21)', () => {
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
    await own.connect(client)
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
      const { own, client, storage } = await connectOwn({ refresh: async () => truth })
      own.allow(false)
      page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
      await pass()
      expect(client.getState().status).toBe('idle')
      expect(storage.getItem(RECONNECT) !== null).toBe(kept)
    }
  })
})
