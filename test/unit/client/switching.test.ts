import './fake-timers.js'
import { describe, expect, test, vi } from 'vitest'
import {
  askSendingNode,
  BOB,
  connectOne,
  createClient,
  createDevice,
  createWallet,
  HASH,
  isOpen,
  openProvider,
  outcome,
  pass,
} from './fixture.js'

test('switchChain resolves once the wallet reports the new chain, also when its answer is lost', async () => {
  const { one, client } = await connectOne({
    askNode: askSendingNode,
    faults: { hold: ['wallet_switchEthereumChain'] },
  })
  const switching = client.switchChain({ chainId: 5 })
  await pass(50)
  one.setChain(5)
  await pass(500)
  expect(await isOpen(switching)).toBe(false)
})

test('execute for a chain that the wallet is switched to in the same task', async () => {
  const { client } = await connectOne({ askNode: askSendingNode })
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

describe('a wallet that has left its chain without an event', () => {
  /** A wallet whose answer to a switch takes some time. */
  async function openLeft(answer: () => unknown, networks: object[] = []) {
    const here = { chain: '0x1' }
    const opened = await openProvider(
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
  const { client } = await openProvider({ wallet_switchEthereumChain: () => new Promise(() => {}) })
  void outcome(client.switchChain({ chainId: 5 }))
  await pass(100)
  await client.disconnect()
  client.dispose()
  await vi.dynamicImportSettled()
  await pass(10_000)
  expect(vi.getTimerCount()).toBe(0)
})
