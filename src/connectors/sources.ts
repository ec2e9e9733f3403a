import type { ConnectorSource } from './connector.js'
import { createCoinbaseSource } from './evm/coinbase.js'
import { createInjectedSource } from './evm/discovery.js'
import { createInstallRows } from './evm/known-wallets.js'
import { createRelaySource } from './relay/source.js'
import { createStarknetSource } from './starknet/discovery.js'
import { createWebWalletSource } from './starknet/web-wallet/source.js'

export { forgetLastWallet, readLastWallet, rememberLastWallet } from './starknet/last-wallet.js'

/** Every way to find wallets that the package knows, in order of display. */
export function createDefaultSources(): ConnectorSource[] {
  return [
    createInjectedSource(),
    createStarknetSource(),
    createCoinbaseSource(),
    createWebWalletSource(),
    createRelaySource(),
    {
      start(add) {
        for (const connector of createInstallRows()) add(connector)
      },
    },
  ]
}
