import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import { loadChunk } from '../../platform/chunks.js'
import { setTimer } from '../../platform/natives.js'
import type { Connector, ConnectorSource } from '../connector.js'
import { absentAvailability, KNOWN_WALLETS, type KnownWallet } from './known-wallets.js'
import { scanGlobals } from './scan.js'
import { getRegistry } from './standard.js'
import type { FoundWallet } from './wallet-object.js'

/** Wallets offered for installation when they are absent (specification, discovery wallets). */
const OFFERED = ['argentX', 'braavos']

const loadSession = () => loadChunk('connectors/starknet/injected', () => import('./injected.js'))

/** Everything that is on this page now, by id; a window object goes before a registration of the same id. */
function findWallets(): Map<string, FoundWallet> {
  const found = scanGlobals(globalThis)
  for (const wallet of getRegistry().list()) if (!found.has(wallet.id)) found.set(wallet.id, wallet)
  return found
}

const base = (id: string, known?: KnownWallet) =>
  ({
    id,
    key: id.replace(/\W/g, '').toLowerCase() || 'starknet',
    ...(known?.aliases && { aliases: known.aliases }),
    group: 'starknet',
    namespace: 'starknet',
    downloads: known?.downloads ?? {},
    supportedChains: ['STARK'],
    canConnectViaQrCode: false,
    canConnectViaCustodialService: false,
  }) as const

function toConnector(wallet: FoundWallet, known?: KnownWallet): Connector {
  const source = { ...wallet, isPresent: () => findWallets().has(wallet.id) }
  return {
    ...base(wallet.id, known),
    name: wallet.name,
    icon: wallet.icon,
    availability: 'ready',
    ownsBrowser: wallet.ownsBrowser || (known?.browser?.test(globalThis.navigator?.userAgent ?? '') ?? false),
    ...(wallet.shared && { note: 'shared-identity' as const }),
    async connect(request) {
      const { connectStarknet } = await loadSession()
      return connectStarknet(source, request)
    },
    async restore(request) {
      // Of two wallets under one name neither is taken up by itself.
      if (wallet.shared) return null
      const { restoreStarknet } = await loadSession()
      return restoreStarknet(source, request)
    },
  }
}

const toAbsentConnector = (known: KnownWallet): Connector => ({
  ...base(known.id, known),
  name: known.name,
  icon: { light: '', dark: '' },
  availability: absentAvailability(known),
  async connect() {
    throw new WalletError('not_found')
  },
  restore: async () => null,
})

/**
 * Finds injected Starknet wallets: by a scan of the window, repeated for a second since extensions inject late and again at
 * each rescan, and by the wallet standard. Known wallets that are absent become rows to install.
 *
 * @param offer ids of the known wallets to offer for installation
 */
export function createStarknetSource(offer: readonly string[] = OFFERED): ConnectorSource {
  const listed = new Map<string, FoundWallet | null>()
  let scan = () => {}
  return {
    start(add, remove) {
      if (typeof globalThis.addEventListener !== 'function') return
      scan = () => {
        const found = findWallets()
        for (const known of KNOWN_WALLETS) {
          if (!offer.includes(known.id) || found.has(known.id) || listed.get(known.id) === null) continue
          listed.set(known.id, null)
          add(toAbsentConnector(known))
        }
        for (const [id, wallet] of found) {
          const before = listed.get(id)
          if (before?.object === wallet.object && before.shared === wallet.shared) continue
          listed.set(id, wallet)
          const known = KNOWN_WALLETS.find((one) => one.id === id)
          add(toConnector(wallet, known))
        }
        for (const [id, wallet] of listed) {
          if (!wallet || found.has(id)) continue
          listed.delete(id)
          remove(id)
        }
      }
      getRegistry().watch(() => scan())
      scan()
      const again = (left: number) => {
        if (left > 0) setTimer(() => (scan(), again(left - 1)), RECONNECT_INTERVAL)
      }
      again(RECONNECT_TIMEOUT / RECONNECT_INTERVAL)
      if (globalThis.document?.readyState !== 'complete') {
        globalThis.addEventListener('load', () => scan(), { once: true })
      }
    },
    rescan: () => scan(),
  }
}
