// @vitest-environment happy-dom
import './fake-timers.js'
import { describe, expect, test } from 'vitest'
import { ModalControl } from '../../../src/element/modal-control.js'
import { connectOwn, createClient, createDevice, createWallet, pass, visited } from './fixture.js'

const NOTHING = { connector: null, wallet: null }

const MODES = ['neverAsk', 'canAsk'] as const

/** Creates a visitor who connected `Two` on an earlier page. */
async function returning(config = {}) {
  const [one, two] = [createWallet('One'), createWallet('Two')]
  const { open } = await visited(two, one)
  return { wallets: [one, two] as const, ...open(config) }
}

describe('the result type “connector” connects nothing (U25)', () => {
  test.each(MODES)('and in %s names the last wallet when it still allows the page', async (mode) => {
    const { client, emitted, wallets, storage } = await returning()
    const stored = storage.keys?.().map((key) => [key, storage.getItem(key)])
    const shown: boolean[] = []
    client.subscribe(() => shown.push(client.getState().open))
    const promise = client.connect({ mode, resultType: 'connector' })
    await pass(20)
    expect(await promise).toMatchObject({ connector: { id: 'com.two', activeAccount: null }, wallet: null })
    expect([emitted(), client.getState().connections, shown.includes(true)]).toEqual([[], [], false])
    expect(wallets.map(({ prompts, listenerCount }) => [prompts.length, listenerCount()])).toEqual([
      [0, 0],
      [1, 0],
    ])
    expect(storage.keys?.().map((key) => [key, storage.getItem(key)])).toEqual(stored)
  })

  test('and after a second it no longer listens to a last wallet that does not answer', async () => {
    const { client, wallets } = await returning()
    wallets[1].faults.hold = ['eth_accounts']
    const promise = client.connect({ mode: 'neverAsk', resultType: 'connector' })
    await pass(500)
    expect(wallets[1].listenerCount('accountsChanged')).toBe(1)
    await pass(600)
    expect(await promise).toEqual(NOTHING)
    expect(wallets[1].listenerCount()).toBe(0)
  })

  test('and in canAsk shows the list when the last wallet no longer allows the page', async () => {
    const { client, wallets } = await returning()
    wallets[1].disconnect()
    void client.connect({ resultType: 'connector' })
    await pass(320)
    expect(client.getState()).toMatchObject({ open: true, phase: 'choosing' })
  })

  test.each(MODES)('and in %s names the wallet of the current connection', async (mode) => {
    const { client, emitted } = createClient(createDevice(createWallet('One'), createWallet('Two')))
    await client.connect({ walletId: 'com.one' })
    const named = await client.connect({ mode, resultType: 'connector' })
    expect(named).toMatchObject({ connector: { id: 'com.one' }, wallet: null })
    expect(emitted()).toEqual(['connecting', 'connected'])
  })

  test('and neither ends nor keeps the session that a page’s own connector restores for the question', async () => {
    const { own, device, storage, client: earlier } = await connectOwn()
    earlier.dispose()
    own.calls.length = 0
    const { client } = createClient(device, { storage })
    const promise = client.connect({ mode: 'neverAsk', resultType: 'connector' })
    await pass(20)
    expect((await promise).connector?.id).toBe('own')
    expect(own.calls).toEqual(['restore', 'watch', 'unwatch'])
  })

  test('and names the wallet of a late answer while the list is already open', async () => {
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

test('wallet_modal_closed names the chosen wallet when the page wants only its name (U25)', async () => {
  const { client } = createClient(createDevice(createWallet('One'), createWallet('Two')))
  const dispatched: unknown[] = []
  const shared = { client, elements: new Set(), used: null }
  const dispatch = (name: string, detail: unknown) => dispatched.push([name, detail])
  const control = new ModalControl({ ...shared, dispatch } as never, {
    mountButton: () => () => {},
    createList: ({ move }) => ({
      prepare() {},
      show: () => move('shown'),
      update() {},
      end() {},
    }),
  })
  client.subscribe(() => control.update())
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
