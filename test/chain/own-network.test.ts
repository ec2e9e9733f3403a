import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createWalletClient } from '../../src/client/create-wallet-client.js'
import type { WalletClient } from '../../src/client/wallet-client.js'
import { createInjectedConnector } from '../../src/connectors/evm/injected/connector.js'
import { createMemoryStorage } from '../../src/platform/storage.js'
import { createScriptedEvmWallet } from '../../src/testing/evm/create-scripted-evm-wallet.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'

let known: Anvil
let own: Anvil
const clients = new Set<WalletClient>()

beforeAll(async () => {
  ;[known, own] = await Promise.all([startAnvil(), startAnvil({ chainId: 31338 })])
})
afterAll(() => Promise.all([known?.stop(), own?.stop()]))
afterEach(() => {
  for (const client of clients) client.dispose()
  clients.clear()
})

const EXPLORER = 'https://explorer.example'
const currency = { name: 'Shop coin', symbol: 'SHOP', decimals: 18 }

/** A page with a network of its own, and a wallet that does not know it. */
function open(faults = {}) {
  const wallet = createScriptedEvmWallet({
    rdns: 'com.own',
    rpcUrls: { 31337: known.url },
    target: new EventTarget(),
    faults,
  })
  const client = createWalletClient(
    {
      chains: 'eip155:31337 eip155:31338',
      storage: createMemoryStorage(),
      networks: [
        {
          chainId: 31338,
          name: 'Shop chain',
          rpcUrls: [own.url, 'http://node.internal.example'],
          blockExplorerUrls: ['http://explorer.internal.example', EXPLORER],
          nativeCurrency: currency,
        },
      ],
    },
    [
      {
        start(add) {
          add(createInjectedConnector({ id: wallet.info.rdns, ...wallet.info, provider: wallet.provider }))
          return () => {}
        },
      },
    ],
  )
  clients.add(client)
  return { wallet, client, prompts: () => wallet.prompts.map(({ kind }) => kind) }
}

test.each([
  ['that switches with it', {}, ['connect', 'add']],
  ['that only adds it', { addWithoutSwitch: true }, ['connect', 'add', 'switch']],
])(
  'a chain of the page is added by a wallet %s, in one flow with the switch (EW13)',
  async (_, faults, kinds) => {
    const { client, wallet, prompts } = open(faults)
    await client.connect({ walletId: 'com.own' })
    await client.switchChain({ chainId: 31338 })
    expect(prompts()).toEqual(kinds)
    expect(client.getState().chainId).toBe('eip155:31338')
    expect(wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Shop chain',
        rpcUrls: [own.url],
        nativeCurrency: currency,
        blockExplorerUrls: [EXPLORER],
      },
    ])
  },
)

test('an added chain is used at once: balances by the page’s node, a payment by the wallet’s (EW13)', async () => {
  const { client, wallet, prompts } = open()
  await client.connect({ walletId: 'com.own', chainId: 31338 })
  expect(prompts()).toEqual(['connect', 'add'])
  expect(await client.getBalance()).toMatchObject({ symbol: 'SHOP', value: 10_000n * 10n ** 18n })
  expect(wallet.requests.map(({ method }) => method)).not.toContain('eth_getBalance')
  const { transactionHash } = await client.execute({ to: `0x${'6'.repeat(40)}`, value: 1n })
  const receipt = await client.waitForTransaction(transactionHash as string)
  expect(receipt.status).toBe('accepted')
  await client.switchChain({ chainId: 31337 })
  await client.switchChain({ chainId: 31338 })
  expect(prompts().slice(2)).toEqual(['send', 'switch', 'switch'])
})

test('a refused addition changes nothing (EW13)', async () => {
  const { client, wallet } = open()
  await client.connect({ walletId: 'com.own' })
  wallet.setApprove('never')
  await expect(client.switchChain({ chainId: 31338 })).rejects.toMatchObject({ code: 'user_rejected' })
  expect(client.getState()).toMatchObject({ status: 'connected', chainId: 'eip155:31337' })
})

test('a transaction is followed on its chain after the visitor has switched to another', async () => {
  const { client } = open()
  const chains: string[] = []
  client.on('transaction', ({ chainId }) => void chains.push(chainId))
  await client.connect({ walletId: 'com.own', chainId: 31338 })
  await own.request('evm_setAutomine', [false])
  try {
    const { transactionHash } = await client.execute({ to: `0x${'6'.repeat(40)}`, value: 1n })
    await client.switchChain({ chainId: 31337 })
    const waiting = client.waitForTransaction(transactionHash as string)
    await own.request('evm_mine')
    expect(await waiting).toMatchObject({ transactionHash, status: 'accepted' })
    expect(chains).toEqual(['eip155:31338', 'eip155:31338'])
  } finally {
    await own.request('evm_setAutomine', [true])
  }
})
