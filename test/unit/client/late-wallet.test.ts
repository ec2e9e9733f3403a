import './fake-timers.js'
import '../../../src/client/follow-pages.js'
import { describe, expect, it, vi } from 'vitest'
import { WalletError } from '../../../src/errors/wallet-error.js'
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
  toConnector,
  visited,
} from './fixture.js'

const page = installPageEvents()
const RECONNECT = 'wcb.1:default:reconnect'

/** The storage of a visit with the wallet One, and a device that it has not come to yet. */
async function comeBack() {
  const one = createWallet('One')
  const { storage } = await visited(one)
  return { one, device: createDevice(createWallet('Two', { accounts: [BOB] })), storage }
}

/** The same with a wallet of the other namespace. */
async function comeBackToStarknet() {
  const { client, storage } = await connectOwn()
  client.dispose()
  const later = createOwnConnector()
  later.allow()
  return { own: later, device: createDevice(), storage }
}

/** The wallet of the other namespace comes after its second, and allows nothing yet. */
async function comeWithoutSession() {
  const { own, device, storage } = await comeBackToStarknet()
  own.allow(false)
  const { client } = createClient(device, { storage })
  void client.restore()
  await pass(3_000)
  device.add(own.connector)
  return { own, client, storage }
}

const see = () => {
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  return pass()
}

describe('PR09: a wallet that comes after its second', () => {
  it.each([1_100, 2_500, 4_000, 60_000, 3_600_000])(
    'keeps its record, and is restored %i ms after the load without a prompt',
    async (late) => {
      const { one, device, storage } = await comeBack()
      const { client, details } = createClient(device, { storage })
      const restored = client.restore()
      await pass(1_000)
      await restored
      expect(client.getState()).toMatchObject({ phase: 'ready', status: 'idle' })
      await pass(late - 1_000)
      expect(storage.getItem(RECONNECT)).toBe('eip155=com.one')
      const prompts = one.prompts.length
      device.add(one)
      await pass()
      expect(details('connected')).toMatchObject([{ walletId: 'com.one', account: ALICE, restored: true }])
      expect(one.prompts).toHaveLength(prompts)
      await pass(20_000)
      expect(storage.getItem('wcb.1:default:missing')).toBe(null)
      client.dispose()
      expect(vi.getTimerCount()).toBe(0)
    },
  )

  it('is found by a look where nothing announces it, on Starknet as well', async () => {
    const { own, device, storage } = await comeBackToStarknet()
    const scan = vi.fn()
    Object.assign(device.source, { rescan: scan })
    const { client, details } = createClient(device, { storage })
    void client.restore()
    await pass(1_100)
    expect(details('connected')).toEqual([])
    scan.mockImplementation(() => device.add(own.connector))
    await pass(1_000)
    expect(details('connected')).toMatchObject([{ walletId: 'own', restored: true }])
    // Nothing looks for it any more.
    const times = scan.mock.calls.length
    await pass(60_000)
    expect(scan.mock.calls).toHaveLength(times)
  })

  it('that is not ready at once has a second of its own, and is asked again', async () => {
    const { own, client } = await comeWithoutSession()
    await pass(500)
    own.allow()
    await pass(200)
    expect(client.getState().status).toBe('connected')
  })

  it('that has no session any more is forgotten then', async () => {
    const { client, storage } = await comeWithoutSession()
    await pass(1_100)
    expect([client.getState().status, storage.keys?.()]).toEqual(['idle', []])
  })

  it('closes an open list, and answers the call that waits for the visitor', async () => {
    const { one, device, storage } = await comeBack()
    device.add(createWallet('Three'))
    const { client } = createClient(device, { storage })
    const connecting = client.connect()
    await pass(2_000)
    expect(client.getState().open).toBe(true)
    device.add(one)
    await pass(100)
    expect((await connecting).wallet?.id).toBe('com.one')
    expect(client.getState().open).toBe(false)
  })

  it('is restored in each store and each tab that has its record', async () => {
    const { one, device, storage } = await comeBack()
    const other = createClient(createDevice(one), { storage, store: 'other' })
    await other.client.connect({ walletId: 'com.one' })
    other.client.dispose()
    const tabs = [{}, {}, { store: 'other' }].map((config) => createClient(device, { storage, ...config }))
    for (const { client } of tabs) void client.restore()
    await pass(2_000)
    device.add(one)
    await pass(100)
    expect(tabs.map(({ client }) => client.getState().account)).toEqual([ALICE, ALICE, ALICE])
  })

  it('is looked for when the visitor comes back to the page', async () => {
    const { own, device, storage } = await comeBackToStarknet()
    const { client } = createClient(device, { storage })
    void client.restore()
    await pass(600_000)
    Object.assign(device.source, { rescan: () => device.add(own.connector) })
    await see()
    expect(client.getState().status).toBe('connected')
  })
})

