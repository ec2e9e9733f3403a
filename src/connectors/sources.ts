import type { ConnectorSource } from './connector.js'
import { createInjectedSource } from './evm/injected/discovery.js'
import { createInstallRows } from './evm/injected/known-wallets.js'
import { createServiceSource } from './services.js'
import { createStarknetSource } from './starknet/injected/discovery.js'

export { forgetLastWallet, readLastWallet, rememberLastWallet } from './starknet/last-wallet.js'

/** Creates every source of wallets in the package, in order of display. */
export function createDefaultSources(): ConnectorSource[] {
  return [
    createInjectedSource(),
    createStarknetSource(),
    createServiceSource(),
    {
      start(add) {
        for (const connector of createInstallRows()) add(connector)
      },
    },
  ]
}
