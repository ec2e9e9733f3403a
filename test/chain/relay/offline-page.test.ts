import { setMaxListeners } from 'node:events'
import type { SignClient } from '@walletconnect/sign-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryStorage, type StorageLike } from '../../../src/platform/storage.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { type Relay, startRelay } from '../../counterparts/relay.js'
import { type Phone, startPhone } from '../../counterparts/relay-phone.js'
import { createEvmApp } from '../../counterparts/relay-phone-evm.js'
import { openRelayPage } from './page.js'

const CODES = 'wcb.1:default:codes'
/** The client subscribes to what is pending at each of its heartbeats, five seconds apart. */
const BEATS = { timeout: 20_000 }

const events = installPageEvents()
// Each page of this file listens to it.
setMaxListeners(0, events)
/** Whether the browser is online, whether the relay can be reached, and how often the client found that either is not so. */
const network = { isOn: true, isOpen: true, refused: 0 }
const clients = new Set<InstanceType<typeof SignClient>>()
const phones: Phone[] = []
let relay: Relay
beforeAll(async () => {
  relay = await startRelay()
})
beforeEach(() => {
  Object.assign(network, { isOn: true, isOpen: true, refused: 0 })
  clients.clear()
  vi.doMock('@walletconnect/sign-client', async (load) => {
    const real = await load<typeof import('@walletconnect/sign-client')>()
    /** The client as in a browser: it asks the browser whether it is online, which Node cannot tell. */
    class BrowserClient extends real.SignClient {
      constructor(...options: ConstructorParameters<typeof SignClient>) {
        super(...options)
        clients.add(this)
        const { relayer } = this.core
        const createProvider = relayer['createProvider' as never] as () => Promise<void>
        const ask = async (isWell: boolean) => {
          if (isWell) return
          network.refused += 1
          throw new Error('No internet connection detected')
        }
        Object.assign(relayer, {
          confirmOnlineStateOrThrow: () => ask(network.isOn),
          createProvider: () => ask(network.isOn && network.isOpen).then(() => createProvider.call(relayer)),
        })
      }
    }
    return { ...real, SignClient: BrowserClient }
  })
})
afterEach(() => void vi.doUnmock('@walletconnect/sign-client'))
afterAll(async () => {
  for (const phone of phones) await phone.stop()
  await relay.stop()
})

const openPage = (storage?: StorageLike) =>
  openRelayPage({ relayUrl: relay.url, chains: 'eip155:31337' }, storage)

async function start() {
  const phone = await startPhone({
    relayUrl: relay.url,
    ...createEvmApp({ nodes: { 31337: 'http://127.0.0.1:1' } }),
  })
  phones.push(phone)
  return phone
}

/** What a page leaves behind when it is thrown away: nothing that it does later gets there. */
function throwAway(storage: StorageLike): StorageLike {
  const kept = createMemoryStorage()
  for (const key of storage.keys?.() ?? []) kept.setItem(key, storage.getItem(key) as string)
  for (const { core } of clients) {
    core.heartbeat.stop()
    const never = () => new Promise<never>(() => {})
    void core.relayer.transportClose().catch(() => {})
    Object.assign(core.relayer, { createProvider: never, transportOpen: never, toEstablishConnection: never })
  }
  return kept
}

/** Opens a page while the browser is offline, or the relay away. Resolves when its client has found that out. */
async function openOffline(storage: StorageLike, state: Partial<typeof network> = { isOn: false }) {
  Object.assign(network, state)
  const page = await openPage(storage)
  await page.client.restore()
  await vi.waitFor(() => expect(network.refused).toBeGreaterThan(0))
  return page
}

function goOnline() {
  network.isOn = true
  events.dispatchEvent(new Event('online'))
}

it('PR08: a page that is loaded offline hears the phone that answers its code later', async () => {
  const phone = await start()
  const page = await openPage()
  page.client.connect({ walletId: 'walletConnect' }).catch(() => {})
  const uri = await page.nextUri()
  const next = await openOffline(throwAway(page.storage))
  goOnline()
  phone.pair(uri).catch(() => {})
  await vi.waitFor(() => expect(next.client.getState().status).toBe('connected'), BEATS)
  expect(next.storage.getItem(CODES)).toBe(null)
})

/** What a page leaves behind that is thrown away when its phone has approved, before the session has come. */
async function leaveApproved(phone: Phone): Promise<StorageLike> {
  const storage = createMemoryStorage()
  const left = new Promise<StorageLike>((resolve) => {
    const { setItem } = storage
    storage.setItem = (key, value) => {
      setItem.call(storage, key, value)
      // The wallet has answered, and its session has not come yet.
      if (key === CODES && value.includes('"wallet":"')) resolve(throwAway(storage))
    }
  })
  const page = await openPage(storage)
  page.client.connect({ walletId: 'walletConnect' }).catch(() => {})
  phone.pair(await page.nextUri()).catch(() => {})
  return left
}

it('PR08: a session that a phone has approved is taken up by a page that is loaded offline', async () => {
  const phone = await start()
  const next = await openOffline(await leaveApproved(phone))
  goOnline()
  await vi.waitFor(() => expect(next.client.getState().status).toBe('connected'), BEATS)
  await vi.waitFor(() => expect(phone.sessions[0]?.acknowledged).toBe(true), BEATS)
  expect(next.storage.getItem(CODES)).toBe(null)
})

it('PR08: a visitor who disconnects while the relay is away leaves no code behind that a phone has approved', async () => {
  const next = await openOffline(await leaveApproved(await start()), { isOpen: false })
  await next.client.disconnect()
  await vi.waitFor(() => expect(next.storage.getItem(CODES)).toBe(null), 2_000)
})

it('PR11: a session of another page that is adopted offline hears its wallet when the page is online again', async () => {
  const phone = await start()
  const storage = createMemoryStorage()
  const page = await openPage(storage)
  const cancelled = page.client.connect({ walletId: 'walletConnect' })
  await page.nextUri()
  page.client.dismiss()
  await cancelled
  const other = await openPage(storage)
  const connecting = other.client.connect({ walletId: 'walletConnect' })
  await phone.pair(await other.nextUri())
  await connecting
  network.isOn = false
  await page.client.restore()
  expect(page.client.getState().status).toBe('connected')
  await vi.waitFor(() => expect(network.refused).toBeGreaterThan(0))
  goOnline()
  await phone.disconnect()
  await vi.waitFor(() => expect(page.client.getState().status).toBe('idle'), BEATS)
  expect(page.events.at(-1)).toMatchObject(['disconnected', { reason: 'wallet' }])
})
