import { namespaceOf } from '../../../chains/caip2.js'
import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../../../constants.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { loadChunk } from '../../../platform/chunks.js'
import { setTimer } from '../../../platform/natives.js'
import { allChains } from '../../config.js'
import type { Connector, ConnectorSource } from '../../connector.js'
import type { FoundWallet } from '../wallet-object.js'
import { absentAvailability, DISCOVERY_WALLETS, type KnownWallet } from './known-wallets.js'
import { OTHER_WALLETS } from './other-wallets.js'
import { scanGlobals } from './scan.js'
import { getRegistry } from './standard.js'

/**
 * All wallets that are on this page now, by id. When a window object and a registration share an id, the window object
 * counts.
 */
function findWallets(): Map<string, FoundWallet> {
  const found = scanGlobals(globalThis)
  for (const wallet of getRegistry().list()) if (!found.has(wallet.id)) found.set(wallet.id, wallet)
  return found
}

/** Creates the connector of a wallet on the page, or of a known wallet that is not installed. */
function toConnector(id: string, known: KnownWallet | undefined, wallet: FoundWallet | null): Connector {
  const load = async () => {
    if (!wallet) throw new WalletError('not_found')
    return loadChunk('connectors/starknet/injected/connect', () => import('./connect.js'))
  }
  const source = { ...(wallet as FoundWallet), isPresent: () => findWallets().has(id) }
  return {
    id,
    key: id.replace(/\W/g, '').toLowerCase() || 'starknet',
    aliases: known?.aliases ?? [],
    group: 'starknet',
    namespace: 'starknet',
    name: wallet?.name ?? known?.name ?? id,
    icon: wallet?.icon ?? { light: '', dark: '' },
    downloads: known?.downloads ?? {},
    supportedChains: ['STARK'],
    canConnectViaQrCode: false,
    canConnectViaCustodialService: false,
    availability: wallet || !known ? 'ready' : absentAvailability(known),
    ownsBrowser: !!wallet?.ownsBrowser,
    ...(wallet?.shared && { note: 'shared-identity' as const }),
    connect: async (request) => (await load()).connectStarknet(source, request),
    ...(wallet && {
      watchUnlock(onUnlock: () => void) {
        let stop: (() => void) | null = null
        let isOver = false
        load().then(
          (part) => {
            if (!isOver) stop = part.watchStarknetUnlock(source, onUnlock)
          },
          () => {
            // Without its part the wallet is asked when the page is seen again.
          },
        )
        return () => {
          isOver = true
          stop?.()
        }
      },
    }),
    // When two wallets share a name, neither is restored by itself.
    restore: async (request) =>
      wallet && !wallet.shared ? (await load()).restoreStarknet(source, request) : null,
  }
}

/**
 * Finds injected Starknet wallets by a scan of the window and by the wallet standard. The scan repeats for a second,
 * because extensions inject late, and again at each rescan. Wallets that are not installed become rows to install: the
 * specification's discovery wallets, and other known wallets if the page names them.
 */
export function createStarknetSource(): ConnectorSource {
  /** What the client knows of each id: the wallet, or null for a row to install. */
  const reported = new Map<string, FoundWallet | null>()
  let scan = () => {}
  return {
    start(add, remove, getConfig) {
      if (!globalThis.addEventListener) return
      scan = () => {
        const config = getConfig?.()
        // Scanning every global is expensive: skip it when the page names no Starknet chain.
        if (config && !allChains(config).some((chainId) => namespaceOf(chainId) === 'starknet')) return
        const named = OTHER_WALLETS.filter(({ id }) => config?.wallets.includes(id))
        const offered: readonly KnownWallet[] = [...DISCOVERY_WALLETS, ...named]
        const findKnown = (id: string) => offered.find((one) => one.id === id)
        const found = findWallets()
        for (const id of new Set([...reported.keys(), ...offered.map((one) => one.id), ...found.keys()])) {
          const wallet = found.get(id) ?? null
          const before = reported.get(id)
          if (!wallet && !findKnown(id)) {
            reported.delete(id)
            remove(id)
          } else if (
            before?.object !== wallet?.object ||
            before?.shared !== wallet?.shared ||
            !reported.has(id)
          ) {
            reported.set(id, wallet)
            add(toConnector(id, findKnown(id), wallet))
          }
        }
      }
      const unwatch = getRegistry().watch(() => scan())
      let left = RECONNECT_TIMEOUT / RECONNECT_INTERVAL
      const again = () => {
        scan()
        if (left-- > 0) setTimer(again, RECONNECT_INTERVAL)
      }
      again()
      if (globalThis.document?.readyState !== 'complete') {
        globalThis.addEventListener('load', () => scan(), { once: true })
      }
      return () => {
        unwatch()
        left = 0
        scan = () => {}
      }
    },
    rescan: () => scan(),
  }
}
