import { loadChunk } from '../platform/chunks.js'
import { afterPaint } from '../platform/time.js'
import { allChains, type ConnectorConfig } from './config.js'
import type { Connector, ConnectorSource } from './connector.js'
import { findAnnounced } from './evm/announcements.js'
import { COINBASE_RDNS, ROWS } from './service-rows.js'

/**
 * Ways to connect that need no installation. Their rows are known beforehand, so the list shows them in its first
 * frame; their code loads a moment later.
 */
interface Service {
  /** The rows of its wallets. Their ids and aliases are also the words of `wallets` that mean this service. */
  rows: readonly Omit<Connector, 'connect' | 'restore' | 'offered'>[]
  /** It opens a page in a window, which plain Node does not have. */
  needsWindow?: true
  /** Whether the list offers it when the page names no wallets. */
  isOffered(config: ConnectorConfig): boolean
  load(): Promise<ConnectorSource>
}

const hasWindow = (): boolean => typeof window !== 'undefined'

const hasChain = (config: ConnectorConfig, pattern: RegExp): boolean =>
  allChains(config).some((chainId) => pattern.test(chainId))

/** The services in order of display. All rows of a service are offered together. */
const SERVICES: readonly Service[] = [
  {
    rows: [ROWS.walletConnect, ROWS.argentMobile],
    isOffered: ({ projectId }) => projectId !== '',
    load: async () =>
      (await loadChunk('connectors/relay-source', () => import('./relay-source.js'))).createRelaySource(),
  },
  {
    rows: [ROWS.argentWebWallet],
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
        ...ROWS.coinbase,
        get availability() {
          return findAnnounced(COINBASE_RDNS) ? 'hidden' : 'ready'
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

/** Hosted wallets and wallets on a phone. Each joins the list when the page's configuration asks for it. */
export function createServiceSource(): ConnectorSource {
  const loading = new Map<Service, Promise<void>>()
  const wanted = new Set<Service>()
  const arrived = new Map<string, Connector>()
  let isScheduled = false
  let isStopped = false
  let scan = (_timed?: boolean): void => {}
  return {
    rescan: (timed) => scan(timed),
    start(add, remove, getConfig) {
      /** Fetches the code of a service, once. @throws WalletError `asset_integrity` */
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
        // After a failure the next scan or click tries again.
        started.catch(() => {
          loading.delete(service)
          wanted.delete(service)
        })
        return started
      }
      const addRow = (service: Service, row: Service['rows'][number]) => {
        const whole = async () => {
          await load(service)
          return arrived.get(row.id) as Connector
        }
        const connector = {
          offered: service.isOffered,
          connect: async (request: Parameters<Connector['connect']>[0]) => (await whole()).connect(request),
          restore: async (request: Parameters<Connector['restore']>[0]) => (await whole()).restore(request),
        }
        // Copy the descriptors, so that a getter stays a getter.
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
          if (!isWanted || wanted.has(service) || (service.needsWindow && !hasWindow())) continue
          for (const row of service.rows) if (!arrived.has(row.id)) addRow(service, row)
          wanted.add(service)
          if (isScheduled) continue
          isScheduled = true
          afterPaint(() => {
            isScheduled = false
            if (!isStopped)
              // `loadChunk` reports a part that does not load; the next scan, or a click on the row, tries again.
              for (const each of wanted) load(each).catch(() => {})
          })
        }
      }
      scan()
      return () => {
        isStopped = true
      }
    },
  }
}
