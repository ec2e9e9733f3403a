import '../../client/fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import { createInjectedConnector } from '../../../../src/connectors/evm/injected/connector.js'
import {
  ALICE,
  BOB,
  createClient,
  createDevice,
  createWallet,
  openProvider,
  outcome,
  pass,
  SIGNATURE,
} from '../../client/fixture.js'

const methods = (one: ReturnType<typeof createWallet>) => one.requests.map(({ method }) => method)

describe('a provider without eth_requestAccounts (W17, EW01)', () => {
  test.each([
    // Safe's own provider says so without a code.
    ['no code', { errors: { eth_requestAccounts: new Error('"eth_requestAccounts" not implemented') } }],
    ['-32603', { errors: { eth_requestAccounts: { code: -32603, message: 'Internal error' } } }],
    ['-32601', { unsupported: ['eth_requestAccounts'] }],
    ['4200', { errors: { eth_requestAccounts: { code: 4200, message: 'not supported' } } }],
  ])('is connected by the accounts that it shows when it says so (%s)', async (_, faults) => {
    const one = createWallet('One', { faults })
    await one.connect()
    const { client } = createClient(createDevice(one))
    expect((await client.connect({ walletId: 'com.one' })).wallet?.account).toBe(ALICE)
  })

  test('fails with the wallet’s own error when it shows no accounts', async () => {
    const one = createWallet('One', { faults: { unsupported: ['eth_requestAccounts'] } })
    const { client } = createClient(createDevice(one))
    expect(await outcome(client.connect({ walletId: 'com.one' }))).toBe('not_implemented')
  })

  test.each([
    ['refused', { code: -32603, message: 'User denied account access' }, 'user_rejected'],
    ['asking already', { code: -32002, message: 'Already processing' }, 'request_pending'],
  ])('is not passed over when the wallet has %s', async (_, error, code) => {
    const one = createWallet('One', { faults: { errors: { eth_requestAccounts: error } } })
    await one.connect()
    const { client } = createClient(createDevice(one))
    const before = one.requests.length
    expect(await outcome(client.connect({ walletId: 'com.one' }))).toBe(code)
    expect(one.requests.slice(before).map(({ method }) => method)).toEqual(['eth_requestAccounts'])
  })
})

describe('a second read of the accounts after the answer (Y12)', () => {
  test('connects the account that the wallet shows when that differs from its answer', async () => {
    const one = createWallet('One', { faults: { answers: { eth_requestAccounts: [BOB] } } })
    await one.connect()
    const { client, details } = createClient(createDevice(one))
    await client.connect({ walletId: 'com.one' })
    expect(details('connected').map(({ account }) => account)).toEqual([ALICE])
    await client.signMessage('hello')
    expect(one.requests.at(-1)?.params).toEqual(['0x68656c6c6f', ALICE])
  })

  test.each([
    ['shows none yet', { warmUp: 1 }],
    ['answers nonsense', { answers: { eth_accounts: 'none' } }],
    ['reports an error', { errors: { eth_accounts: new Error('no') } }],
    ['never answers', { hold: ['eth_accounts'] }],
  ])('connects the answered account when the wallet %s', async (_, faults) => {
    const one = createWallet('One', { faults })
    const { client } = createClient(createDevice(one))
    const connected = client.connect({ walletId: 'com.one' })
    await pass(1_000)
    expect((await connected).wallet?.account).toBe(ALICE)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is not made by an attempt that was cancelled', async () => {
    const one = createWallet('One', { faults: { hold: ['eth_requestAccounts'] } })
    const { client } = createClient(createDevice(one))
    const connected = client.connect({ walletId: 'com.one' })
    await pass()
    client.dismiss()
    await connected
    one.release()
    await pass()
    expect(methods(one)).toEqual(['eth_requestAccounts'])
  })
})

describe('a request function that was replaced after connecting (Y11)', () => {
  test.each(['connect', 'restore'] as const)('is not called (%s); the console says so once', async (way) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const one = createWallet('One')
    const device = createDevice(one)
    const first = createClient(device)
    await first.client.connect({ walletId: 'com.one' })
    let { client } = first
    if (way === 'restore') {
      client.dispose()
      client = createClient(device, { storage: first.storage }).client
      await client.restore()
    }
    const thief = vi.fn(async () => '0x00')
    one.provider.request = thief
    expect(await client.signMessage('hello')).toBe(SIGNATURE)
    await client.switchChain({ chainId: 5 })
    await client.watchAsset({ type: 'ERC20', options: { address: BOB, symbol: 'X', decimals: 1 } })
    await client.disconnect()
    expect(thief).not.toHaveBeenCalled()
    expect(warn.mock.calls).toEqual([[expect.stringContaining('has replaced the request function')]])
    warn.mockRestore()
  })

  test('is not reported when the wallet returns a new function at each read', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const one = createWallet('One')
    const provider = new Proxy(one.provider, {
      get: (target, key) => (key === 'request' ? target.request.bind(target) : Reflect.get(target, key)),
    })
    const connector = createInjectedConnector({ id: 'com.one', name: 'One', icon: '', provider })
    const { client } = createClient(createDevice(connector))
    await client.connect({ walletId: 'com.one' })
    expect(await client.signMessage('hello')).toBe(SIGNATURE)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })
})

describe('a provider that its wallet has taken back, a revoked Proxy (Y19, Y24)', () => {
  const setup = () => {
    const one = createWallet('One')
    const { proxy, revoke } = Proxy.revocable(one.provider, {})
    const connector = createInjectedConnector({ id: 'com.one', name: 'One', icon: '', provider: proxy })
    return { one, revoke, ...createClient(createDevice(connector)) }
  }

  test('fails to connect as a wallet that is no longer there', async () => {
    const { client, revoke } = setup()
    revoke()
    expect(await outcome(client.connect({ walletId: 'com.one' }))).toBe('wallet_unavailable')
  })

  test.each(['signMessage', 'switchChain', 'addChain', 'watchAsset'] as const)(
    'fails the same way when it %s',
    async (method) => {
      const { client, revoke } = setup()
      await client.connect({ walletId: 'com.one' })
      revoke()
      const args = {
        signMessage: 'hello',
        switchChain: { chainId: 5 },
        addChain: { chainId: 7, chainName: 'Seven', rpcUrls: ['https://seven.example'] },
        watchAsset: { type: 'ERC20', options: { address: BOB, symbol: 'X', decimals: 1 } },
      }
      expect(await outcome(client[method](args[method] as never))).toBe('wallet_unavailable')
      await client.disconnect()
      expect(client.getState().status).toBe('idle')
    },
  )
})

test('an extension’s provider takes back by `off` each listener of `once`', async () => {
  const { provider, client } = await openProvider()
  const own = client.getProvider() as never as Record<'once' | 'off', (event: string, l: unknown) => void>
  const heard: unknown[] = []
  const listener = (value: unknown) => void heard.push(value)
  for (const method of ['once', 'once', 'off', 'off'] as const) own[method]('chainChanged', listener)
  provider.emit('chainChanged', '0x5')
  expect(heard).toEqual([])
})
