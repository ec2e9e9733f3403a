import './fake-timers.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { pass } from './fixture.js'

installPageEvents()

const DEVICES = {
  'Chrome on a desktop': ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', 0],
  'Safari on a desktop': ['Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15', 0],
  'Firefox on a desktop': ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0],
  'Safari on a phone': [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    5,
  ],
  'Chrome on a phone': ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 5],
} as const

const open = vi.fn()
beforeEach(() => {
  open.mockClear()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('open', open)
  vi.stubGlobal('location', { href: 'https://shop.example/buy?id=1', origin: 'https://shop.example' })
})
afterEach(() => vi.unstubAllGlobals())

const use = (device: keyof typeof DEVICES) => {
  const [userAgent, maxTouchPoints] = DEVICES[device]
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints })
}

/** Clicks the button of README's first example. */
function click(config = {}) {
  const client = createWalletClient({ storage: createMemoryStorage(), appName: 'My shop', ...config })
  const promise = client.connect()
  promise.catch(() => {})
  return { client, promise }
}

describe('the first click of a visitor without a wallet (U01)', () => {
  it.each(Object.keys(DEVICES) as (keyof typeof DEVICES)[])(
    'shows the list with a way to continue, and opens nothing: %s',
    async (device) => {
      use(device)
      for (const config of [{}, { projectId: 'abc' }, { projectId: 'abc', chains: 'eip155:1' }]) {
        const { client, promise } = click(config)
        await pass(320)
        expect(client.getState()).toMatchObject({ open: true, phase: 'choosing', attempt: null })
        const { choices } = client.getState()
        expect(choices.filter((one) => one.availability === 'ready' || one.download)).not.toEqual([])
        await pass(6_000)
        expect(client.getState()).toMatchObject({ phase: 'choosing', attempt: null })
        expect(open).not.toHaveBeenCalled()
        client.dismiss()
        expect(await promise).toEqual({ connector: null, wallet: null })
        client.dispose()
      }
    },
  )

  it.each(['Safari on a phone', 'Chrome on a phone'] as const)(
    'offers to open the page in a wallet’s own browser on a phone, and no extension: %s',
    (device) => {
      use(device)
      const { client } = click()
      expect(client.getState().choices).toMatchObject([
        { id: 'argentWebWallet', availability: 'ready' },
        { id: 'io.metamask', download: 'https://metamask.app.link/dapp/shop.example/buy?id=1' },
      ])
      client.dispose()
    },
  )

  it('connects the only wallet that a page names', async () => {
    use('Chrome on a desktop')
    const { client } = click({ wallets: 'argentWebWallet' })
    await pass(320)
    expect(client.getState().attempt?.walletId ?? client.getState().error?.code).toBe('argentWebWallet')
    client.dispose()
  })
})

describe('rows that are known beforehand (U02)', () => {
  it('are in the first frame of the list, in a fixed order, without waiting for code', () => {
    use('Chrome on a desktop')
    const { client } = click({ projectId: 'abc', chains: 'eip155:8453 starknet:SN_MAIN' })
    expect(client.getState().choices.map(({ id }) => id)).toEqual([
      'walletConnect',
      'argentMobile',
      'coinbase',
      'argentWebWallet',
      'io.metamask',
      'argentX',
      'braavos',
    ])
    client.dispose()
  })
})
