import { type Hex, recoverMessageAddress } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryStorage, type StorageLike } from '../../../src/platform/storage.js'
import { startRelay } from '../../counterparts/relay.js'
import type { Phone } from '../../counterparts/relay-phone.js'
import { first, second, useRelay } from './bench.js'
import { openRelayPage, type RelayPage } from './page.js'

const bench = useRelay()
const { startApp, openPage, pair, connectTo } = bench

const chainOf = (page: RelayPage) => page.client.getState().chainId
const changes = (page: RelayPage) => page.events.filter(([name]) => name === 'changed').length

describe('an EVM relay session', () => {
  test('accepts each message once, however often it is delivered (C07)', async () => {
    bench.relay.faults.copies = 3
    try {
      const phone = await startApp()
      const page = await connectTo(phone)
      expect(page.events.filter(([name]) => name === 'connected')).toHaveLength(1)
      const signature = (await page.client.signMessage('once')) as Hex
      expect(await recoverMessageAddress({ message: 'once', signature })).toBe(first)
      expect(phone.requests).toHaveLength(1)
      await phone.emit('chainChanged', '0xa', 'eip155:10')
      await vi.waitFor(() => expect(chainOf(page)).toBe('eip155:10'))
      await phone.disconnect()
      await vi.waitFor(() => expect(page.client.getState().status).toBe('idle'))
      expect(page.events.filter(([name]) => name === 'disconnected')).toHaveLength(1)
      expect(changes(page)).toBe(1)
    } finally {
      bench.relay.faults.copies = 1
    }
  })

  test('ends in the right state when messages come in another order (C08)', async () => {
    const phone = await startApp()
    const page = await connectTo(phone)
    bench.relay.faults.hold = [1_104, 1_110, 1_112]
    const { eip155 } = phone.sessions[0]?.namespaces ?? {}
    const update = phone.update({
      eip155: {
        ...(eip155 as object as typeof eip155 & { methods: []; events: [] }),
        accounts: [`eip155:10:${second}`],
        chains: ['eip155:10'],
      },
    })
    await vi.waitFor(() => expect(bench.relay.calls.at(-1)?.tag).toBe(1_104))
    void phone.emit('chainChanged', 10, 'eip155:10')
    await vi.waitFor(() => expect(bench.relay.calls.at(-1)?.tag).toBe(1_110))
    bench.relay.faults.hold = []
    bench.relay.release(true)
    await update
    await vi.waitFor(() =>
      expect(page.client.getState()).toMatchObject({ account: second, chainId: 'eip155:10' }),
    )
    bench.relay.faults.hold = [1_104, 1_112]
    void phone.update({ eip155: eip155 as never }).catch(() => {})
    await vi.waitFor(() => expect(bench.relay.calls.at(-1)?.tag).toBe(1_104))
    void phone.disconnect().catch(() => {})
    await vi.waitFor(() => expect(bench.relay.calls.some(({ tag }) => tag === 1_112)).toBe(true))
    bench.relay.faults.hold = []
    bench.relay.release(true)
    await vi.waitFor(() => expect(page.client.getState().status).toBe('idle'))
  })

  test.each([
    ['0xa', 'eip155:31337'],
    [10, 'eip155:31337'],
    ['10', 'eip155:31337'],
    ['eip155:10', 'eip155:31337'],
    ['nonsense', 'eip155:10'],
  ])('learns of a chain from %j in an envelope of %s', async (data, envelope) => {
    const phone = await startApp()
    const page = await connectTo(phone)
    await phone.emit('chainChanged', data, envelope)
    await vi.waitFor(() => expect(chainOf(page)).toBe('eip155:10'))
    expect(page.client.getState().connections[0]?.switchedNetwork).toBe(true)
    await phone.emit('accountsChanged', [second], 'eip155:10')
    await vi.waitFor(() => expect(page.client.getState().account).toBe(second))
  })

  test('that the wallet ends rejects pending requests once, and deletes its records (C12)', async () => {
    const phone = await startApp({ onRequest: () => new Promise(() => {}) })
    const page = await connectTo(phone)
    const asked = phone.untilRequest('personal_sign')
    const signing = page.client.signMessage('never answered')
    signing.catch(() => {})
    await asked
    await phone.disconnect()
    await expect(signing).rejects.toMatchObject({ code: 'session_ended' })
    await vi.waitFor(() => expect(page.storage.keys?.()).toEqual([]))
    expect(page.events.filter(([name]) => name === 'disconnected')).toHaveLength(1)
  })

  test('ignores messages of other topics, garbage, and a megabyte (C13, C21)', async () => {
    const problems: unknown[] = []
    const note = (error: unknown) => void problems.push(error)
    process.on('unhandledRejection', note)
    const own = await startRelay()
    const phone = await startApp({ relayUrl: own.url })
    const page = await connectTo(phone, { relayUrl: own.url })
    const topic = phone.sessions[0]?.topic as string
    const data = { topic: 'f'.repeat(64), message: 'AAAA', publishedAt: 1, tag: 1_112 }
    own.send(
      'no json',
      'null',
      '7',
      '[]',
      '{}',
      JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_subscription' }),
      JSON.stringify({ id: 2, jsonrpc: '2.0', method: 'irn_subscription', params: { id: 'a', data } }),
      JSON.stringify({
        id: 3,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params: { id: 'a', data: { ...data, topic } },
      }),
      JSON.stringify({
        id: 4,
        jsonrpc: '2.0',
        method: 'irn_subscription',
        params: { id: 'a', data: { ...data, topic, message: 'A'.repeat(1_000_000) } },
      }),
    )
    const signature = (await page.client.signMessage('still here')) as Hex
    expect(await recoverMessageAddress({ message: 'still here', signature })).toBe(first)
    expect(own.opened).toBe(2)
    process.off('unhandledRejection', note)
    expect(problems).toEqual([])
    expect(changes(page)).toBe(0)
    await own.stop()
  })

  test('after its end fails signatures with “no session” (J18)', async () => {
    const phone = await startApp()
    const page = await connectTo(phone)
    const provider = page.client.getProvider() as { request(call: object): Promise<unknown> }
    await page.client.disconnect()
    await expect(
      provider.request({ method: 'personal_sign', params: ['0x00', first] }),
    ).rejects.toMatchObject({
      code: 4100,
      data: { code: 'no_session' },
      message: 'no session',
    })
  })

  test('passes on the wallet’s own error with its code, and a refusal as a refusal (A13)', async () => {
    const refuse = { onRequest: () => false }
    const asked = await connectTo(await startApp(refuse))
    await expect(asked.client.signMessage('no')).rejects.toMatchObject({ code: 'user_rejected' })
    // Another phone, because a wallet answers one request a second.
    const page = await connectTo(await startApp(refuse))
    const provider = page.client.getProvider() as { request(call: object): Promise<unknown> }
    await expect(
      provider.request({ method: 'personal_sign', params: ['0x00', first] }),
    ).rejects.toMatchObject({
      code: 4001,
    })
  })

  test.each([
    {
      name: 'Some wallet',
      target: 'eip155:10',
      chains: { 31337: '' },
      outcome: 'network_switching_only_available_in_wallet',
    },
    {
      name: 'Some wallet',
      target: 'eip155:99',
      chains: { 31337: '', 10: '' },
      outcome: 'network_switching_only_available_in_wallet',
    },
    { name: 'Some wallet', target: 'eip155:10', chains: { 31337: '', 10: '' }, outcome: 'eip155:10' },
    { name: 'MetaMask Wallet', target: 'eip155:10', chains: { 31337: '', 10: '' }, outcome: 'eip155:10' },
    {
      name: 'MetaMask Wallet',
      target: 'eip155:10',
      chains: { 31337: '' },
      outcome: 'network_switching_not_supported',
    },
  ])(
    'of $name on $chains is switched to $target: $outcome (J13)',
    async ({ name, target, chains, outcome }) => {
      const nodes = Object.fromEntries(Object.keys(chains).map((chain) => [chain, bench.node.url]))
      const phone = await startApp({ name, nodes })
      const page = await connectTo(phone)
      const switching = page.client.switchChain({ chainId: target })
      if (outcome.startsWith('eip155:')) {
        await switching
        expect(chainOf(page)).toBe(outcome)
      } else await expect(switching).rejects.toMatchObject({ code: outcome })
      expect(phone.requests).toEqual([])
    },
  )

  test('of MetaMask is switched once, because its second switch would never end', async () => {
    const phone = await startApp({ name: 'MetaMask Wallet' })
    const page = await connectTo(phone)
    await page.client.switchChain({ chainId: 'eip155:10' })
    await expect(page.client.switchChain({ chainId: 'eip155:31337' })).rejects.toMatchObject({
      code: 'network_switching_only_available_in_wallet',
    })
  })
})

