import { loadChunk } from '../platform/chunks.js'
import { allChains, type ConnectorConfig } from './config.js'
import type { Connector, ConnectorSource } from './connector.js'
import { isAnnounced } from './evm/announcements.js'

/**
 * Ways to connect that need nothing installed. Their rows are known beforehand and are in the list's first frame; what they
 * connect with, their icons included, comes a moment later.
 */
interface Service {
  /** What is known of its wallets; the words of `wallets` that stand for it are their ids and aliases. */
  rows: readonly (Pick<Connector, 'id' | 'key' | 'namespace' | 'name'> & Partial<Connector>)[]
  /** It is a page in a window: there is none in plain Node. */
  needsWindow?: true
  /** Whether it is offered where the page names no wallets. */
  isOffered(config: ConnectorConfig): boolean
  load(): Promise<ConnectorSource>
}

const hasWindow = (): boolean => typeof window !== 'undefined'

const hasChain = (config: ConnectorConfig, pattern: RegExp): boolean =>
  allChains(config).some((chainId) => pattern.test(chainId))

/** The extension that the coinbase-style wallet gives way to. */
const EXTENSION = 'com.coinbase.wallet'

/** In order of display. Rows of one service are offered together. */
const SERVICES: readonly Service[] = [
  {
    rows: [
      {
        id: 'walletConnect',
        key: 'walletconnect',
        namespace: 'eip155',
        name: 'WalletConnect',
        canConnectViaQrCode: true,
      },
      {
        id: 'argentMobile',
        key: 'argentmobile',
        namespace: 'starknet',
        name: 'Ready Mobile (formerly Argent)',
        canConnectViaQrCode: true,
      },
    ],
    isOffered: ({ projectId }) => projectId !== '',
    load: async () =>
      (await loadChunk('connectors/relay-source', () => import('./relay-source.js'))).createRelaySource(),
  },
  {
    rows: [
      {
        id: 'argentWebWallet',
        key: 'webwallet',
        namespace: 'starknet',
        name: 'Web Wallet',
        title: 'Email',
        subtitle: 'Powered by Ready',
        remembered: false,
        opensWindow: true,
      },
    ],
    needsWindow: true,
    isOffered: (config) => hasChain(config, /^starknet:/),
    load: async () =>
      (
        await loadChunk(
          'connectors/starknet/web-wallet/connector',
          () => import('./starknet/web-wallet/connector.js'),
        )
      ).createWebWalletSource(),
  },
  {
    rows: [
      {
        id: 'coinbase',
        aliases: [EXTENSION],
        key: 'coinbase',
        namespace: 'eip155',
        name: 'Coinbase Wallet',
        canConnectViaQrCode: true,
        opensWindow: true,
        get availability() {
          return isAnnounced(EXTENSION) ? 'hidden' : 'ready'
        },
      },
    ],
    needsWindow: true,
    isOffered: (config) => hasChain(config, /^eip155:(8453|84532)$/),
    load: async () =>
      (
        await loadChunk('connectors/evm/coinbase/connector', () => import('./evm/coinbase/connector.js'))
      ).createCoinbaseSource(),
  },
]

/** Hosted wallets and wallets on a phone: each joins the list when the page's configuration asks for it. */
export function createServiceSource(): ConnectorSource {
  const loading = new Map<Service, Promise<void>>()
  const arrived = new Map<string, Connector>()
  let scan = (_timed?: boolean): void => {}
  return {
    rescan: (timed) => scan(timed),
    start(add, remove, getConfig) {
      /** Fetches what a service connects with, once. @throws WalletError `asset_integrity` */
      const load = (service: Service): Promise<void> => {
        const known = loading.get(service)
        if (known) return known
        const started = service.load().then((source) =>
          source.start(
            (one) => {
              arrived.set(one.id, Object.assign(one, { offered: service.isOffered }))
              add(one)
            },
            remove,
            getConfig,
          ),
        ) as Promise<void>
        loading.set(service, started)
        // The next scan, or the next click, tries again.
        started.catch(() => loading.delete(service))
        return started
      }
      const addRow = (service: Service, row: Service['rows'][number]) => {
        const whole = async () => {
          await load(service)
          return arrived.get(row.id) as Connector
        }
        const connector = {
          icon: { light: '', dark: '' },
          downloads: {},
          supportedChains: row.namespace === 'eip155' ? ['EVM', 'ETH'] : ['STARK'],
          canConnectViaQrCode: false,
          canConnectViaCustodialService: row.id !== 'walletConnect',
          availability: 'ready' as const,
          offered: service.isOffered,
          connect: async (request: Parameters<Connector['connect']>[0]) => (await whole()).connect(request),
          restore: async (request: Parameters<Connector['restore']>[0]) => (await whole()).restore(request),
        }
        // A getter must stay a getter.
        add(Object.defineProperties(connector, Object.getOwnPropertyDescriptors(row)) as never)
      }
      scan = (timed) => {
        const config = getConfig?.()
        if (!config || timed) return
        for (const service of SERVICES) {
          const isWanted = config.wallets.length
            ? service.rows.some(({ id, aliases = [] }) =>
                config.wallets.some((word) => word === id || aliases.includes(word)),
              )
            : service.isOffered(config)
          if (!isWanted || loading.has(service) || (service.needsWindow && !hasWindow())) continue
          for (const row of service.rows) if (!arrived.has(row.id)) addRow(service, row)
          // `loadChunk` reports a part that does not load; the next scan, or a click on the row, tries again.
          load(service).catch(() => {})
        }
      }
      scan()
    },
  }
}