describe('PR09: a wallet is forgotten by its own answer, or after several visits without it', () => {
  /** Opens a page for a moment. */
  async function visit(device: ReturnType<typeof createDevice>, storage: never, config = {}) {
    const { client } = createClient(device, { storage, ...config })
    void client.restore()
    await pass(1_500)
    client.dispose()
  }

  it('once a visit, however often its visitor begins and cancels', async () => {
    const { storage } = await comeBack()
    const [two, three] = [createWallet('Two', { accounts: [BOB] }), createWallet('Three')]
    two.setApprove('manual')
    const { client } = createClient(createDevice(two, three), { storage })
    void client.restore()
    await pass(1_500)
    for (let times = 0; times < 6; times += 1) {
      const connecting = outcome(client.connect())
      await pass(1_500)
      client.pick('com.two')
      await two.nextPrompt('connect')
      client.dismiss()
      expect(await connecting).toMatchObject({ wallet: null })
    }
    expect(storage.getItem(RECONNECT)).toBe('eip155=com.one')
    expect(storage.getItem('wcb.1:default:missing')).toBe('eip155=1')
  })

  it('not by visits in which it is there, and is not asked because another has its identity', async () => {
    const { one, device, storage } = await comeBack()
    device.add({ ...toConnector(one), note: 'shared-identity' })
    for (let times = 0; times < 6; times += 1) await visit(device, storage as never)
    expect(storage.getItem(RECONNECT)).toBe('eip155=com.one')
    expect(storage.getItem('wcb.1:default:missing')).toBe(null)
  })

  it('never by visits of pages that offer no such wallet', async () => {
    const { device, storage } = await comeBack()
    for (let times = 0; times < 9; times += 1)
      await visit(device, storage as never, { chains: 'starknet:SN_MAIN' })
    expect(storage.keys?.()?.sort()).toEqual([
      'wcb.1:default:one:account',
      'wcb.1:default:one:chain',
      RECONNECT,
    ])
  })

  it.each([
    ['a wallet that fails has given no answer', 'wallet_failed'],
    ['a locked wallet has ended nothing', 'wallet_locked'],
    ['where our own code has not come, nobody has asked it', 'asset_integrity'],
  ] as const)('not by a failure, however often: %s', async (_, code) => {
    const { device, storage } = await comeBackToStarknet()
    const failing = createOwnConnector({ restore: async () => Promise.reject(new WalletError(code)) })
    device.add(failing.connector)
    for (let times = 0; times < 6; times += 1) await visit(device, storage as never)
    expect(storage.getItem(RECONNECT)).toBe('starknet=own')
    const well = createOwnConnector()
    well.allow()
    device.add(well.connector)
    const { client } = createClient(device, { storage })
    await client.restore()
    expect(client.getState().status).toBe('connected')
  })
})

