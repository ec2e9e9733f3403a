import type { WalletConfig } from '../client/config.js'
import { loadChunk } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import type { ConnectorSource } from './connector.js'
import { hasProjectId } from './relay/project-id.js'

/** A way to connect that needs nothing installed, and is therefore loaded only where the page can use it. */
interface Service {
  /** The words of `wallets` that stand for it. */
  words: readonly string[]
  /** Whether it is offered where the page names no wallets; its connectors take the rule over. */
  isOffered(config: WalletConfig): boolean
  load(): Promise<ConnectorSource>
}

const hasChain = ({ chains, optionalChains }: WalletConfig, pattern: RegExp): boolean =>
  [...chains, ...optionalChains].some((chainId) => pattern.test(chainId))

const SERVICES: readonly Service[] = [
  {
    words: ['coinbase', 'com.coinbase.wallet'],
    isOffered: (config) => hasChain(config, /^eip155:(8453|84532)$/),
    load: async () =>
      (await loadChunk('connectors/evm/coinbase', () => import('./evm/coinbase.js'))).createCoinbaseSource(),
  },
  {
    words: ['argentWebWallet'],
    isOffered: (config) => hasChain(config, /^starknet:/),
    load: async () =>
      (
        await loadChunk(
          'connectors/starknet/web-wallet/source',
          () => import('./starknet/web-wallet/source.js'),
        )
      ).createWebWalletSource(),
  },
  {
    words: ['walletConnect', 'argentMobile'],
    isOffered: ({ projectId }) => hasProjectId(projectId),
    load: async () =>
      (await loadChunk('connectors/relay/source', () => import('./relay/source.js'))).createRelaySource(),
  },
]

/** Hosted wallets and wallets on a phone: each joins the list when the page's configuration asks for it. */
export function createServiceSource(): ConnectorSource {
  const asked = new Map<Service, Promise<void>>()
  return {
    get settled() {
      return NativePromise.all(asked.values())
    },
    start(add, remove, getConfig) {
      const look = (timed?: boolean) => {
        const config = getConfig?.()
        if (!config || timed) return
        for (const service of SERVICES) {
          const isWanted = config.wallets.length
            ? service.words.some((word) => config.wallets.includes(word))
            : service.isOffered(config)
          if (!isWanted || asked.has(service)) continue
          const loading = service.load().then(
            (source) =>
              void source.start(
                (one) => add(Object.assign(one, { offered: service.isOffered })),
                remove,
                getConfig,
              ),
            // The others do without it; the next look tries again.
            () => void asked.delete(service),
          )
          asked.set(service, loading)
        }
      }
      this.rescan = look
      look()
    },
  }
}
