import { describe, expect, test, vi } from 'vitest'
import type { Connector } from '../../../src/connectors/connector.js'
import { startRelay } from '../../counterparts/relay.js'
import { useRelay } from './bench.js'

const KEYCHAIN = 'wc@2:core:0.3:wcb-evm//keychain'

const bench = useRelay()
const { startApp, openPage, pair, connectTo } = bench

test('a page offers the chains that the phone has approved, and all of its own once the phone is gone (W08)', async () => {
  const own = ['eip155:31337', 'eip155:10', 'starknet:SN_MAIN']
  const phone = await startApp({ nodes: { 31337: bench.node.url } })
  const page = await openPage({ chains: own.join(' ') })
  expect(page.client.getState().chains).toEqual(own)
  await pair(page, phone)
  expect(page.client.getState().chains).toEqual(['eip155:31337', 'starknet:SN_MAIN'])
  const { eip155 } = phone.sessions[0]?.namespaces ?? {}
  await phone.update({
    eip155: {
      ...eip155,
      chains: own.slice(0, 2),
      accounts: own.slice(0, 2).map((id) => `${id}:${page.client.getState().account}`),
    } as never,
  })
  await vi.waitFor(() => expect(page.client.getState().chains).toEqual(own))
  page.client.configure({ chains: 'eip155:31337 eip155:8453', projectId: '0123456789abcdef0123456789abcdef' })
  expect(page.client.getState().chains).toEqual(['eip155:31337'])
  await page.client.disconnect()
  expect(page.client.getState().chains).toEqual(['eip155:31337', 'eip155:8453'])
})

test('another phone through the same row counts as another wallet (W14)', async () => {
  const [phone, other] = await Promise.all([startApp(), startApp({ name: 'Other phone' })])
  const page = await connectTo(phone)
  const gone = phone.untilDeleted()
  await pair(page, other)
  await gone
  const names = page.events.map(([name, detail]) => [name, (detail as { reason?: string }).reason])
  expect(names).toEqual([
    ['connecting', undefined],
    ['connected', undefined],
    ['connecting', undefined],
    ['disconnected', 'replaced'],
    ['connected', undefined],
  ])
  expect(page.client.getState()).toMatchObject({ status: 'connected', wallet: { name: 'Other phone' } })
  const again = await openPage({}, page.storage)
  await again.client.restore()
  expect(again.client.getState()).toMatchObject({ status: 'connected', wallet: { name: 'Other phone' } })
})

describe('a code that two phones scan (Y19, Y26)', () => {
  test('connects the first that approves, and the other’s session ends at once', async () => {
    const [phone, other] = await Promise.all([startApp(), startApp({ name: 'Other phone' })])
    const page = await openPage()
    const connecting = page.client.connect({ walletId: 'walletConnect' })
    const uri = await page.nextUri()
    phone.pair(uri).catch(() => {})
    await connecting
    const keys = page.storage.getItem(KEYCHAIN)
    const gone = other.untilDeleted()
    other.pair(uri).catch(() => {})
    await gone
    expect(other.sessions).toEqual([])
    expect(phone.sessions).toHaveLength(1)
    expect(page.client.getState()).toMatchObject({ status: 'connected', wallet: { name: 'Test phone' } })
    await vi.waitFor(() => expect(page.storage.getItem(KEYCHAIN)).toEqual(keys))
    const signature = page.client.signMessage('Tea')
    await expect(signature).resolves.toMatch(/^0x/)
  })

  test('connects one of them when both approve at the same moment, and ends the other', async () => {
    const [phone, other] = await Promise.all([startApp(), startApp({ name: 'Other phone' })])
    const page = await openPage()
    const connecting = page.client.connect({ walletId: 'walletConnect' })
    const uri = await page.nextUri()
    const { calls, faults } = bench.relay
    const approvals = () => calls.filter(({ method }) => method === 'wc_approveSession').length
    const before = approvals()
    // The answers to the proposal (1101) and the wallets' grants (1102).
    faults.hold = [1_101, 1_102]
    for (const each of [phone, other]) each.pair(uri).catch(() => {})
    await vi.waitFor(() => expect(approvals()).toBe(before + 2), { timeout: 10_000 })
    const ended = Promise.race([phone, other].map((each) => each.untilDeleted()))
    faults.hold = []
    bench.relay.release()
    await Promise.all([connecting, ended])
    expect([...phone.sessions, ...other.sessions]).toHaveLength(1)
  })
})

describe('a session that is older than a week', () => {
  test.each([
    ['walletConnect', 'wcb-evm'],
    ['argentMobile', 'wcb-starknet'],
  ])('of %s is deleted with its key before a relay is opened (W13)', async (id, line) => {
    const topic = 'a'.repeat(64)
    const sessionKey = `wc@2:client:0.3:${line}//session`
    const relay = await startRelay()
    const page = await openPage({ relayUrl: relay.url, chains: 'eip155:31337 starknet:SN_MAIN' })
    const session = {
      topic,
      expiry: 1,
      relay: { protocol: 'irn' },
      self: { publicKey: 'b'.repeat(64) },
      peer: { publicKey: 'c'.repeat(64), metadata: { name: 'Phone' } },
      namespaces: {},
    }
    page.storage.setItem(sessionKey, JSON.stringify([session]))
    page.storage.setItem(
      `wc@2:core:0.3:${line}//keychain`,
      JSON.stringify({ [topic]: 'd'.repeat(64), client_ed25519_seed: 'e'.repeat(64) }),
    )
    page.client.discover()
    const connector = page.client.getConnectors().find((one: Connector) => one.id === id) as Connector
    const config = page.client.getConfig()
    const control = new AbortController()
    expect(await connector.restore({ config, topic, signal: control.signal })).toBeNull()
    expect(page.storage.keys?.().filter((key) => key.startsWith('wc@2'))).toEqual([])
    expect(relay.opened).toBe(0)
    await relay.stop()
  })
})
