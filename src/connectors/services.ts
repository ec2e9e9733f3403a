import type { WalletConfig } from '../client/config.js'
import type { ConnectorSource } from './connector.js'
import { createCoinbaseSource } from './evm/coinbase.js'
import { hasProjectId } from './relay/project-id.js'
import { createRelaySource } from './relay/source.js'
import { createWebWalletSource } from './starknet/web-wallet/source.js'

/**
 * A way to connect that needs nothing installed. Its row is known beforehand and is in the list's first frame; the code it
 * connects with is loaded when it is chosen.
 */
interface Service {
  /** The words of `wallets` that stand for it. */
  words: readonly string[]
  /** Whether it is offered where the page names no wallets; its connectors take the rule over. */
  isOffered(config: WalletConfig): boolean
  create(): ConnectorSource
}

const hasChain = ({ chains, optionalChains }: WalletConfig, pattern: RegExp): boolean =>
  [...chains, ...optionalChains].some((chainId) => pattern.test(chainId))

/** In order of display. */
const SERVICES: readonly Service[] = [
  {
    words: ['coinbase', 'com.coinbase.wallet'],
    isOffered: (config) => hasChain(config, /^eip155:(8453|84532)$/),
    create: createCoinbaseSource,
  },
  {
    words: ['argentWebWallet'],
    isOffered: (config) => hasChain(config, /^starknet:/),
    create: createWebWalletSource,
  },
  {
    words: ['walletConnect', 'argentMobile'],
    isOffered: ({ projectId }) => hasProjectId(projectId),
    create: createRelaySource,
  },
]

/** Hosted wallets and wallets on a phone: each joins the list when the page's configuration asks for it. */
export function createServiceSource(): ConnectorSource {
  const joined = new Set<Service>()
  return {
    start(add, remove, getConfig) {
      const look = () => {
        const config = getConfig?.()
        if (!config) return
        for (const service of SERVICES) {
          const { words, isOffered, create } = service
          const isWanted = config.wallets.length
            ? words.some((word) => config.wallets.includes(word))
            : isOffered(config)
          if (!isWanted || joined.has(service)) continue
          joined.add(service)
          create().start((one) => add(Object.assign(one, { offered: isOffered })), remove, getConfig)
        }
      }
      this.rescan = look
      look()
    },
  }
}
