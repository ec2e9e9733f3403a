import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { createModalControl } from '../../../src/element/modal-control.js'
import { createClient, createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

const NOTHING = { connector: null, wallet: null }

/** A visitor who connected `Two` on an earlier page. */
async function returning(config = {}) {
  const wallets = [createWallet('One'), createWallet('Two')] as const
  const device = createDevice(...wallets)
  const earlier = createClient(device)
  await earlier.client.connect({ walletId: 'com.two' })
  earlier.client.dispose()
  return { wallets, ...createClient(device, { storage: earlier.storage, ...config }) }
}

describe('the result type “connector” names the last wallet and connects nothing (U25)', () => {
  test.each(['neverAsk', 'canAsk'] as const)('%s: where it still allows the page', async (mode) => {
    const { client, told, wallets, storage } = await returning()
    const stored = storage.keys?.().map((key) => [key, storage.getItem(key)])
    const shown: boolean[] = []
    client.subscribe(() => shown.push(client.getState().open))
    const promise = client.connect({ mode, resultType: 'connector' })
    await pass(20)
    expect(await promise).toMatchObject({ connector: { id: 'com.two', activeAccount: null }, wallet: null })
    expect([told(), client.getState().connections, shown.includes(true)]).toEqual([[], [], false])
    expect(wallets.map(({ prompts, listenerCount }) => [prompts.length, listenerCount()])).toEqual([
      [0, 0],
      [1, 0],
    ])
    expect(storage.keys?.().map((key) => [key, storage.getItem(key)])).toEqual(stored)
  })

  test('neverAsk: nothing where it no longer does', async () => {
    const { client, wallets, told } = await returning()
    wallets[1].disconnect()
    const promise = client.connect({ mode: 'neverAsk', resultType: 'connector' })
    await pass(1_100)
    expect([await promise, told(), vi.getTimerCount()]).toEqual([NOTHING, [], 0])
  })

  test('canAsk: the list where it no longer does', async () => {
    const { client, wallets } = await returning()
    wallets[1].disconnect()
    void client.connect({ resultType: 'connector' })
    await pass(320)
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
  })

  test.each(['neverAsk', 'canAsk'] as const)('%s: of a connection that stands', async (mode) => {
    const { client, told } = createClient(createDevice(createWallet('One'), createWallet('Two')))
    await client.connect({ walletId: 'com.one' })
    const named = await client.connect({ mode, resultType: 'connector' })
    expect(named).toMatchObject({ connector: { id: 'com.one' }, wallet: null })
    expect(told()).toEqual(['connecting', 'connected'])
  })

  test('neither ends nor keeps what a wallet of the page’s own making gives for the question', async () => {
    const own = createOwnConnector()
    own.allow()
    const earlier = createClient(createDevice(own.connector))
    void earlier.client.connect({ walletId: 'own' })
    await pass()
    own.approve()
    await pass()
    earlier.client.dispose()
    own.calls.length = 0
    const { client } = createClient(createDevice(own.connector), { storage: earlier.storage })
    const promise = client.connect({ mode: 'neverAsk', resultType: 'connector' })
    await pass(20)
    expect((await promise).connector?.id).toBe('own')
    expect(own.calls).toEqual(['restore', 'watch', 'unwatch'])
  })

  test('a late answer names it while the list is already open', async () => {
    const { client, wallets } = await returning()
    Object.assign(wallets[1].faults, { hold: ['eth_accounts'] })
    const promise = client.connect({ resultType: 'connector' })
    await pass(320)
    expect(client.getState().open).toBe(true)
    wallets[1].release()
    await pass()
    expect((await promise).connector?.id).toBe('com.two')
    expect(client.getState()).toMatchObject({ open: false, phase: 'ready' })
  })
})

test('wallet_modal_closed says which wallet was picked where only its name is wanted (U25)', async () => {
  const { client } = createClient(createDevice(createWallet('One'), createWallet('Two')))
  const dispatched: unknown[] = []
  const shared = { client, elements: new Set(), used: null }
  const dispatch = (name: string, detail: unknown) => dispatched.push([name, detail])
  const control = createModalControl({ ...shared, dispatch } as never, {
    mountButton: () => () => {},
    showModal({ onOpened, onClosed }) {
      onOpened()
      const stop = client.subscribe(() => {
        if (client.getState().open) return
        stop()
        onClosed()
      })
    },
  })
  client.subscribe(control.update)
  for (const id of ['com.one', null]) {
    void client.connect({ resultType: 'connector' })
    await pass()
    if (id) client.pick(id)
    else client.dismiss()
    await pass()
  }
  expect(dispatched).toEqual([
    ['wallet_modal_opened', {}],
    ['wallet_modal_closed', { choice: 'com.one' }],
    ['wallet_modal_opened', {}],
    ['wallet_modal_closed', { choice: null }],
  ])
})