describe('PR11: a page follows what another page of its origin has begun', () => {
  /** Two tabs of a page; a change of the flag in one is told to the other. */
  function openTabs(...[device]: Parameters<typeof createClient>) {
    const first = createClient(device)
    const second = createClient(device, { storage: first.storage })
    const { storage } = first
    const before = { flag: storage.getItem(RECONNECT) }
    const tell = () => {
      const now = storage.getItem(RECONNECT)
      page.dispatchEvent(
        Object.assign(new Event('storage'), { key: RECONNECT, oldValue: before.flag, newValue: now }),
      )
      before.flag = now
      return pass(100)
    }
    return { first, second, tell, storage }
  }

  it('an open second tab is connected without a prompt, with the wallet of the first', async () => {
    const one = createWallet('One')
    const { first, second, tell } = openTabs(createDevice(one))
    await first.client.connect({ walletId: 'com.one' })
    const prompts = one.prompts.length
    await tell()
    expect(second.details('connected')).toMatchObject([{ walletId: 'com.one', restored: true }])
    expect(one.prompts).toHaveLength(prompts)
  })

  it('a tab whose visitor is connecting another wallet is not disturbed', async () => {
    const [one, two] = [createWallet('One'), createWallet('Two', { approve: 'manual', accounts: [BOB] })]
    const { first, second, tell } = openTabs(createDevice(one, two))
    const connecting = outcome(second.client.connect({ walletId: 'com.two' }))
    await pass()
    await first.client.connect({ walletId: 'com.one' })
    await tell()
    expect(second.client.getState()).toMatchObject({ status: 'connecting', connections: [] })
    ;(await two.nextPrompt()).approve()
    await connecting
    expect(second.client.getState().account).toBe(BOB)
  })

  it('a page from the back/forward cache shows the wallet that was connected meanwhile, also in the place of another', async () => {
    const [one, two] = [createWallet('One'), createWallet('Two', { accounts: [BOB] })]
    const { first, second } = openTabs(createDevice(one, two))
    await first.client.connect({ walletId: 'com.one' })
    await see()
    expect(second.client.getState().account).toBe(ALICE)
    await first.client.connect({ walletId: 'com.two', mode: 'alwaysAsk' })
    await see()
    await pass(100)
    expect(second.client.getState().account).toBe(BOB)
    const calls = [one, two].flatMap(({ prompts }) => prompts)
    expect(calls).toHaveLength(2)
  })

  it('a tab whose wallet was ended by a switch elsewhere takes up the other one', async () => {
    const [one, two] = [createWallet('One'), createWallet('Two', { accounts: [BOB] })]
    const { first, second, tell } = openTabs(createDevice(one, two))
    await first.client.connect({ walletId: 'com.one' })
    await tell()
    expect(second.client.getState().account).toBe(ALICE)
    await first.client.connect({ walletId: 'com.two', mode: 'alwaysAsk' })
    // In another tab nothing holds the wallet that was replaced: it withdraws its permission.
    one.disconnect()
    await tell()
    await pass(500)
    expect(second.client.getState().account).toBe(BOB)
  })
})

it('PR08: a page that waits for the answer to a code of an earlier page follows the page that has it on screen, when that has its session', async () => {
  const storage = createMemoryStorage()
  const own = createOwnConnector({
    isAwaited: () => true,
    restore: async ({ topic }) => (topic ? own.createSession({ topic }) : new Promise(() => {})),
  })
  storage.setItem('wcb.1:default:codes', '[]')
  const { client, details } = createClient(createDevice(own.connector), { storage })
  void client.restore()
  await pass(1_500)
  expect(client.getState().status).toBe('idle')
  for (const [name, value] of [
    ['own:account', `0x${'1'.padStart(64, '0')}`],
    ['own:chain', 'starknet:SN_MAIN'],
    ['own:topic', 'f00'],
    ['reconnect', 'starknet=own'],
  ] as const)
    storage.setItem(`wcb.1:default:${name}`, value)
  page.dispatchEvent(
    Object.assign(new Event('storage'), { key: RECONNECT, oldValue: null, newValue: 'starknet=own' }),
  )
  await pass(200)
  expect(details('connected')).toMatchObject([{ walletId: 'own', restored: true }])
  client.dispose()
  expect(vi.getTimerCount()).toBe(0)
})

