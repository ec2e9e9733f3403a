import '../../client/fake-timers.js'
import { describe, expect, test } from 'vitest'
import { createInjectedConnector } from '../../../../src/connectors/evm/injected/connector.js'
import { ALICE, createClient, createDevice, pass } from '../../client/fixture.js'

/** What the wallet takes for each question, in ms. */
const LATENCY = 50

type Answers = Record<string, (() => unknown) | undefined>

/** A wallet that answers in the order of the questions, each after {@link LATENCY}, and says when each was asked. */
function slowWallet(own: Answers = {}) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const asked: [method: string, at: number][] = []
  const start = Date.now()
  const answers: Answers = {
    eth_requestAccounts: () => [ALICE],
    eth_accounts: () => [ALICE],
    eth_chainId: () => '0x1',
    ...own,
  }
  const provider = {
    async request({ method }: { method: string }) {
      asked.push([method, Date.now() - start])
      await new Promise((resolve) => setTimeout(resolve, LATENCY))
      return answers[method]?.() ?? null
    },
    on: (event: string, listener: (payload: unknown) => void) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event: string, listener: (payload: unknown) => void) =>
      void listeners.get(event)?.delete(listener),
  }
  const connector = createInjectedConnector({
    id: 'com.slow',
    name: 'Slow',
    icon: '',
    provider: provider as never,
  })
  const { client, storage, details } = createClient(createDevice(connector))
  return {
    client,
    connector,
    details,
    asked,
    emit(event: string, payload: unknown) {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
    listening: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    /** Makes the client believe that this wallet was connected before. */
    remember: () => storage.setItem('wcb.1:default:reconnect', 'eip155=com.slow'),
  }
}

describe('the questions to an EVM wallet in the page', () => {
  test('of a connection take as long as two: accounts and chain are read together after the visitor’s answer', async () => {
    const { client, asked, details } = slowWallet()
    const connected = client.connect({ walletId: 'com.slow' })
    await pass(2 * LATENCY)
    expect(details('connected').map(({ account, chainId }) => [account, chainId])).toEqual([
      [ALICE, 'eip155:1'],
    ])
    expect(asked.map(([method]) => method)).toEqual(['eth_requestAccounts', 'eth_accounts', 'eth_chainId'])
    await connected
  })

  test('WP01: of a restored session take as long as two: the chain is asked once an account is known', async () => {
    const { client, asked, details, remember } = slowWallet()
    remember()
    const restored = client.restore()
    await pass(2 * LATENCY)
    expect(details('connected').map(({ account, restored: is }) => [account, is])).toEqual([[ALICE, true]])
    expect(asked.map(([method]) => method)).toEqual(['eth_accounts', 'eth_chainId'])
    await restored
  })

  test('WP01: of a read after the page was hidden take as long as two, and a wallet that shows no account hears one', async () => {
    let accounts = [ALICE]
    const { connector, asked } = slowWallet({ eth_accounts: () => accounts })
    const { signal } = new AbortController()
    const restored = connector.restore({ config: { networks: [] } as never, signal })
    await pass(2 * LATENCY)
    const session = await restored
    asked.length = 0
    const read = session?.refresh?.()
    await pass(2 * LATENCY)
    expect(await read).toMatchObject({ account: ALICE, chainId: 'eip155:1' })
    expect(asked.map(([method]) => method)).toEqual(['eth_accounts', 'eth_chainId'])
    accounts = []
    asked.length = 0
    const again = session?.refresh?.()
    await pass(LATENCY)
    expect(await again).toBe('locked')
    expect(asked.map(([method]) => method)).toEqual(['eth_accounts'])
  })

  test.each([
    ['refuses', () => Promise.reject(new Error('not yet'))],
    ['answers nonsense', () => 'nonsense'],
  ])('read the chain once more when the wallet shows accounts and %s', async (_, first) => {
    let times = 0
    const wallet = slowWallet({ eth_chainId: () => (times++ ? '0x5' : first()) })
    wallet.remember()
    const restored = wallet.client.restore()
    await pass(1_000)
    await restored
    expect(wallet.client.getState()).toMatchObject({ account: ALICE, chainId: 'eip155:5' })
  })
})
