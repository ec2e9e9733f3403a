import './fake-timers.js'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { WalletClientConfig } from '../../../src/client/config.js'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { createDefaultSources } from '../../../src/connectors/sources.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { createList } from '../../../src/view/connect-modal/list.js'
import type { ViewProps } from '../../../src/view/connect-modal/view-props.js'
import { english } from '../../../src/view/i18n/texts.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { DESKTOPS, open, PHONES, useShop, visitWith } from './devices.js'
import { createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

installPageEvents()

const ends: (() => void)[] = []
useShop()
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

// A list on screen fetches the code of its wallets, which these tests do not wait for.
afterAll(() => vi.dynamicImportSettled())

/** Creates a client of a browser with these wallets. */
function createClient(config: WalletClientConfig, device = createDevice()) {
  const page = { storage: createMemoryStorage(), appName: 'My shop', ...config }
  const client = createWalletClient(page, [device.source, ...createDefaultSources()])
  ends.push(() => client.dispose())
  return client
}

/** The rows that the list draws. */
const drawn = (client: ReturnType<typeof createClient>) =>
  createList(
    () => null,
    () => {},
  )
    .read({
      client,
      state: client.getState(),
      texts: english,
      options: {},
      place: { view: 'list', page: 'all' },
    } as unknown as Omit<ViewProps, 'list'>)
    .rows.map(({ row }) => row)

/** Calls `connect()`, and says whether the list came. */
async function connect(client: ReturnType<typeof createClient>, options = {}) {
  let shown = false
  client.subscribe(() => {
    shown ||= client.getState().phase === 'choosing'
  })
  const promise = client.connect(options)
  promise.catch(() => {})
  await pass(400)
  return { promise, shown }
}

describe('the list is not shown for one choice: what is drawn is what is counted', () => {
  it('SD01: without a wallet the list has the row to install, which stays when a wallet comes late', async () => {
    visitWith('Chrome on a desktop')
    const device = createDevice()
    const client = createClient({ chains: 'eip155:1' }, device)
    expect((await connect(client)).shown).toBe(true)
    expect(drawn(client).map(({ id }) => id)).toEqual(['io.metamask'])
    device.add(createWallet('Late'))
    await pass(50)
    expect(client.getState().phase).toBe('choosing')
  })

  it.each(PHONES)('SD01: an app’s link is a row of a phone’s list, and counts: %s', async (device) => {
    visitWith(device)
    const { connector } = createOwnConnector({ id: 'own', namespace: 'eip155' })
    for (const wallets of ['', 'own injected', 'own io.metamask']) {
      const client = createClient({ chains: 'eip155:1', connectors: [connector], wallets })
      expect((await connect(client)).shown).toBe(true)
      expect(drawn(client).map(({ id }) => id)).toEqual(['own', 'app metamask'])
    }
    const client = createClient({ chains: 'eip155:1', connectors: [connector], wallets: 'own' })
    expect((await connect(client)).shown).toBe(false)
    expect(drawn(client).map(({ id }) => id)).toEqual(['own'])
  })

  it.each(PHONES)('SD01: a call for a chain lists no app of the other family: %s', async (device) => {
    visitWith(device)
    for (const projectId of ['', 'abc']) {
      const client = createClient({ projectId })
      await connect(client, { chainId: 'eip155:1' })
      const rows = drawn(client)
      expect(rows.map(({ namespace }) => namespace)).toEqual(rows.map(() => 'eip155'))
      expect(rows).not.toEqual([])
    }
  })

  it('SD01: on every device, with any wallets and chains, the list comes exactly when it draws another number of choices than one', async () => {
    const { connector } = createOwnConnector({ id: 'own', namespace: 'eip155' })
    const hosts = ['Chrome on a desktop', 'Safari on a desktop', 'Chrome on a phone'] as const
    const chainLists = ['eip155:1', 'starknet:SN_MAIN', 'eip155:1 starknet:SN_MAIN']
    const walletLists = ['', 'injected', 'own', 'io.metamask own', 'braavos own']
    const wrong: string[] = []
    for (const device of hosts)
      for (const chains of chainLists)
        for (const wallets of walletLists)
          for (const installed of [[], ['One'], ['One', 'MetaMask']]) {
            visitWith(device)
            const config = { chains, wallets, connectors: [connector] }
            const client = createClient(config, createDevice(...installed.map((name) => createWallet(name))))
            const { promise, shown } = await connect(client)
            const rows = drawn(client)
            const ways = new Set(rows.map(({ walletId, id }) => walletId || id))
            const owners = device.includes('desktop') ? [] : rows.filter(({ id }) => id.startsWith('com.'))
            const [row] = rows
            const isOne = ways.size === 1 && row?.availability === 'ready'
            // A window of a service opens by itself only for a wallet that the page has named.
            const isDirect = owners.length === 1 || (isOne && (wallets !== '' || row.kind === 'installed'))
            if (shown === isDirect)
              wrong.push(`${device}, ${chains}, “${wallets}”, ${installed}: ${[...ways]}`)
            client.dismiss()
            await promise.catch(() => {})
            for (const end of ends.splice(0)) end()
          }
    expect(wrong).toEqual([])
  })
})

describe('connect({ walletId }) does what the wallet’s row does', () => {
  const LINKS = [
    ['io.metamask', 'https://metamask.app.link/dapp/shop.example/buy?id=1'],
    ['braavos', 'https://link.braavos.app/dapp/shop.example/buy?id=1'],
    ['keplr', 'https://deeplink.keplr.app/web-browser?url=https%3A%2F%2Fshop.example%2Fbuy%3Fid%3D1'],
  ] as const

  it.each(PHONES.flatMap((device) => LINKS.map((link) => [device, ...link] as const)))(
    'SD02: it opens the page in the wallet’s own browser: %s, %s',
    async (device, walletId, href) => {
      visitWith(device)
      for (const wallets of ['', walletId]) {
        open.mockClear()
        const client = createClient({ wallets })
        const { promise, shown } = await connect(client, { walletId })
        await pass(6_000)
        expect(await promise).toEqual({ connector: null, wallet: null })
        expect(shown).toBe(false)
        expect(open.mock.calls).toEqual([[href, '_blank', 'noreferrer,noopener']])
        client.open()
        expect(drawn(client).find(({ download }) => download === href)?.availability).toBe('install')
      }
    },
  )

  it('D27: what it opens from a frame learns nothing about the page either', async () => {
    visitWith('Safari on a phone')
    vi.stubGlobal('top', {})
    await connect(createClient({}), { walletId: 'braavos' })
    await pass(6_000)
    expect(open.mock.calls.map(([, ...how]) => how)).toEqual([['_blank', 'noreferrer,noopener']])
  })

  it.each(PHONES)('SD02: without a click it opens nothing, and the list has the row: %s', async (device) => {
    visitWith(device, false)
    const client = createClient({})
    await connect(client, { walletId: 'braavos' })
    await pass(6_000)
    expect([client.getState().phase, open.mock.calls]).toEqual(['choosing', []])
  })

  it.each(PHONES)('SD02: with a relay it begins the pairing, in the app of the row: %s', async (device) => {
    visitWith(device)
    const ids = { 'io.metamask': 'metamask', 'me.rainbow': 'rainbow', argentX: 'ready' }
    for (const [walletId, app] of Object.entries(ids)) {
      const client = createClient({ projectId: 'abc', relayUrl: 'ws://127.0.0.1:1' })
      const { promise } = await connect(client, { walletId })
      const relay = app === 'ready' ? 'argentMobile' : 'walletConnect'
      expect(client.getState().attempt).toMatchObject({ walletId: relay, app })
      expect(open).not.toHaveBeenCalled()
      client.dismiss()
      expect(await promise).toEqual({ connector: null, wallet: null })
    }
  })

  it.each(DESKTOPS)(
    'SD02: a wallet that a desktop lacks is an error, and opens nothing: %s',
    async (device) => {
      visitWith(device)
      const codes: Record<string, string> = { 'io.metamask': 'no_in_app_browser', nobody: 'not_found' }
      for (const [walletId, code] of Object.entries(codes)) {
        const { promise } = await connect(createClient({}), { walletId })
        await pass(6_000)
        await expect(promise).rejects.toMatchObject({ code })
      }
      expect(open).not.toHaveBeenCalled()
    },
  )

  it.each(PHONES)(
    'SD02: an app without a row, on a page with other wallets, is an error: %s',
    async (device) => {
      visitWith(device)
      const { promise } = await connect(createClient({ wallets: 'argentWebWallet' }), { walletId: 'braavos' })
      await pass(6_000)
      await expect(promise).rejects.toMatchObject({ code: 'not_found' })
      expect(open).not.toHaveBeenCalled()
    },
  )
})

it('an app of a phone has the icon that its own wallet on the page has announced, and no other wallet’s', async () => {
  visitWith('Chrome on a phone')
  const icon = 'data:image/png;base64,AA'
  const client = createClient(
    { projectId: 'abc', relayUrl: 'ws://127.0.0.1:1' },
    createDevice(createWallet('One'), createWallet('Rainbow', { icon })),
  )
  await connect(client, { mode: 'alwaysAsk' })
  const icons = Object.fromEntries(drawn(client).map((row) => [row.id, row.icon.light]))
  expect([icons['app rainbow'], icons['app metamask']]).toEqual([icon, ''])
})
