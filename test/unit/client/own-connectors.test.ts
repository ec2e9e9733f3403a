import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import type { Connector } from '../../../src/connectors/connector.js'
import { createConnector } from '../../../src/connectors/create-connector.js'
import { completeProvider } from '../../../src/connectors/evm/wallet-provider.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import {
  ALICE,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
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

test('createConnector takes an instance of a class', async () => {
  class Wallet {
    id = 'w'
    namespace = 'eip155' as const
    name = 'W'
    connect() {
      return new Promise<never>(() => {})
    }
  }
  expect(typeof createConnector(new Wallet()).connect).toBe('function')
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
  const connecting = client.connect({ walletId: 'own' })
  await pass(400)
  own.approve({
    refresh: (() => {
      throw new Error('own')
    }) as never,
  })
  await connecting
  await client.connect({ walletId: 'com.one' })
  await client.disconnect({ namespace: 'eip155' })
  await pass(100)
  process.off('unhandledRejection', hear)
  expect(seen).toEqual([])
})

test('a session that ends while it is watched is watched once, and let go', async () => {
  const own = createOwnConnector()
  const { client } = createClient(createDevice(own.connector))
  const connecting = client.connect({ walletId: 'own' })
  await pass(400)
  let watched = 0
  let unwatched = 0
  own.approve({
    watch(onChange) {
      watched++
      onChange({ type: 'disconnect' })
      return () => void unwatched++
    },
  })
  await connecting
  expect([watched, unwatched]).toEqual([1, 1])
})

describe('an own session that is restored too late', () => {
  /** A connector whose session is there after 300 ms, and a visitor who was connected with it. */
  async function begin() {
    const own = createOwnConnector()
    own.allow()
    const slow: Connector = {
      ...own.connector,
      restore: async (request) => {
        await pass(300)
        return own.connector.restore(request)
      },
    }
    const { storage } = createClient(createDevice(slow))
    storage.setItem('wcb.1:default:reconnect', 'starknet=own')
    const again = createClient(createDevice(slow, createWallet('One')), { storage })
    return { own, client: again.client }
  }

  test('stays with its wallet when the client is disposed', async () => {
    const { own, client } = await begin()
    void outcome(client.restore())
    await pass(50)
    client.dispose()
    await pass(1_000)
    expect(own.calls).not.toContain('disconnect')
  })

  test('ends when the visitor has disconnected', async () => {
    const { own, client } = await begin()
    void outcome(client.restore())
    await pass(50)
    await client.disconnect()
    await pass(1_000)
    expect(own.calls).toContain('disconnect')
  })
})
