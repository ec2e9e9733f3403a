import type { SignClient } from '@walletconnect/sign-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WalletClientConfig } from '../../../src/client/config.js'
import { createMemoryStorage, type StorageLike } from '../../../src/platform/storage.js'
import { createLocks } from '../../counterparts/locks.js'
import { type Relay, startRelay } from '../../counterparts/relay.js'
import { type Phone, type PhoneApp, startPhone } from '../../counterparts/relay-phone.js'
import { createEvmApp } from '../../counterparts/relay-phone-evm.js'
import { signing } from '../../counterparts/relay-phone-sign-in.js'
import { createStarknetApp } from '../../counterparts/relay-phone-starknet.js'
import { openRelayPage, type RelayPage } from './page.js'
import { openSignInPage } from './sign-in-page.js'

/** What is answered here needs no chain. */
const NODE = 'http://127.0.0.1:1'
let relay: Relay
const phones: Phone[] = []
beforeAll(async () => {
  relay = await startRelay()
})
afterEach(() => void vi.doUnmock('@walletconnect/sign-client'))
afterAll(async () => {
  for (const phone of phones) await phone.stop()
  await relay.stop()
})

async function startApp(app: PhoneApp, options: Partial<Parameters<typeof startPhone>[0]> = {}) {
  const phone = await startPhone({ relayUrl: relay.url, ...app, ...options })
  phones.push(phone)
  return phone
}
const startEvm = (options: Partial<Parameters<typeof startPhone>[0]> = {}) =>
  startApp(createEvmApp({ nodes: { 31337: NODE, 10: NODE } }), options)
const startStarknet = (options: Partial<Parameters<typeof startPhone>[0]> = {}) =>
  startApp(createStarknetApp({ nodes: { SN_MAIN: null } }), options)

const bench = {
  openPage: (config: WalletClientConfig = {}, storage?: StorageLike) =>
    openRelayPage({ relayUrl: relay.url, chains: 'eip155:31337 eip155:10', ...config }, storage),
}

const CODES = 'wcb.1:default:codes'

/** Finds the relay's clients of the pages that are opened from now on. @returns the way to cut those pages off, as if they were gone */
function beMortal(): () => void {
  const clients = new Set<InstanceType<typeof SignClient>>()
  vi.doMock('@walletconnect/sign-client', async (load) => {
    const real = await load<typeof import('@walletconnect/sign-client')>()
    class MortalClient extends real.SignClient {
      constructor(...options: ConstructorParameters<typeof SignClient>) {
        super(...options)
        clients.add(this)
      }
    }
    return { ...real, SignClient: MortalClient }
  })
  return () => {
    vi.doUnmock('@walletconnect/sign-client')
    for (const { core } of clients) {
      core.heartbeat.stop()
      const never = () => new Promise<never>(() => {})
      void core.relayer.transportClose().catch(() => {})
      Object.assign(core.relayer, {
        createProvider: never,
        transportOpen: never,
        toEstablishConnection: never,
      })
    }
    expect(clients.size).toBeGreaterThan(0)
  }
}

/** What a page leaves behind when it is thrown away: nothing that it does later gets there. */
function copy(storage: StorageLike): StorageLike {
  const kept = createMemoryStorage()
  for (const key of storage.keys?.() ?? []) kept.setItem(key, storage.getItem(key) as string)
  return kept
}

/** Lets a page show a code, and throws it away. @returns the code, and what the page leaves behind */
async function leaveWithCode(walletId: string, open: () => Promise<RelayPage>) {
  const throwAway = beMortal()
  const page = await open()
  page.client.connect({ walletId }).catch(() => {})
  const uri = await page.nextUri()
  const storage = copy(page.storage)
  throwAway()
  return { uri, storage }
}

const families = [
  {
    name: 'an EVM wallet',
    walletId: 'walletConnect',
    chains: 'eip155:31337 eip155:10',
    start: startEvm,
  },
  {
    name: 'a Starknet wallet',
    walletId: 'argentMobile',
    chains: 'starknet:SN_MAIN',
    start: startStarknet,
  },
] as const