describe('PR15: a read of the account that was lost', () => {
  async function connected() {
    const one = createWallet('One', { approve: 'always' })
    const opened = createClient(createDevice(one))
    await opened.client.connect({ walletId: 'com.one' })
    return { one, ...opened }
  }
  const signed = ({ requests }: { requests: readonly { method: string }[] }) =>
    requests.filter(({ method }) => method === 'personal_sign').length

  it.each([
    ['has no answer', { hold: ['eth_accounts'] }],
    ['fails', { errors: { eth_accounts: new Error('lost') } }],
  ])('is made up for at the next return, where it %s', async (_, faults) => {
    const { one, client } = await connected()
    Object.assign(one.faults, { omitEvents: ['accountsChanged'], ...faults })
    one.setAccounts([BOB])
    await see()
    expect(client.getState().account).toBe(ALICE)
    Object.assign(one.faults, { hold: [], errors: {} })
    await pass(5_000)
    await see()
    expect(client.getState().account).toBe(BOB)
  })

  it('is made up for before the next signature: nothing is signed for the account of before', async () => {
    const { one, client, details } = await connected()
    Object.assign(one.faults, { omitEvents: ['accountsChanged'], hold: ['eth_accounts'] })
    one.setAccounts([BOB])
    await see()
    Object.assign(one.faults, { hold: [] })
    // A wallet that names its network has not said whose account is in use.
    one.emit('chainChanged', '0x1')
    await pass()
    expect(await outcome(client.signMessage('Hello'))).toBe('account_mismatch')
    expect(details('changed')).toMatchObject([{ account: BOB }])
    expect(signed(one)).toBe(0)
    expect(await client.signMessage('Hello')).toMatch(/^0x/)
  })

  it('lets nothing be signed while the wallet says nothing, and settles', async () => {
    const { one, client } = await connected()
    Object.assign(one.faults, { hold: ['eth_accounts'] })
    await see()
    const signing = outcome(client.signMessage('Hello'))
    await pass(3_000)
    expect(await signing).toBe('wallet_timeout')
    expect(signed(one)).toBe(0)
    Object.assign(one.faults, { hold: [] })
    one.release()
    expect(await client.signMessage('Hello')).toMatch(/^0x/)
  })
})

describe('WP09: one wallet of two families', () => {
  it('that withdraws both with one is disconnected in both', async () => {
    const keplr = createWallet('Keplr')
    const own = createOwnConnector({ name: 'Keplr', id: 'keplr' })
    const other = createDevice(keplr, own.connector)
    for (const end of ['page', 'wallet']) {
      const { client, storage } = createClient(other)
      await client.connect({ walletId: 'com.keplr' })
      const connecting = client.connect({ walletId: 'keplr' })
      await pass()
      own.approve({ refresh: async () => Promise.reject(new WalletError('wallet_locked')) })
      await connecting
      if (end === 'page') await client.disconnect({ namespace: 'eip155' })
      else keplr.disconnect()
      own.allow(false)
      await pass(500)
      expect([end, client.getState().connections]).toEqual([end, []])
      expect(storage.getItem(RECONNECT)).toContain('starknet=keplr')
      client.dispose()
    }
  })

  it('leaves a wallet of another name alone, which is only locked', async () => {
    const one = createWallet('One')
    const own = createOwnConnector()
    const { client } = createClient(createDevice(one, own.connector))
    await client.connect({ walletId: 'com.one' })
    await own.connect(client, { refresh: async () => Promise.reject(new WalletError('wallet_locked')) })
    await client.disconnect({ namespace: 'eip155' })
    await pass(500)
    expect(client.getState().connections).toHaveLength(1)
  })
})
