import { createPart } from '../platform/chunks.js'
import { hasWindow } from '../platform/environment.js'
import { codesKey, endedKey } from '../platform/stored-names.js'
import type { Namespace } from '../protocol/caip2.js'
import { allChains, type ConnectorConfig, storageOf } from './config.js'
import type { Connector, ConnectorSource } from './connector.js'
import { ROWS } from './service-rows.js'

const SOURCES = createPart(() => import('./service-sources.js'))

/**
 * Ways to connect that need no installation. Their rows are known beforehand, so the list shows them in its first
 * frame; their code loads while the list is on screen.
 */
interface Service {
  /** The rows of its wallets. Their ids and aliases are also the words of `wallets` that mean this service. */
  rows: readonly Omit<Connector, 'connect' | 'restore' | 'offered'>[]
  /** It opens a page in a window, which plain Node does not have. */
  needsWindow?: true
  /** Whether the list offers it when the page names no wallets. */
  isOffered(config: ConnectorConfig): boolean
  /** Whether its code has something to do before the visitor asks for it. */
  isDue?(config: ConnectorConfig): boolean
  /** Whether a wallet may still answer what an earlier page has shown. Its code then knows for sure. */
  isAwaited?(config: ConnectorConfig, namespace: Namespace): boolean
  load(): Promise<ConnectorSource>
}

const hasChain = (config: ConnectorConfig, pattern: RegExp): boolean =>
  allChains(config).some((chainId) => pattern.test(chainId))

/** The services in order of display. All rows of a service are offered together. */
const SERVICES: readonly Service[] = [
  {
    rows: [ROWS.walletConnect, ROWS.argentMobile],
    isOffered: ({ projectId }) => projectId !== '',
    // A wallet must still be informed that its session has ended.
    isDue: (config) => !!storageOf(config).getItem(endedKey(config.store)),
    isAwaited(config, namespace) {
      const family = namespace === 'eip155' ? '"wcb-evm' : '"wcb-starknet'
      return !!storageOf(config).getItem(codesKey(config.store))?.includes(family)
    },
    load: async () => (await SOURCES.load()).createRelaySource(),
  },
  {
    rows: [ROWS.argentWebWallet],
    needsWindow: true,
    isOffered: (config) => hasChain(config, /^starknet:/),
    load: async () => (await SOURCES.load()).createWebWalletSource(),
  },
  {
    rows: [ROWS.coinbase],
    needsWindow: true,
    isOffered: (config) => hasChain(config, /^eip155:(8453|84532)$/),
    load: async () => (await SOURCES.load()).createCoinbaseSource(),
  },
]

/** Hosted wallets and wallets on a phone. Each joins the list when the page's configuration asks for it. */
export function createServiceSource(): ConnectorSource {
  const loading = new Map<Service, Promise<void>>()
  /** Services whose rows are in the list, and those whose code was fetched ahead of a click. */
  const listed = new Set<Service>()
  const fetched = new Set<Service>()
  const arrived = new Map<string, Connector>()
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
        started.catch(() => loading.delete(service))
        return started
      }
      const addRow = (service: Service, row: Service['rows'][number]) => {
        const whole = async () => {
          await load(service)
          return arrived.get(row.id) as Connector
        }
        add({
          ...row,
          // A row's availability changes when the wallet's extension announces itself.
          get availability() {
            return row.availability
          },
          offered: service.isOffered,
          isAwaited: (config) => !!service.isAwaited?.(config, row.namespace),
          connect: async (request) => (await whole()).connect(request),
          restore: async (request) => (await whole()).restore(request),
        })
      }
      scan = (timed) => {
        const config = getConfig?.()
        if (!config) return
        for (const service of SERVICES) {
          const isWanted = config.wallets.length
            ? service.rows.some(({ id, aliases = [] }) =>
                config.wallets.some((word) => word === id || aliases.includes(word)),
              )
            : service.isOffered(config)
          if (!isWanted || (service.needsWindow && !hasWindow())) continue
          if (!listed.has(service)) for (const row of service.rows) addRow(service, row)
          listed.add(service)
          // A list on screen fetches the code once, so that a click can open its window at once; the next scan for a visitor
          // lets it try again.
          if (!timed) fetched.delete(service)
          if ((timed || service.isDue?.(config)) && !fetched.has(service)) {
            fetched.add(service)
            // The console reports a part that does not load; a click on the row tries again.
            load(service).catch(() => {})
          }
        }
      }
      scan()
    },
  }
}