describe.each(families)(
  'PR08: a page that is thrown away while $name is asked',
  ({ walletId, chains, start }) => {
    it('is connected by the next page, when the visitor has approved meanwhile', async () => {
      const phone = await start()
      const { uri, storage } = await leaveWithCode(walletId, () => bench.openPage({ chains }))
      phone.pair(uri).catch(() => {})
      await vi.waitFor(() => expect(phone.sessions).toHaveLength(1))
      const next = await bench.openPage({ chains }, storage)
      await next.client.restore()
      await vi.waitFor(() => expect(next.client.getState().status).toBe('connected'), 5_000)
      expect(next.events).toMatchObject([['connected', { walletId, restored: true }]])
      await vi.waitFor(() => expect(phone.sessions[0]?.acknowledged).toBe(true))
      expect(storage.getItem(CODES)).toBe(null)
      // The page after it restores the session as any other.
      const later = await bench.openPage({ chains }, copy(storage))
      await later.client.restore()
      expect(later.client.getState().connections[0]).toMatchObject({ walletId })
      const deleted = phone.untilDeleted()
      await later.client.disconnect()
      await deleted
    })

    it('is connected by the next page, when the visitor approves later', async () => {
      const phone = await start()
      const { uri, storage } = await leaveWithCode(walletId, () => bench.openPage({ chains }))
      const next = await bench.openPage({ chains }, storage)
      await next.client.restore()
      expect(next.client.getState().status).toBe('idle')
      await phone.pair(uri)
      await vi.waitFor(() => expect(next.client.getState().status).toBe('connected'), 5_000)
    })

    it('leaves nothing to the next page, when the visitor has refused', async () => {
      const phone = await start({ onProposal: () => false })
      const { uri, storage } = await leaveWithCode(walletId, () => bench.openPage({ chains }))
      await phone.pair(uri).catch(() => {})
      const next = await bench.openPage({ chains }, storage)
      await next.client.restore()
      await vi.waitFor(() => expect(storage.keys?.()).toEqual([]), 5_000)
      expect([next.events, next.client.getState().status]).toEqual([[], 'idle'])
    })

    it('leaves no code behind, when the visitor disconnects on the next page', async () => {
      const { storage } = await leaveWithCode(walletId, () => bench.openPage({ chains }))
      const next = await bench.openPage({ chains }, storage)
      await next.client.restore()
      await next.client.disconnect()
      await vi.waitFor(() => expect(storage.keys?.()).toEqual([]), 5_000)
      expect(next.events).toEqual([])
    })

    it('is connected where the session had come before the page was thrown away', async () => {
      const phone = await start()
      const throwAway = beMortal()
      const page = await bench.openPage({ chains })
      page.client.connect({ walletId }).catch(() => {})
      const uri = await page.nextUri()
      const codes = page.storage.getItem(CODES) as string
      await phone.pair(uri)
      await vi.waitFor(() => expect(page.client.getState().status).toBe('connected'), 5_000)
      // The page has the session, and was thrown away before it could store what it means.
      const storage = copy(page.storage)
      throwAway()
      for (const key of storage.keys?.() ?? []) if (key.startsWith('wcb.1:')) storage.removeItem(key)
      storage.setItem(CODES, codes)
      const next = await bench.openPage({ chains }, storage)
      await next.client.restore()
      await vi.waitFor(() => expect(next.client.getState().status).toBe('connected'), 5_000)
      expect(storage.getItem(CODES)).toBe(null)
    })
  },
)

