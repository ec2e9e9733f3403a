import { WalletError } from '../../../errors/wallet-error.js'
import { createPart } from '../../../platform/chunks.js'
import { isMobile } from '../../../platform/environment.js'
import { namespaceOf } from '../../../protocol/caip2.js'
import { allChains } from '../../config.js'
import type { Connector, ConnectorSource } from '../../connector.js'
import { findAnnounced } from '../../evm/announcements.js'
import { lookLate } from '../../look-late.js'
import { watchWithPart } from '../../watch-with-part.js'
import type { FoundWallet } from '../wallet-object.js'
import { absentAvailability, DISCOVERY_WALLETS, type KnownWallet } from './known-wallets.js'
import { OTHER_WALLETS } from './other-wallets.js'
import { scanGlobals, toFound } from './scan.js'
import { getRegistry } from './standard.js'

/** The part that asks these wallets. */
export const STARKNET_CONNECT = createPart(() => import('./connect.js'))

/** A MetaMask with its snap. */
const SNAP_ID = 'metamask-snap'

/**
 * All wallets that are on this page now, by id. When a window object and a registration share an id, the window object
 * counts. A MetaMask that has announced itself (EIP-6963) is a wallet when the page brings no `metamask` of its own.
 */
function findWallets(): Map<string, FoundWallet> {
  const found = scanGlobals(globalThis)
  for (const wallet of getRegistry().list()) if (!found.has(wallet.id)) found.set(wallet.id, wallet)
  const metamask = findAnnounced('io.metamask')
  if (!metamask || isMobile() || found.has('metamask')) return found
  const { name, icon, provider, note } = metamask
  const snap = toFound(provider, 'snap', { id: SNAP_ID, name: `${name} (Starknet)`, icon })
  if (snap) found.set(SNAP_ID, { ...snap, aliases: ['metamask'], shared: !!note })
  return found
}

/** What neither a found wallet nor a known one may say of itself. */
const NOTHING = { icon: { light: '', dark: '' }, downloads: {}, aliases: [] }

/** The name of a wallet's records. A wallet that EVM pages know too has other records there. */
function toKey(id: string): string {
  const name = id.replace(/\W/g, '').toLowerCase() || 'starknet'
  return DISCOVERY_WALLETS.some((known) => known.id === id) ? name : `${name}-starknet`
}

/** Creates the connector of a wallet on the page, or of a known wallet that is not installed. */
function toConnector(id: string, known: KnownWallet | undefined, wallet: FoundWallet | null): Connector {
  const { name, icon, downloads, aliases, shared } = { ...NOTHING, ...known, ...(wallet as FoundWallet) }
  const load = async () => {
    if (!wallet) throw new WalletError('not_found')
    return STARKNET_CONNECT.load()
  }
  // A snap is there as long as its MetaMask, whatever else the page brings.
  const isPresent = () => findWallets().has(id) || (id === SNAP_ID && !!findAnnounced('io.metamask'))
  const source = { ...(wallet as FoundWallet), isPresent }
  return {
    id,
    key: toKey(id),
    aliases,
    group: 'starknet',
    namespace: 'starknet',
    name,
    icon,
    downloads,
    supportedChains: ['STARK'],
    canConnectViaQrCode: false,
    canConnectViaCustodialService: false,
    availability: wallet ? 'ready' : absentAvailability(known as KnownWallet),
    ...(shared && { note: 'shared-identity' as const }),
    connect: async (request) => (await load()).connectStarknet(source, request),
    ...(wallet && {
      ownsBrowser: wallet.ownsBrowser,
      watchUnlock: (onUnlock: () => void) =>
        watchWithPart(load, (part) => part.watchStarknetUnlock(source, onUnlock)),
    }),
    // When two wallets share a name, neither is restored by itself.
    restore: async (request) => (wallet && !shared ? (await load()).restoreStarknet(source, request) : null),
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
  let scan: (() => void) | null = null
  return {
    start(add, remove, getConfig) {
      if (!globalThis.addEventListener) return
      scan = () => {
        const config = getConfig?.()
        // Scanning every global is expensive: skip it when the page names no Starknet chain.
        if (config && !allChains(config).some((chainId) => namespaceOf(chainId) === 'starknet')) return
        const named = OTHER_WALLETS.filter(({ id }) => config?.wallets.includes(id))
        const offered = new Map([...DISCOVERY_WALLETS, ...named].map((one) => [one.id, one]))
        const found = findWallets()
        for (const id of new Set([...reported.keys(), ...offered.keys(), ...found.keys()])) {
          const wallet = found.get(id) ?? null
          const before = reported.get(id)
          if (!wallet && !offered.has(id)) {
            reported.delete(id)
            remove(id)
          } else if (
            before?.object !== wallet?.object ||
            before?.shared !== wallet?.shared ||
            !reported.has(id)
          ) {
            reported.set(id, wallet)
            add(toConnector(id, offered.get(id), wallet))
          }
        }
      }
      const unwatch = getRegistry().watch(() => scan?.())
      const again = () => {
        scan?.()
        return !scan
      }
      // Extensions inject late, without an event.
      void lookLate(again)
      if (globalThis.document?.readyState !== 'complete') {
        globalThis.addEventListener('load', again, { once: true })
      }
      return () => {
        unwatch()
        scan = null
      }
    },
    rescan: () => scan?.(),
  }
}