describe('connect() with a chain (M9)', () => {
  const ask = async (phone: Phone, chainId: string) => {
    const page = await bench.openPage()
    const connecting = page.client.connect({ walletId: 'walletConnect', chainId })
    connecting.catch(() => {})
    await phone.pair(await page.nextUri())
    return { page, connecting }
  }

  test('begins on that chain, if the phone grants it', async () => {
    const { page, connecting } = await ask(await startApp(), 'eip155:10')
    expect((await connecting).wallet?.chainId).toBe('eip155:10')
    expect(chainOf(page)).toBe('eip155:10')
  })

  test('fails and leaves no session, if the phone grants others', async () => {
    const phone = await startApp({ nodes: { 31337: bench.node.url } })
    const { page, connecting } = await ask(phone, 'eip155:10')
    await expect(connecting).rejects.toMatchObject({ code: 'network_switching_only_available_in_wallet' })
    expect(page.client.getState().account).toBeNull()
    await vi.waitFor(() => expect(phone.sessions).toEqual([]))
    const next = await openRelayPage({ relayUrl: bench.relay.url, chains: 'eip155:31337' }, page.storage)
    await next.client.restore()
    expect(next.client.getState().status).toBe('idle')
  })
})

describe('the stored data of a relay session', () => {
  const SESSION = 'wc@2:client:0.3:wcb-evm//session'
  const KEYS = 'wc@2:core:0.3:wcb-evm//keychain'

  test('contain no pairing, no history and no signature, and nothing once the session has ended (SO9, E14)', async () => {
    const phone = await startApp()
    const page = await connectTo(phone)
    const signature = (await page.client.signMessage('secret')) as string
    const dump = JSON.stringify(page.storage.keys?.().map((key) => page.storage.getItem(key)))
    expect(dump).not.toContain(signature.slice(2, 40))
    expect(
      page.storage
        .keys?.()
        .filter((key) => key.startsWith('wc@2'))
        .sort(),
    ).toEqual([SESSION, KEYS].sort())
    expect(Object.keys(JSON.parse(page.storage.getItem(KEYS) as string))).toHaveLength(3)
    await page.client.disconnect()
    expect(page.storage.keys?.()).toEqual([])
  })

  const damages = ['"text"', '7', '[null]', '[{}]', '{}', '{"a":', 'null', '{"__proto__":1}']
  test.each(damages)(
    'may be damaged: %s in every record stops nothing from working (C15, E03)',
    async (damage) => {
      const storage = createMemoryStorage()
      for (const key of [SESSION, KEYS]) storage.setItem(key, damage)
      for (const name of ['subscription', 'pairing', 'expirer', 'history', 'messages']) {
        storage.setItem(`wc@2:core:0.3:wcb-evm//${name}`, damage)
      }
      const page = await openPage({}, storage)
      const phone = await startApp()
      const { wallet } = await pair(page, phone)
      expect(wallet?.account).toBe(first)
      expect({}).not.toHaveProperty('polluted')
    },
  )

  test('are repaired record by record: a session among damaged sessions is restored, and signs (C15)', async () => {
    const phone = await startApp()
    const page = await connectTo(phone)
    const sessions = JSON.parse(page.storage.getItem(SESSION) as string)
    page.storage.setItem(SESSION, JSON.stringify([null, { topic: 1 }, ...sessions, 'x']))
    const again = await openPage({}, page.storage)
    await again.client.restore()
    expect(again.client.getState()).toMatchObject({ status: 'connected', account: first })
    const signature = (await again.client.signMessage('healed')) as Hex
    expect(await recoverMessageAddress({ message: 'healed', signature })).toBe(first)
  })

  test('that disappear while the relay opens fail a signature with “No session found” (T14)', async () => {
    const page = await connectTo(await startApp())
    await vi.waitFor(() => expect(page.storage.getItem(SESSION)).toContain('disableDeepLink'))
    page.client.dispose()
    const again = await openPage({}, page.storage)
    await again.client.restore()
    page.storage.removeItem(SESSION)
    const provider = again.client.getProvider() as { request(call: object): Promise<unknown> }
    await expect(
      provider.request({ method: 'personal_sign', params: ['0x00', first] }),
    ).rejects.toMatchObject({ code: 4100, data: { code: 'no_session_found' }, message: 'No session found' })
    await vi.waitFor(() => expect(again.client.getState().status).toBe('idle'))
  })

  test('make no session without its keys, and none after its week (C14)', async () => {
    const restores = []
    for (const damage of [
      (storage: StorageLike) => storage.removeItem(KEYS),
      (storage: StorageLike) =>
        storage.setItem(SESSION, (storage.getItem(SESSION) as string).replace(/"expiry":\d+/, '"expiry":1')),
    ]) {
      const page = await connectTo(await startApp())
      await vi.waitFor(() => expect(page.storage.getItem(SESSION)).toContain('disableDeepLink'))
      damage(page.storage)
      const again = await openPage({}, page.storage)
      restores.push(again.client.restore().then(() => again.client.getState().status))
    }
    expect(await Promise.all(restores)).toEqual(['idle', 'idle'])
  })
})

describe('two relay stores on one page', () => {
  const sign = async (page: RelayPage, message: string) =>
    recoverMessageAddress({ message, signature: (await page.client.signMessage(message)) as Hex })

  test('have a session each: connecting or disconnecting one does not affect the other, and both are restored', async () => {
    const [phone, other] = await Promise.all([startApp(), startApp()])
    const page = await connectTo(phone)
    const shop = await bench.openBeside(page, { store: 'the “shop”' })
    await pair(shop, other)
    expect(await sign(page, 'one')).toBe(first)
    expect(await sign(shop, 'two')).toBe(first)
    expect([phone.requests.length, other.requests.length]).toEqual([1, 1])

    const again = await openPage({}, page.storage)
    const shopAgain = await bench.openBeside(again, { store: 'the “shop”' })
    await Promise.all([again.client.restore(), shopAgain.client.restore()])
    expect(await sign(shopAgain, 'three')).toBe(first)
    await again.client.disconnect()
    expect(again.client.getState().status).toBe('idle')
    expect(await sign(shopAgain, 'four')).toBe(first)
    expect([phone.requests.length, other.requests.length]).toEqual([1, 3])
    await shopAgain.client.disconnect()
    expect(page.storage.keys?.()).toEqual([])
  })
})
