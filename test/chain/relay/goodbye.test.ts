import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createStarknetApp } from '../../counterparts/relay-phone-starknet.js'
import { useRelay } from './bench.js'
import { openRelayPage, type RelayPage } from './page.js'

const SESSIONS = 'wc@2:client:0.3:wcb-evm//session'

const bench = useRelay()
const { startApp, openPage, connectTo } = bench

const ENDED = 'wcb.1:default:ended'

/** The relay's client comes when `arrive` is called; it never comes when that gets an error. */
let arrive: (error?: Error) => void
/** The clients that were held back. */
const held: Promise<unknown>[] = []
/** From now on the relay's client of a page waits. */
function holdBack(): void {
  const arrival = new Promise<void>((resolve, reject) => {
    arrive = (error) => (error ? reject(error) : resolve())
  })
  // A page that never asks for the client leaves nothing unhandled.
  arrival.catch(() => {})
  vi.doMock('../../../src/connectors/relay/relay-client.js', (original) => {
    const coming = arrival.then(() => original())
    held.push(coming)
    return coming as Promise<object>
  })
}

beforeEach(() => {
  vi.doUnmock('../../../src/connectors/relay/relay-client.js')
})
afterEach(async () => {
  arrive?.()
  // A client that came later would be a module of the next test's page, with the storage of this one.
  await Promise.allSettled(held.splice(0))
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
})

/** The names of what a page stores. */
const names = (page: RelayPage) => page.storage.keys?.().sort()

/** Everything that a page stores, as text. */
const dump = ({ storage }: RelayPage) => JSON.stringify(storage.keys?.().map((key) => storage.getItem(key)))

/** A phone, the page that has connected it, and that page after a reload without the relay's client. */
async function reloadWithout() {
  const phone = await startApp()
  const before = await connectTo(phone)
  await vi.waitFor(() => expect(dump(before)).toContain('wcbEnd'))
  const [session] = phone.sessions
  const key = phone.client.core.crypto.keychain.get(session?.topic as string)
  before.client.dispose()
  await vi.dynamicImportSettled()
  holdBack()
  // As a reload does, but without waiting for the part that is held back.
  vi.resetModules()
  const page = await openRelayPage(
    { relayUrl: bench.relay.url, chains: 'eip155:31337 eip155:10' },
    before.storage,
  )
  await page.client.restore()
  expect(page.client.getState().status).toBe('connected')
  return { phone, page, key, account: page.client.getState().account as string }
}

describe('disconnect() while the relay’s client is still on its way (EW03)', () => {
  test('resolves when session and keys are gone, and the wallet is told when the client arrives', async () => {
    const { phone, page, key, account } = await reloadWithout()
    expect(dump(page)).toContain(key)
    await page.client.disconnect()
    expect(names(page)).toEqual([ENDED])
    expect(dump(page)).not.toContain(key)
    expect(dump(page).toLowerCase()).not.toContain(account.slice(2).toLowerCase())
    expect(dump(page)).not.toContain('Test phone')
    expect(phone.sessions).toHaveLength(1)
    const gone = phone.untilDeleted()
    arrive()
    await gone
    await vi.waitFor(() => expect(names(page)).toEqual([]))
  })

  test('leaves the news to the next page when the tab is closed at once', async () => {
    const { phone, page } = await reloadWithout()
    await page.client.disconnect()
    page.client.dispose()
    vi.doUnmock('../../../src/connectors/relay/relay-client.js')
    vi.resetModules()
    const gone = phone.untilDeleted()
    const next = await openRelayPage({ relayUrl: bench.relay.url }, page.storage)
    await next.client.restore()
    expect(next.client.getState().status).toBe('idle')
    await gone
    await vi.waitFor(() => expect(names(next)).toEqual([]))
  })

  test('does the same when the client cannot be loaded at all', async () => {
    const { phone, page } = await reloadWithout()
    arrive(new Error('blocked'))
    await page.client.disconnect()
    expect(names(page)).toEqual([ENDED])
    vi.doUnmock('../../../src/connectors/relay/relay-client.js')
    const gone = phone.untilDeleted()
    const next = await openPage({}, page.storage)
    await next.client.restore()
    await gone
    await vi.waitFor(() => expect(names(next)).toEqual([]))
  })

  test('leaves the news to another open tab when its own tab is closed at once', async () => {
    const tab = new EventTarget()
    vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
    const phone = await startApp()
    const other = await connectTo(phone)
    vi.stubGlobal('addEventListener', () => {})
    holdBack()
    const page = await openPage({}, other.storage)
    await page.client.restore()
    await page.client.disconnect()
    page.client.dispose()
    const gone = phone.untilDeleted()
    tab.dispatchEvent(Object.assign(new Event('storage'), { key: SESSIONS }))
    await gone
    await vi.waitFor(() => expect(names(other)).toEqual([]))
    expect(other.client.getState().status).toBe('idle')
  })

  test('ends a Starknet phone’s session in the same way', async () => {
    const app = createStarknetApp({ nodes: { SN_MAIN: null } })
    const phone = await startApp(app as never)
    const config = { relayUrl: bench.relay.url, chains: 'starknet:SN_MAIN' }
    const before = await openRelayPage(config)
    const connecting = before.client.connect({ walletId: 'argentMobile' })
    await phone.pair(await before.nextUri())
    await connecting
    await vi.waitFor(() => expect(dump(before)).toContain('wcbEnd'))
    holdBack()
    const page = await openRelayPage(config, before.storage)
    await page.client.restore()
    await page.client.disconnect()
    expect(names(page)).toEqual([ENDED])
    const gone = phone.untilDeleted()
    arrive()
    await gone
    await vi.waitFor(() => expect(names(page)).toEqual([]))
  })
})

describe('another tab that clears the storage (E10)', () => {
  test('ends nothing here, also when it connects another phone afterwards, and the phone is told of the end', async () => {
    const tab = new EventTarget()
    vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
    const tell = (key: string | null) =>
      tab.dispatchEvent(Object.assign(new Event('storage'), { key, oldValue: null, newValue: null }))
    const phone = await startApp()
    const page = await connectTo(phone)
    for (const key of page.storage.keys?.() ?? []) page.storage.removeItem(key)
    tell(null)
    await expect(page.client.signMessage('Tea')).resolves.toMatch(/^0x/)
    page.storage.setItem(SESSIONS, '[]')
    tell(SESSIONS)
    await expect(page.client.signMessage('Tea')).resolves.toMatch(/^0x/)
    expect(page.client.getState().status).toBe('connected')
    const gone = phone.untilDeleted()
    await page.client.disconnect()
    await gone
  })
})

describe('disconnect() while the relay is away (EW03)', () => {
  test('deletes session and keys, and tells the wallet when the relay is back', async () => {
    const phone = await startApp()
    const page = await connectTo(phone)
    await bench.relay.stop()
    await page.client.disconnect()
    expect(names(page)).toEqual([ENDED])
    const gone = phone.untilDeleted()
    await bench.relay.start()
    await gone
    await vi.waitFor(() => expect(names(page)).toEqual([]))
  })
})
