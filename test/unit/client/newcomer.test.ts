import './fake-timers.js'
import { describe, expect, it } from 'vitest'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { DESKTOPS, open, PHONES, useShop, visitWith } from './devices.js'
import { pass } from './fixture.js'

installPageEvents()

useShop()

/** Clicks the button of README's first example. */
function click(config = {}) {
  const client = createWalletClient({ storage: createMemoryStorage(), appName: 'My shop', ...config })
  const promise = client.connect()
  promise.catch(() => {})
  return { client, promise }
}

describe('the first click of a visitor without a wallet (U01)', () => {
  it.each([...DESKTOPS, ...PHONES])(
    'shows the list with a way to continue, and opens nothing: %s',
    async (device) => {
      visitWith(device)
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

  it.each(PHONES)(
    'offers to open the page in a wallet’s own browser on a phone, and no extension: %s',
    (device) => {
      visitWith(device)
      const { client } = click()
      expect(client.getState().choices).toMatchObject([
        { id: 'argentWebWallet', availability: 'ready' },
        { id: 'io.metamask', download: 'https://metamask.app.link/dapp/shop.example/buy?id=1' },
      ])
      client.dispose()
    },
  )
})

it('rows that are known beforehand are in the first frame of the list, in a fixed order, without waiting for code (U02)', () => {
  visitWith('Chrome on a desktop')
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
