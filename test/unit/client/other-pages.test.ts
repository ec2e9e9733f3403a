import './fake-timers.js'
import { expect, it, vi } from 'vitest'
import { installPageEvents } from '../../counterparts/page-events.js'
import { createClient, createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

const page = installPageEvents()
const FLAG = 'wcb.1:default:reconnect'

/** A tab that is connected, and hears what another page of the origin writes. */
async function openTab() {
  const [one, two] = [createWallet('One'), createWallet('Two')]
  const device = createDevice(one, two)
  const tab = createClient(device)
  await tab.client.connect({ walletId: one.info.rdns })
  return { device, tab, storage: tab.storage }
}

/** Opens another page of the origin for 1.5 s, and tells the tab how the flag has changed meanwhile. */
async function visit(...[device, options]: Parameters<typeof createClient>) {
  const { storage } = options as { storage: Storage }
  const flags = [storage.getItem(FLAG)]
  const write = vi.spyOn(storage, 'setItem')
  const other = createClient(device, options)
  void other.client.restore()
  await pass(1_500)
  for (const [key, value] of write.mock.calls) if (key === FLAG) flags.push(value)
  write.mockRestore()
  flags.push(storage.getItem(FLAG))
  for (let at = 1; at < flags.length; at += 1) {
    const [oldValue, newValue] = [flags[at - 1], flags[at]]
    if (oldValue !== newValue)
      page.dispatchEvent(Object.assign(new Event('storage'), { key: FLAG, oldValue, newValue }))
  }
  await pass(100)
  return other
}

it.each([
  ['with the same configuration', {}],
  ['that names chains of another namespace', { chains: 'starknet:SN_MAIN' }],
  ['that names other wallets', { wallets: 'com.two' }],
])('a page of the origin %s leaves the session and its flag alone (E09)', async (_, config) => {
  const { device, tab, storage } = await openTab()
  const other = await visit(device, { storage, ...config })
  expect(storage.getItem(FLAG)).toBe('eip155=com.one')
  expect(tab.details('disconnected')).toEqual([])
  expect(tab.client.getState().status).toBe('connected')

  tab.client.dispose()
  other.client.dispose()
  const next = createClient(device, { storage })
  await next.client.restore()
  expect(next.client.getState().status).toBe('connected')
})

it('a page of the origin that has not found the wallet in time ends no session in another tab (E09)', async () => {
  const { tab, storage } = await openTab()
  await visit(createDevice(), { storage })
  expect(tab.details('disconnected')).toEqual([])
  expect(tab.client.getState().status).toBe('connected')
  expect(storage.getItem(FLAG)).toBe('eip155=com.one')
})

it('a tab that keeps its wallet leaves the record of the wallet that another tab has connected since (E09)', async () => {
  const { device, tab, storage } = await openTab()
  const starknet = createOwnConnector()
  device.add(starknet.connector)
  const other = createClient(device, { storage })
  await other.client.connect({ walletId: 'com.two' })
  expect(storage.getItem(FLAG)).toBe('eip155=com.two')

  await starknet.connect(tab.client)
  await tab.client.disconnect({ namespace: 'starknet' })
  expect(tab.client.getState().connections).toMatchObject([{ walletId: 'com.one' }])
  expect(storage.getItem('wcb.1:default:two:account')).not.toBe(null)
})
