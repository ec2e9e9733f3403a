import type { WalletConfig } from './config.js'
import type { Core } from './core.js'

/** A configuration for a session that outlives it: the session reads from the nodes that the page names now. */
export const toSessionConfig = (core: Core, config: WalletConfig): WalletConfig => ({
  ...config,
  get networks() {
    return core.config.networks
  },
})
