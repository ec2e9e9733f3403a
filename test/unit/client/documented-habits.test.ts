import { afterEach, describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { createConnector } from '../../../src/connectors/create-connector.js'
import { createInjectedConnector } from '../../../src/connectors/evm/injected/connector.js'
import { createProviderEvents } from '../../../src/connectors/evm/provider-events.js'
import { completeProvider } from '../../../src/connectors/evm/wallet-provider.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import {
  ALICE,
  BOB,
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  isOpen,
  outcome,
  pass,
  toConnector,
} from './fixture.js'

/** What the documents promise, where two parts of the client meet. */
afterEach(() => vi.unstubAllGlobals())

const HASH = `0x${'1'.repeat(64)}`
const askNode = (async (_: string, { method }: { method: string }) => {
  if (method === 'eth_accounts') return [ALICE]
  if (method === 'eth_sendTransaction') return HASH
  if (method === 'eth_getTransactionReceipt') return { status: '0x1', blockNumber: '0x5' }
  return null
}) as never

/** A client connected to a provider with these answers. */
async function open(answers: Record<string, () => unknown> = {}, config: object = {}, hasEvents = true) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const provider = {
    emit(event: string, payload?: unknown) {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
    async request({ method }: { method: string }) {
      if (answers[method]) return answers[method]()
      if (/ccounts$/.test(method)) return [ALICE]
      if (method === 'eth_chainId') return '0x1'
      throw Object.assign(new Error('no such method'), { code: -32601 })
    },
    ...(hasEvents && {
      on: (event: string, listener: never) =>
        void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
      removeListener: (event: string, listener: never) => void listeners.get(event)?.delete(listener),
    }),
  }
  const own = createInjectedConnector({ id: 'x', name: 'X', icon: '', provider: provider as never })
  const all = createClient(createDevice(), { connectors: [own], ...config })
  await all.client.connect({ walletId: 'x' })
  return { provider, ...all }
}

test('a transaction is waited for on its own chain, while the wallet is on another', async () => {
  let mined = false
  const node = (async (url: string, { method }: { method: string }) => {
    const isFirst = url.includes('one')
    if (method === 'eth_accounts') return [ALICE]
    if (method === 'eth_sendTransaction') return HASH
    if (method === 'eth_getTransactionByHash')
      return isFirst ? { hash: HASH, from: ALICE, nonce: '0x3' } : null
    // The account has sent 50 transactions on the other chain.
    if (method === 'eth_getTransactionCount') return isFirst ? '0x3' : '0x32'
    if (method === 'eth_getTransactionReceipt')
      return isFirst && mined ? { status: '0x1', blockNumber: '0x5' } : null
    return null
  }) as never
  const one = createWallet('One', { askNode: node })
  const { client } = createClient(createDevice(one))
  await client.connect({ walletId: 'com.one' })
  await client.execute({ to: BOB, value: 1n })
  const waiting = outcome(client.waitForTransaction(HASH))
  await pass(1_500)
  one.setChain(5)
  await pass(4_000)
  one.setChain(1)
  mined = true
  await pass(4_000)
  expect(await waiting).toMatchObject({ status: 'accepted' })
}, 20_000)

test.each([
  [-32000, 'execution reverted: request already cancelled'],
  [3, 'execution reverted: user order cancelled'],
  [-32603, 'request to https://node.example failed, reason: connection refused'],
])('what a contract or a node says is no refusal: %i %s', async (code, message) => {
  const { client } = await open({
    eth_sendTransaction: () => {
      throw Object.assign(new Error(message), { code })
    },
  })
  expect(await outcome(client.execute({ to: BOB, value: 1n }))).toBe('execute_failed')
  const provider = client.getProvider() as { request(args: object): Promise<unknown> }
  expect(await provider.request({ method: 'eth_sendTransaction', params: [{}] }).catch((e) => e.code)).toBe(
    code,
  )
})

test('a call with neverAsk asks nobody, also when it names a wallet', async () => {
  const one = createWallet('One')
  const { client } = createClient(createDevice(one, createWallet('Two')))
  await client.connect({ walletId: 'com.one', mode: 'neverAsk' })
  expect(one.prompts).toEqual([])
})

