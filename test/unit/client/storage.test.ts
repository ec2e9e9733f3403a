import './fake-timers.js'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage, type StorageLike } from '../../../src/platform/storage.js'
import { badContents } from '../../counterparts/hostile-storage.js'
import {
  ALICE,
  connectOne,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  pass,
} from './fixture.js'

const KEYS = ['reconnect', 'one:account', 'one:chain', 'one:topic', 'one:switched'].map(
  (name) => `wcb.1:default:${name}`,
)
const OTHERS = ['starknetLastConnectedWallet', 'gsw-last-1700000000000-abc']

const broken = (name: string) => () => {
  throw new DOMException(`${name} is not allowed`, 'SecurityError')
}

const throwing: StorageLike = {
  getItem: broken('getItem'),
  setItem: broken('setItem'),
  removeItem: broken('removeItem'),
  keys: broken('keys'),
}

describe('a broken storage', () => {
  test('that throws on every call is replaced by memory (E01)', async () => {
    const one = createWallet('One')
    const { client, emitted } = createClient(createDevice(one), { storage: throwing })
    expect((await client.connect({ walletId: 'com.one' })).wallet?.account).toBe(ALICE)
    await client.disconnect()
    expect(emitted()).toEqual(['connecting', 'connected', 'disconnected'])
  })

  test('that throws when `localStorage` is read is replaced by memory (E01)', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: broken('localStorage') })
    try {
      const { createWalletClient } = await import('../../../src/client/create-wallet-client.js')
      const client = createWalletClient({}, [createDevice(createWallet('One')).source])
      expect((await client.connect({ walletId: 'com.one' })).wallet?.account).toBe(ALICE)
      await client.disconnect()
      client.dispose()
    } finally {
      if (before) Object.defineProperty(globalThis, 'localStorage', before)
      else Reflect.deleteProperty(globalThis, 'localStorage')
    }
  })

  test('that is full keeps the old value, and the value that could not be written counts (E02)', async () => {
    const storage = createMemoryStorage()
    const device = createDevice(createWallet('One'), createWallet('Two'))
    const first = createClient(device, { storage })
    await first.client.connect({ walletId: 'com.one' })
    const full = { ...storage, setItem: broken('setItem') }
    const { client } = createClient(device, { storage: full })
    await client.connect({ walletId: 'com.two' })
    await client.disconnect()
    expect(storage.keys?.()).toEqual([])
    const next = createClient(device, { storage: full })
    expect((await next.client.connect({ mode: 'neverAsk' })).wallet).toBeNull()
  })
})

describe('storage contents that we have not written (E03, E04)', () => {
  const cases = Object.entries(badContents).flatMap(([name, content]) =>
    [...KEYS, ...OTHERS].map((key) => [name, key, content] as const),
  )

  test(`${cases.length} texts connect nothing, hide no wallet and are deleted by a disconnect`, async () => {
    for (const [name, key, content] of cases) {
      const storage = createMemoryStorage()
      storage.setItem(key, content)
      const device = createDevice(createWallet('One'))
      const { client } = createClient(device, { storage })
      const restored = client.restore()
      await pass(1_000)
      await restored
      device.add(createWallet('Late'))
      void client.connect()
      await pass(1_000)
      const { connections, open, choices } = client.getState()
      expect([name, key, connections, open, choices.length]).toEqual([name, key, [], true, 2])
      client.pick('com.one')
      await pass()
      expect(client.getState().account).toBe(ALICE)
      await client.disconnect()
      expect([name, key, storage.keys?.()]).toEqual([name, key, []])
      client.dispose()
    }
    expect(Object.prototype).not.toHaveProperty('polluted')
  })
})

test('keys of an older or newer layout are neither read nor changed (E07)', async () => {
  const storage = createMemoryStorage()
  for (const version of ['wcb', 'wcb.0', 'wcb.2', 'wcb.10']) {
    storage.setItem(`${version}:default:reconnect`, 'eip155=com.one')
    storage.setItem(`${version}:default:one:account`, ALICE)
  }
  const before = [...(storage.keys?.() ?? [])]
  const one = createWallet('One')
  const { client } = createClient(createDevice(one), { storage })
  await client.restore()
  expect(one.requests).toEqual([])
  await client.connect({ walletId: 'com.one' })
  await client.disconnect()
  expect(storage.keys?.()).toEqual(before)
})

describe('fifty foreign keys, with another app’s relay session among them (E11)', () => {
  const foreign: Record<string, string> = {
    'wc@2:client:0.3:session': '[{"topic":"foreign"}]',
    walletconnect: '{"connected":true}',
    'wagmi.store': '{}',
    'wcb.1:other:reconnect': 'eip155=com.one',
    'wcb.1:other:one:account': ALICE,
    ...Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`foreign-${n}`, String(n)])),
  }

  test('stay unchanged through a full run, and no other key is left', async () => {
    const storage = createMemoryStorage()
    for (const [key, value] of Object.entries(foreign)) storage.setItem(key, value)
    const touched = new Set<string>()
    const { setItem, removeItem } = storage
    storage.setItem = (key, value) => {
      touched.add(key)
      setItem(key, value)
    }
    storage.removeItem = (key) => {
      touched.add(key)
      removeItem(key)
    }
    const own = createOwnConnector()
    const device = createDevice(createWallet('One'), own.connector)
    const { client } = createClient(device, { storage })
    await client.connect({ walletId: 'com.one' })
    await own.connect(client)
    await createClient(device, { storage }).client.restore()
    await client.disconnect()
    expect(Object.fromEntries((storage.keys?.() ?? []).map((key) => [key, storage.getItem(key)]))).toEqual(
      foreign,
    )
    for (const key of touched) {
      expect(key).toMatch(/^(?:wcb\.1:default:|starknetLastConnectedWallet$|gsw-last-)/)
    }
  })
})

test('a stored record names wallet, account and chain, and no secret (E14, SO9)', async () => {
  const { client, storage } = await connectOne()
  const signature = (await client.signMessage(
    'shop.example wants you to sign in\n\nNonce: aB3dE5fG7hJ9kL1mN',
  )) as string
  const dump = Object.fromEntries((storage.keys?.() ?? []).map((key) => [key, storage.getItem(key)]))
  expect(dump).toEqual({
    'wcb.1:default:reconnect': 'eip155=com.one',
    'wcb.1:default:one:account': ALICE,
    'wcb.1:default:one:chain': 'eip155:1',
  })
  expect(JSON.stringify(dump)).not.toContain(signature.slice(2, 20))
})
