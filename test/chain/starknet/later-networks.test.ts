import { expect, it } from 'vitest'
import { createWalletClient } from '../../../src/client/create-wallet-client.js'
import { createStarknetSource } from '../../../src/connectors/starknet/injected/discovery.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { installPageEvents } from '../../counterparts/page-events.js'
import { ETH_TOKEN, startStarknetNode } from '../../counterparts/starknet-node.js'
import { install, useStarknetWallets } from '../../unit/connectors/starknet/open-wallet.js'

installPageEvents()
useStarknetWallets()

it('a Starknet session reads from the nodes that the page names later', async () => {
  const nodes = [await startStarknetNode(), await startStarknetNode()]
  const { wallet } = install({ profile: 'braavos' })
  const storage = createMemoryStorage()
  const client = createWalletClient({ chains: 'starknet:SN_MAIN', storage }, [createStarknetSource()])
  client.discover()
  await client.connect({ walletId: 'braavos' })
  for (const [index, { url, chain }] of nodes.entries()) {
    const value = BigInt(index + 1)
    chain.setBalance(ETH_TOKEN, wallet.account.address, value)
    client.configure({
      chains: 'starknet:SN_MAIN',
      networks: [{ chainId: 'starknet:SN_MAIN', rpcUrls: [url] }],
    })
    expect((await client.getBalance()).value).toBe(value)
  }
  client.dispose()
  await Promise.all(nodes.map((node) => node.close()))
})