test.each(['canAsk', 'alwaysAsk'] as const)(
  'a wallet that the page brings owns no phone’s browser, so the list is shown (%s)',
  async (mode) => {
    vi.stubGlobal('navigator', {
      userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
    })
    const asked: string[] = []
    const request = async ({ method }: { method: string }) => {
      asked.push(method)
      return method === 'eth_chainId' ? '0x1' : [ALICE]
    }
    const sdk = createInjectedConnector({
      id: 'com.example',
      name: 'Example',
      icon: '',
      provider: { request } as never,
    })
    const other = createConnector({
      id: 'o',
      namespace: 'eip155',
      name: 'Other',
      connect: () => new Promise(() => {}),
    })
    const { client } = createClient(createDevice(), { connectors: [sdk, other], mode })
    void outcome(client.connect())
    await pass(800)
    expect([client.getState().open, asked]).toEqual([true, []])
  },
)

test('switchChain resolves once the wallet reports the new chain, also when its answer is lost', async () => {
  const one = createWallet('One', { askNode, faults: { hold: ['wallet_switchEthereumChain'] } })
  const { client } = createClient(createDevice(one))
  await client.connect({ walletId: 'com.one' })
  const switching = client.switchChain({ chainId: 5 })
  await pass(50)
  one.setChain(5)
  await pass(500)
  expect(await isOpen(switching)).toBe(false)
})

test('execute for a chain that the wallet is switched to in the same task', async () => {
  const one = createWallet('One', { askNode })
  const { client } = createClient(createDevice(one))
  await client.connect({ walletId: 'com.one' })
  const switching = client.switchChain({ chainId: 5 })
  const sent = client.execute({ to: BOB, value: 1n }, { chainId: 5 })
  expect([await outcome(switching), await outcome(sent)]).toEqual([undefined, { transactionHash: HASH }])
})

test('connect with a chain that the page does not have calls no wallet (A23)', async () => {
  const one = createWallet('One')
  const { client } = createClient(createDevice(one))
  expect(await outcome(client.connect({ walletId: 'com.one', chainId: 'eip155:10' }))).toBe(
    'network_switching_only_available_in_wallet',
  )
  expect([one.prompts, one.granted]).toEqual([[], []])
})

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

test('a wallet that comes back on another chain after a short loss is read again (A18)', async () => {
  let chain = '0x1'
  const { provider, client } = await open({ eth_chainId: () => chain })
  provider.emit('disconnect', { code: 1013, message: 'Disconnected' })
  chain = '0x5'
  await pass(200)
  provider.emit('connect', { chainId: '0x5' })
  await pass(1_500)
  expect(client.getState().chainId).toBe('eip155:5')
})

