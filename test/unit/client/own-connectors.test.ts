import './fake-timers.js'
import { expect, test, vi } from 'vitest'
import { OWN_SESSION } from '../../../src/client/open-report.js'
import type { Connector } from '../../../src/connectors/connector.js'
import { createConnector } from '../../../src/connectors/create-connector.js'
import { completeProvider } from '../../../src/connectors/evm/wallet-provider.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import {
  ALICE,
  BOB,
  connectOwn,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
  toConnector,
} from './fixture.js'

test('completeProvider gives an own EVM connector the provider that every other has', async () => {
  const request = async () => {
    throw new WalletError('wallet_failed')
  }
  const own = createConnector({
    id: 'node',
    namespace: 'eip155',
    name: 'Development node',
    connect: async () => ({
      account: ALICE,
      accounts: [ALICE],
      chainId: 'eip155:1',
      provider: completeProvider({ request } as never),
      liveUpdates: false,
      watch: () => () => {},
      async disconnect() {},
    }),
  })
  const { client } = createClient(createDevice(), { connectors: [own] })
  await client.connect({ walletId: 'node' })
  const provider = client.getProvider() as never as Record<string, (x?: unknown) => Promise<unknown>>
  const error = await provider.request?.({ method: 'eth_foo' }).catch((e) => e)
  expect([
    typeof provider.on,
    typeof provider.once,
    typeof provider.off,
    typeof (error as { code: unknown }).code,
  ]).toEqual(['function', 'function', 'function', 'number'])
})

test.each([
  [
    { code: 3, message: 'reverted', data: '0x08c379a0' },
    { code: 3, data: '0x08c379a0' },
  ],
  [{ code: 3, message: 'reverted' }, { code: 3 }],
])('the provider passes on what a node says of a failure: %o', async (thrown, told) => {
  const provider = completeProvider({ request: async () => Promise.reject(thrown) } as never)
  const error = await provider.request({ method: 'eth_call', params: [{}] }).catch((caught: Error) => caught)
  expect({ ...(error as Error) }).toEqual(told)
})

test('an own connector that is a class with private fields is asked on its instance', async () => {
  class Wallet {
    id = 'w'
    namespace = 'eip155' as const
    name = 'W'
    #asked = 0
    get availability() {
      return this.#asked > 0 ? ('hidden' as const) : ('ready' as const)
    }
    async connect(): Promise<never> {
      this.#asked++
      throw new WalletError('popup_closed')
    }
  }
  const connector = createConnector(new Wallet())
  const { client } = createClient(createDevice(), { connectors: [connector] })
  expect(await outcome(client.connect({ walletId: 'w' }))).toBe('popup_closed')
  expect(connector.availability).toBe('hidden')
})

test('an own session whose refresh throws leaves nothing unhandled', async () => {
  const seen: unknown[] = []
  const hear = (error: unknown) => void seen.push(error)
  process.on('unhandledRejection', hear)
  const own = createOwnConnector()
  const one = createWallet('One')
  const { client } = createClient(createDevice(one, own.connector))
  await own.connect(client, {
    refresh: (() => {
      throw new Error('own')
    }) as never,
  })
  await client.connect({ walletId: 'com.one' })
  await client.disconnect({ namespace: 'eip155' })
  await pass(100)
  process.off('unhandledRejection', hear)
  expect(seen).toEqual([])
})

test('an own session is let go when the code for its report does not come, and the next call tries again', async () => {
  const own = createOwnConnector()
  own.allow()
  const { client, storage } = createClient(createDevice(own.connector))
  vi.spyOn(OWN_SESSION, 'load').mockRejectedValueOnce(new WalletError('asset_integrity'))
  const failed = outcome(client.connect({ walletId: 'own' }))
  await pass()
  own.approve()
  await pass()
  expect(await failed).toBe('asset_integrity')
  expect(own.calls).toContain('disconnect')
  void client.connect({ walletId: 'own' })
  await pass()
  own.approve()
  await pass()
  expect(client.getState().connections).toMatchObject([{ walletId: 'own' }])
  client.dispose()
  own.calls.length = 0
  vi.spyOn(OWN_SESSION, 'load').mockRejectedValueOnce(new WalletError('asset_integrity'))
  const { client: next } = createClient(createDevice(own.connector), { storage })
  void next.restore()
  await pass(200)
  expect(own.calls).toEqual(['restore', 'watch', 'unwatch', 'restore', 'watch'])
  expect(next.getState().connections).toMatchObject([{ walletId: 'own' }])
  next.dispose()
})

test('a session that ends while it is watched is watched once, and let go', async () => {
  let watched = 0
  let unwatched = 0
  await connectOwn({
    watch(onChange) {
      watched++
      onChange({ type: 'disconnect' })
      return () => void unwatched++
    },
  })
  expect([watched, unwatched]).toEqual([1, 1])
})

const [A, B] = [`0x${'1'.padStart(64, '0')}`, `0x${'2'.padStart(64, '0')}`] as const

test('what an own session tells is shown at once, the account in use first, and nothing twice', async () => {
  const { own, client, details } = await connectOwn({ accounts: [A, B] })
  own.tell({ type: 'change', account: B })
  own.tell({ type: 'change', account: B, chainId: 'starknet:SN_MAIN' })
  expect(client.getState()).toMatchObject({ account: B, connections: [{ accounts: [B, A] }] })
  expect(details('changed')).toHaveLength(1)
  own.tell({ type: 'change', accounts: [B] })
  expect(client.getState().connections[0]?.accounts).toEqual([B])
  expect(details('changed')).toHaveLength(1)
})

test('an own session that is a copy of one of ours is followed by what it tells itself', async () => {
  const one = createWallet('One')
  const ours = toConnector(one)
  const shop = 'eip155:5' as const
  const connect: Connector['connect'] = async (request) => {
    const session = await ours.connect(request)
    const watch: typeof session.watch = (tell) =>
      session.watch((change) => tell(change.type === 'change' ? { ...change, chainId: shop } : change))
    return { ...session, chainId: shop, watch }
  }
  const { client } = createClient(createDevice({ ...ours, connect }))
  await client.connect({ walletId: 'com.one' })
  one.setAccounts([BOB])
  await pass()
  expect(client.getState()).toMatchObject({ account: BOB, chainId: shop })
})

test('a transaction that was sped up is followed by its new hash on the chain that it was sent on', async () => {
  const asked: unknown[] = []
  const { own, client } = await connectOwn({
    execute: async () => ({ transactionHash: '0xa' }) as never,
    async waitForTransaction(id, _signal, chainId, sent) {
      asked.push([id, chainId, sent?.isOwn])
      return { transactionHash: '0xb', status: 'accepted' } as never
    },
  })
  await client.execute([{ contractAddress: '0x1', entrypoint: 'pay', calldata: [] }])
  await client.waitForTransaction('0xa')
  own.tell({ type: 'change', chainId: 'starknet:SN_SEPOLIA' })
  await client.waitForTransaction('0xb')
  expect(asked).toEqual([
    ['0xa', 'starknet:SN_MAIN', true],
    ['0xb', 'starknet:SN_MAIN', true],
  ])
})
