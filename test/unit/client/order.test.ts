import './fake-timers.js'
import { describe, expect, test } from 'vitest'
import { byGroup, FIRST, keepOrder } from '../../../src/client/keep-order.js'
import { asShown } from '../../../src/view/connect-modal/steady-rows.js'
import { createClient, createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

const hosted = createOwnConnector({ id: 'hosted', opensWindow: true }).connector

/** The list of a device with wallets that come in this order. */
function list(names: readonly string[], config = {}) {
  const device = createDevice(...names.map((name) => createWallet(name)), hosted)
  const { client } = createClient(device, config)
  client.open()
  return { device, client, ids: () => client.getState().choices.map(({ id }) => id) }
}

describe('the order of the list (U02)', () => {
  test('does not depend on the order in which wallets are found', () => {
    const sorted = ['com.alpha', 'com.beta', 'com.gamma', 'hosted']
    for (const names of [
      ['Alpha', 'Beta', 'Gamma'],
      ['Gamma', 'alpha', 'Beta'],
      ['Beta', 'Gamma', 'Alpha'],
    ])
      expect(list(names).ids()).toEqual(sorted)
  })

  test('begins with what most visitors have, then goes by name (UI19)', () => {
    const names = ['Zebra', 'Rainbow', 'Braavos', 'MetaMask', 'Apple', 'Rabby']
    expect(list(names).ids()).toEqual(
      ['metamask', 'rabby', 'rainbow', 'braavos', 'apple', 'zebra']
        .map((name) => `com.${name}`)
        .concat('hosted'),
    )
  })

  test('has the family of the page’s first chain first in each group (UI19)', () => {
    const found = (['eip155', 'starknet'] as const).flatMap((namespace) =>
      [{}, { opensWindow: true }].map((kind) => ({
        ...createOwnConnector({ id: `${namespace} ${Object.keys(kind)}`, ...kind }).connector,
        namespace,
      })),
    )
    const ids = (chains: string) => {
      const { client } = createClient(createDevice(...found), { chains })
      client.open()
      return client.getState().choices.map(({ id }) => id)
    }
    const [evm, evmWindow, starknet, starknetWindow] = found.map(({ id }) => id)
    expect(ids('eip155:1 starknet:SN_MAIN')).toEqual([evm, starknet, evmWindow, starknetWindow])
    expect(ids('starknet:SN_MAIN eip155:1')).toEqual([starknet, evm, starknetWindow, evmWindow])
  })

  test('stays while the list is open: late wallets come at the end of their group, and in their order the next time', async () => {
    const { device, client, ids } = list(['Mango', 'Peach'])
    device.add(createWallet('Zebra'))
    await pass()
    device.add(createWallet('Apple'))
    await pass()
    expect(ids()).toEqual(['com.mango', 'com.peach', 'com.zebra', 'com.apple', 'hosted'])
    client.dismiss()
    client.open()
    await pass()
    expect(ids()).toEqual(['com.apple', 'com.mango', 'com.peach', 'com.zebra', 'hosted'])
  })

  test('stays the same way when the page names the wallets', async () => {
    const { device, ids } = list(['Mango'], { wallets: 'hosted injected' })
    device.add(createWallet('Apple'))
    await pass()
    expect(ids()).toEqual(['hosted', 'com.mango', 'com.apple'])
  })

  test('begins with the page’s own connectors, in the page’s order', () => {
    const [two, one] = ['two', 'one'].map((id) => createOwnConnector({ id, name: id }).connector)
    expect(list(['Alpha'], { connectors: [two, one] }).ids()).toEqual(['two', 'one', 'com.alpha', 'hosted'])
  })

  test('puts a new group below all others while the list is open, so that it moves none of them', () => {
    const row = (id: string, group: number) => ({ id, group })
    const shown = [row('mail', 1), row('code', 2), row('install', 3)]
    const late = [row('late', 0), row('mail', 1), row('second', 1), row('code', 2), row('install', 3)]
    const ids = (place: (group: number) => number) => keepOrder(shown, late, place).map(({ id }) => id)
    expect(ids(asShown(shown))).toEqual(['mail', 'second', 'code', 'install', 'late'])
    expect(ids(byGroup)).toEqual(['late', 'mail', 'second', 'code', 'install'])
  })

  test('puts late rows above the others of their group in a sheet that grows upwards, and a new group above all', () => {
    const row = (id: string, group: number) => ({ id, group })
    const shown = [row('mail', 1), row('code', 2)]
    const late = [row('late', 0), row('later', 0), row('mail', 1), row('second', 1), row('code', 2)]
    const rows = keepOrder(shown, late, asShown(shown, FIRST), FIRST)
    expect(rows.map(({ id }) => id)).toEqual(['late', 'later', 'second', 'mail', 'code'])
  })
})