test('two waits for one transaction make one event', async () => {
  const one = createWallet('One', { askNode })
  const { client, details } = createClient(createDevice(one))
  await client.connect({ walletId: 'com.one' })
  await client.execute({ to: BOB, value: 1n })
  await Promise.all([client.waitForTransaction(HASH), client.waitForTransaction(HASH)])
  expect(details('transaction').map(({ status }) => status)).toEqual(['sent', 'accepted'])
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

test('a provider of ours calls a listener of `on` again after it was also given to `once`', () => {
  const events = createProviderEvents()
  const heard: unknown[] = []
  const listener = (value: unknown) => void heard.push(value)
  events.on('chainChanged', listener)
  events.once('chainChanged', listener)
  events.emit('chainChanged', 1)
  events.emit('chainChanged', 2)
  expect(heard).toContain(2)
})

test('an extension’s provider takes back by `off` each listener of `once`', async () => {
  const { provider, client } = await open()
  const own = client.getProvider() as never as Record<'once' | 'off', (event: string, l: unknown) => void>
  const heard: unknown[] = []
  const listener = (value: unknown) => void heard.push(value)
  for (const method of ['once', 'once', 'off', 'off'] as const) own[method]('chainChanged', listener)
  provider.emit('chainChanged', '0x5')
  expect(heard).toEqual([])
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

describe('a wallet that has left its chain without an event', () => {
  /** A wallet whose answer to a switch takes some time. */
  async function openLeft(answer: () => unknown, networks: object[] = []) {
    const here = { chain: '0x1' }
    const opened = await open(
      {
        eth_chainId: () => here.chain,
        wallet_switchEthereumChain: async () => {
          await pass(4_000)
          return answer()
        },
        wallet_addEthereumChain: () => {
          here.chain = '0x1'
          return null
        },
      },
      { networks },
      false,
    )
    here.chain = '0x5'
    return { ...opened, here }
  }

  test('is switched back, however long the visitor takes', async () => {
    const { client, here } = await openLeft(() => {
      here.chain = '0x1'
      return null
    })
    const switching = outcome(client.switchChain({ chainId: 1 }))
    await pass(9_000)
    expect(await switching).toBeUndefined()
  })

  test.each([
    ['User rejected the request.', 4001, 'user_rejected'],
    ['Unrecognized chain ID', 4902, undefined],
  ])('says why it is not: %s', async (message, code, expected) => {
    const refuse = () => {
      throw Object.assign(new Error(message), { code })
    }
    const { client } = await openLeft(refuse, [{ chainId: 'eip155:1', rpcUrls: ['https://one.example'] }])
    const switching = outcome(client.switchChain({ chainId: 1 }))
    await pass(20_000)
    expect(await switching).toBe(expected)
  })
})

test('a switch that is never answered leaves no timer when its session is over', async () => {
  const { client } = await open({ wallet_switchEthereumChain: () => new Promise(() => {}) })
  void outcome(client.switchChain({ chainId: 5 }))
  await pass(100)
  await client.disconnect()
  client.dispose()
  await vi.dynamicImportSettled()
  await pass(10_000)
  expect(vi.getTimerCount()).toBe(0)
})

describe('a wallet that comes back after a short loss', () => {
  test('is read once more when it cannot answer yet, and its newer account counts', async () => {
    let accounts: string[] | null = [ALICE]
    const { provider, client, told } = await open({
      eth_accounts: () => {
        if (!accounts) throw new Error('starting')
        return accounts
      },
    })
    provider.emit('disconnect', { code: 1013 })
    accounts = null
    await pass(200)
    provider.emit('connect', { chainId: '0x1' })
    await pass(200)
    accounts = [BOB]
    await pass(2_500)
    expect([client.getState().account, told()]).toEqual([BOB, ['connecting', 'connected', 'changed']])
  })

  test('does not go back by an answer that comes late', async () => {
    let chain = '0x1'
    let isSlow = false
    const { provider, client } = await open({
      async eth_chainId() {
        const now = chain
        const wasSlow = isSlow
        isSlow = false
        if (wasSlow) await pass(4_000)
        return now
      },
    })
    provider.emit('disconnect', { code: 1013 })
    chain = '0x7'
    isSlow = true
    provider.emit('connect', { chainId: '0x7' })
    chain = '0x5'
    await pass(8_000)
    expect(client.getState().chainId).toBe('eip155:5')
  })
})

test('a balance is in the currency of the chain that it was read on', async () => {
  const here = { chain: '0x1' }
  const opened = await open(
    {
      eth_chainId: () => here.chain,
      eth_getBalance: () => {
        here.chain = '0x89'
        opened.provider.emit('chainChanged', '0x89')
        return '0xde0b6b3a7640000'
      },
    },
    { chains: 'eip155:1 eip155:137' },
  )
  const balance = await outcome(opened.client.getBalance())
  expect(balance).not.toMatchObject({ symbol: 'POL' })
})

test('what was sent in turn is reported once, also when the page then waits for it', async () => {
  const one = createWallet('One', { askNode })
  const { client, details } = createClient(createDevice(one))
  await client.connect({ walletId: 'com.one' })
  const sending = outcome(client.execute([{ to: BOB }, { to: BOB }], { sequential: true }))
  await pass(10_000)
  await sending
  await client.waitForTransaction(HASH)
  expect(details('transaction').filter(({ status }) => status === 'accepted')).toHaveLength(1)
})

test('a marked wallet is not connected without a click', async () => {
  const one = createWallet('One')
  const device = createDevice()
  device.add({ ...toConnector(one), note: 'shared-identity' as never })
  const { client } = createClient(device)
  void outcome(client.connect())
  await pass(1_000)
  expect([one.prompts, client.getState().open]).toEqual([[], true])
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