describe('PR08: a page that waits beside others for the answer to a code', () => {
  const locks = createLocks()
  beforeEach(() => vi.stubGlobal('navigator', { locks }))
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['is disposed', ({ client }: RelayPage) => client.dispose()],
    ['disconnects', ({ client }: RelayPage) => client.disconnect()],
  ])('leaves the code alone that another page has on screen, when it %s', async (_, leave) => {
    const phone = await startEvm()
    const page = await bench.openPage()
    page.client.connect({ walletId: 'walletConnect' }).catch(() => {})
    const uri = await page.nextUri()
    const other = await bench.openPage({}, page.storage)
    await other.client.restore()
    await vi.waitFor(async () => expect((await locks.query()).pending).toHaveLength(1), 5_000)
    await leave(other)
    await vi.waitFor(async () => expect((await locks.query()).pending).toEqual([]))
    // What follows from that is done in the same task.
    await new Promise((resolve) => setImmediate(resolve))
    expect(page.storage.getItem(CODES)).not.toBe(null)
    await phone.pair(uri)
    await vi.waitFor(() => expect(page.client.getState().status).toBe('connected'), 5_000)
    expect(page.storage.getItem(CODES)).toBe(null)
  })

  it('leaves it to the next page, when it is disposed, and tells the phone nothing', async () => {
    const phone = await startEvm()
    const { uri, storage } = await leaveWithCode('walletConnect', () => bench.openPage())
    // The browser lets go of what a page holds when it is gone.
    vi.stubGlobal('navigator', { locks: createLocks() })
    const [page, next] = [await bench.openPage({}, storage), await bench.openPage({}, storage)]
    await page.client.restore()
    const { locks: held } = navigator as unknown as { locks: typeof locks }
    await vi.waitFor(() => expect(held.names()).toHaveLength(1), 5_000)
    page.client.dispose()
    await vi.waitFor(() => expect(held.names()).toEqual([]))
    expect(storage.getItem(CODES)).not.toBe(null)
    await next.client.restore()
    await vi.waitFor(() => expect(held.names()).toHaveLength(1), 5_000)
    await phone.pair(uri)
    await vi.waitFor(() => expect(next.client.getState().status).toBe('connected'), 5_000)
    expect(storage.getItem(CODES)).toBe(null)
  })
})

describe('PR08: an answer that comes while no page is there', () => {
  it('ends the session of a wallet that has signed in for a page that is gone', async () => {
    const phone = await startEvm({ signIn: signing() })
    const throwAway = beMortal()
    const before = await openSignInPage(bench as never)
    before.client.connect({ walletId: 'walletConnect' }).catch(() => {})
    const uri = await before.nextUri()
    const storage = copy(before.storage)
    throwAway()
    phone.pair(uri).catch(() => {})
    await vi.waitFor(() => expect(phone.sessions).toHaveLength(1))
    const deleted = phone.untilDeleted()
    const next = await openSignInPage(bench as never, { storage })
    await next.client.restore()
    await deleted
    expect(phone.sessions).toEqual([])
    expect(next.client.getState().status).toBe('idle')
  })

  it('drops a signature that nobody waits for, and the session goes on', async () => {
    let answer = (_: boolean) => {}
    const phone = await startEvm({ onRequest: () => new Promise((resolve) => (answer = resolve)) })
    const throwAway = beMortal()
    const page = await bench.openPage()
    const connecting = page.client.connect({ walletId: 'walletConnect' })
    await phone.pair(await page.nextUri())
    await connecting
    const asked = phone.untilRequest('personal_sign')
    page.client.signMessage('Hello').catch(() => {})
    await asked
    const storage = copy(page.storage)
    throwAway()
    answer(true)
    const next = await bench.openPage({}, storage)
    await next.client.restore()
    expect(next.client.getState().account).toMatch(/^0x/)
    const again = phone.untilRequest('personal_sign')
    const signature = next.client.signMessage('Hello again')
    await again
    answer(true)
    expect(await signature).toMatch(/^0x/)
  })
})

it('PR11: a page whose relay client is open takes up the session that another page has made', async () => {
  const phone = await startEvm()
  const storage = createMemoryStorage()
  const page = await bench.openPage({}, storage)
  const cancelled = page.client.connect({ walletId: 'walletConnect' })
  await page.nextUri()
  page.client.dismiss()
  await cancelled
  const other = await bench.openPage({}, storage)
  const connecting = other.client.connect({ walletId: 'walletConnect' })
  await phone.pair(await other.nextUri())
  await connecting
  await page.client.restore()
  expect(page.client.getState().status).toBe('connected')
  expect(await page.client.signMessage('Hello')).toMatch(/^0x/)
  expect(page.events.map(([name]) => name)).toEqual(['connecting', 'connected'])
})
