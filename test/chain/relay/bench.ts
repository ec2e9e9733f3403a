import type { Hex } from 'viem'
import { afterAll, beforeAll } from 'vitest'
import type { WalletClientConfig } from '../../../src/client/config.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { type Relay, startRelay } from '../../counterparts/relay.js'
import { type Phone, startPhone } from '../../counterparts/relay-phone.js'
import { createEvmApp, type EvmAppOptions } from '../../counterparts/relay-phone-evm.js'
import { openRelayClient, openRelayPage, type RelayPage } from './page.js'

const CHAINS = 'eip155:31337 eip155:10'

/** The first two accounts of every phone. */
export const [first, second] = createEvmApp({ nodes: {} }).addresses as [Hex, Hex]

/** Starts a relay and a chain for the tests of a file, with phones and pages that use them. */
export function useRelay() {
  let relay: Relay
  let node: Anvil
  const phones: Phone[] = []
  beforeAll(async () => {
    ;[relay, node] = await Promise.all([startRelay(), startAnvil({ chainId: 31337 })])
  })
  afterAll(async () => {
    for (const phone of phones) await phone.stop()
    await Promise.all([relay.stop(), node.stop()])
  })
  const bench = {
    get relay() {
      return relay
    },
    get node() {
      return node
    },
    async startApp(
      options: Partial<EvmAppOptions> & Partial<Parameters<typeof startPhone>[0]> = {},
    ): Promise<Phone> {
      const app = createEvmApp({ nodes: { 31337: node.url, 10: node.url }, ...options })
      const phone = await startPhone({ relayUrl: relay.url, ...app, ...options })
      phones.push(phone)
      return phone
    },
    openPage: (config: WalletClientConfig = {}, storage?: RelayPage['storage']) =>
      openRelayPage({ relayUrl: relay.url, chains: CHAINS, ...config }, storage),
    /** Opens another client on the page that was opened last. */
    openBeside: (page: RelayPage, config: WalletClientConfig) =>
      openRelayClient({ relayUrl: relay.url, chains: CHAINS, ...config }, page.storage),
    async pair(page: RelayPage, phone: Phone) {
      const connecting = page.client.connect({ walletId: 'walletConnect' })
      connecting.catch(() => {})
      phone.pair(await page.nextUri()).catch(() => {})
      return connecting
    },
    async connectTo(phone: Phone, config: WalletClientConfig = {}): Promise<RelayPage> {
      const page = await bench.openPage(config)
      await bench.pair(page, phone)
      return page
    },
  }
  return bench
}
