import '../../client/fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import type { Eip1193Provider } from '../../../../src/connectors/evm/announcement.js'
import { createInjectedConnector } from '../../../../src/connectors/evm/injected/connector.js'
import type { ProviderEvents } from '../../../../src/connectors/evm/provider-events.js'
import { completeProvider } from '../../../../src/connectors/evm/wallet-provider.js'
import type { EvmFaults } from '../../../../src/testing/evm/faults.js'
import { ALICE, BOB, createClient, createDevice, createWallet, outcome, pass } from '../../client/fixture.js'

/** Connects a wallet with these faults, and returns the result. */
async function connectTo(faults: EvmFaults, options = {}) {
  const one = createWallet('One', { faults, ...options })
  const setup = createClient(createDevice(one))
  const result = outcome(setup.client.connect({ walletId: 'com.one' }))
  await pass()
  return { one, result: await result, ...setup, state: setup.client.getState() }
}

/** “E:x”: one rejection and one event with this code, and a state that allows another try. */
async function expectFailure(faults: EvmFaults, code: string) {
  const { one, result, details, state } = await connectTo(faults)
  expect(result).toBe(code)
  expect(details('error')).toEqual([expect.objectContaining({ code })])
  expect(details('error')[0]?.message).toMatch(/^.{5,300}$/)
  expect(state).toMatchObject({ status: 'idle', connections: [], account: null })
  expect(one.listenerCount()).toBe(0)
}

const connectedAs = { status: 'connected', account: ALICE, chainId: 'eip155:1' }

test.each([
  [['on'], false],
  [['removeListener'], true],
  [['off'], true],
  [['removeListener', 'off'], true],
  [['on', 'removeListener', 'off'], false],
] as const)('a provider connects and disconnects without %j (A09)', async (omit, liveUpdates) => {
  const { one, client, state, details } = await connectTo({ omit })
  expect(state).toMatchObject(connectedAs)
  expect(state.connections[0]?.liveUpdates).toBe(liveUpdates)
  await client.disconnect()
  one.setAccounts([BOB])
  await pass(1_000)
  expect(client.getState().status).toBe('idle')
  expect([details('disconnected').length, details('changed').length]).toEqual([1, 0])
})

describe('the page’s provider of a wallet in the page', () => {
  async function open(omit: readonly ('on' | 'removeListener' | 'off')[]) {
    const { one, client } = await connectTo({ omit })
    return { one, provider: client.getState().wallet?.provider as never as ProviderEvents & Eip1193Provider }
  }

  test.each([[[]], [['off']], [['removeListener']]] as const)(
    'has all of EIP-1193 without once and %j',
    async (omit) => {
      const { one, provider } = await open(omit)
      const [always, once, gone] = [vi.fn(), vi.fn(), vi.fn()]
      provider.on('accountsChanged', always)
      provider.once('accountsChanged', once)
      provider.once('accountsChanged', gone)
      provider.off('accountsChanged', gone)
      one.setAccounts([BOB])
      one.setAccounts([ALICE])
      expect([always, once, gone].map(({ mock }) => mock.calls.length)).toEqual([2, 1, 0])
      provider.removeListener('accountsChanged', always)
      one.setAccounts([BOB])
      expect(always).toHaveBeenCalledTimes(2)
    },
  )

  test('rejects with numbers, and has the other members of the wallet', async () => {
    const wallet = new (class {
      #secret = 'kept'
      isExample = true
      read() {
        return this.#secret
      }
      async request({ method }: { method: string }): Promise<unknown> {
        if (method === 'eth_chainId') return '0x1'
        if (/accounts/i.test(method)) return [ALICE]
        throw { code: '4001', message: 'No' }
      }
    })()
    Object.freeze(wallet)
    const provider = completeProvider(wallet) as Eip1193Provider & typeof wallet
    await expect(provider.request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4001 })
    await expect(provider.request({} as never)).rejects.toMatchObject({ code: -32600 })
    expect([provider.isExample, provider.read(), 'read' in provider]).toEqual([true, 'kept', true])
    expect(completeProvider(wallet)).toBe(provider)
  })
})

describe('a provider with broken events (A10)', () => {
  test.each([
    ['throws', false],
    ['rejects', true],
    ['throwing-getter', false],
  ] as const)('connects and disconnects when `on` %s', async (on, liveUpdates) => {
    const { client, state } = await connectTo({ on })
    expect(state).toMatchObject(connectedAs)
    expect(state.connections[0]?.liveUpdates).toBe(liveUpdates)
    await client.disconnect()
    expect(client.getState().status).toBe('idle')
  })

  test('keeps no first listener when the second `on` throws', async () => {
    let calls = 0
    const live: string[] = []
    const { provider } = createWallet('One')
    const connector = createInjectedConnector({
      id: 'com.one',
      name: 'One',
      icon: '',
      provider: {
        request: provider.request,
        on(event: string) {
          if (++calls > 1) throw new Error('no more')
          live.push(event)
        },
        removeListener: (event: string) => void live.splice(live.indexOf(event), 1),
      } as never,
    })
    const { client } = createClient(createDevice(connector))
    await client.connect({ walletId: 'com.one' })
    expect([client.getState().connections[0]?.liveUpdates, live]).toEqual([false, []])
  })
})

describe('a request with an unusual answer (A12)', () => {
  const method = 'eth_requestAccounts'

  test('accepts a plain value instead of a promise', async () => {
    const { state } = await connectTo({ shape: { [method]: 'plain' }, answers: { [method]: [ALICE] } })
    expect(state).toMatchObject(connectedAs)
  })

  test.each([
    ['a throw on the spot', { shape: { [method]: 'throws' } }, 'wallet_failed'],
    ['a thenable whose then throws', { shape: { [method]: 'throwing-thenable' } }, 'wallet_failed'],
    ['a rejection with undefined', { errors: { [method]: undefined } }, 'connect_failed'],
  ] as [string, EvmFaults, string][])('%s', async (_, faults, code) => {
    await expectFailure(faults, code)
  })
})

describe('an error code of the wallet (A13)', () => {
  const codes: [number, string][] = [
    [4001, 'user_rejected'],
    [4100, 'wallet_unauthorized'],
    [4901, 'chain_unavailable'],
    [-32002, 'request_pending'],
    [-32603, 'wallet_failed'],
    [-32601, 'not_implemented'],
    [12345, 'connect_failed'],
  ]
  const error = (code: unknown) => ({ code, message: 'said by the wallet' })
  const wrap = (code: unknown) => ({ code: -32603, message: 'outer', data: { originalError: error(code) } })

  test.each(codes)('%i becomes our code', async (code, expected) => {
    await expectFailure({ errors: { eth_requestAccounts: error(code) } }, expected)
    await expectFailure({ errors: { eth_requestAccounts: error(String(code)) } }, expected)
    await expectFailure({ errors: { eth_requestAccounts: wrap(code) } }, expected)
    await expectFailure({ errors: { eth_requestAccounts: wrap(String(code)) } }, expected)
  })

  test('becomes the same code while the chain is read', async () => {
    await expectFailure({ errors: { eth_chainId: error(4900) } }, 'wallet_unavailable')
  })
})

describe('the accounts of a wallet (A14)', () => {
  const answer = (accounts: unknown) => ({ answers: { eth_requestAccounts: accounts } })
  const { proxy, revoke } = Proxy.revocable([], {})
  revoke()

  test('are shared by nobody when the list is empty: the visitor has refused', async () => {
    await expectFailure(answer([]), 'user_rejected')
  })

  test.each([[null], [ALICE], [{ 0: ALICE, length: 1 }], [[null]], [[ALICE, 'bad']], [[[ALICE]]]])(
    'are refused when they are %j',
    async (accounts) => {
      await expectFailure(answer(accounts), 'connect_failed')
    },
  )

  test('are refused when the list cannot be read', async () => {
    await expectFailure(answer(proxy), 'connect_failed')
  })

  test('are checksummed when they are in lower case', async () => {
    const { state } = await connectTo(answer([ALICE.toLowerCase(), BOB.toUpperCase().replace('0X', '0x')]))
    expect(state.connections[0]).toMatchObject({ account: ALICE, accounts: [ALICE, BOB] })
  })

  test('are kept once when they appear twice', async () => {
    const { state } = await connectTo(answer([ALICE, BOB, ALICE.toLowerCase(), BOB]))
    expect(state.connections[0]?.accounts).toEqual([ALICE, BOB])
  })

  test('are limited to a hundred', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`)
    const { state } = await connectTo(answer(many))
    expect(state.connections[0]?.accounts).toHaveLength(100)
  })
})

describe('the chain id of a wallet (A15)', () => {
  test.each([
    ['1', 'eip155:1'],
    [1, 'eip155:1'],
    ['0x01', 'eip155:1'],
    ['0X1', 'eip155:1'],
    [5n, 'eip155:5'],
    ['0x1fffffffffffff', 'eip155:9007199254740991'],
  ])('may be %o', async (chainId, expected) => {
    const { state } = await connectTo({ answers: { eth_chainId: chainId } })
    expect(state.chainId).toBe(expected)
  })

  test.each(['zz', '', '1e3', '0x0', null, [], 2 ** 53, '0x20000000000000', Number.NaN, -1, true])(
    'is refused as %o',
    async (chainId) => {
      await expectFailure({ answers: { eth_chainId: chainId } }, 'wallet_malformed')
    },
  )
})

describe('an event before the answer (A18)', () => {
  test('may name other accounts than the answer, and then a second read decides', async () => {
    const { one, state, emitted } = await connectTo(
      { emits: { eth_requestAccounts: [['accountsChanged', [BOB]]] } },
      { accounts: [ALICE] },
    )
    expect(state.account).toBe(one.granted[0])
    expect(emitted()).toEqual(['connecting', 'connected'])
  })

  test('may be a disconnect and a connect', async () => {
    const { state, emitted } = await connectTo({
      emits: {
        eth_requestAccounts: [
          ['disconnect', { code: 4900 }],
          ['connect', { chainId: '0x1' }],
        ],
      },
    })
    expect(state).toMatchObject(connectedAs)
    expect(emitted()).toEqual(['connecting', 'connected'])
  })

  test('loses to the read of the chain when it is older, and wins when it comes meanwhile', async () => {
    const before = await connectTo({ emits: { eth_requestAccounts: [['chainChanged', '0x5']] } })
    expect(before.state.chainId).toBe('eip155:1')
    const meanwhile = await connectTo({ emits: { eth_chainId: [['chainChanged', '0x5']] } })
    expect(meanwhile.state.chainId).toBe('eip155:5')
    expect(meanwhile.emitted()).toEqual(['connecting', 'connected'])
  })

  test('may remove every account between the answer and the read of the chain', async () => {
    await expectFailure({ emits: { eth_chainId: [['accountsChanged', []]] } }, 'session_ended')
  })
})
