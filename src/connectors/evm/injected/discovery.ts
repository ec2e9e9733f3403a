import { DISCOVERY_SETTLE, MAX_WALLETS } from '../../../constants.js'
import { isMobile } from '../../../platform/environment.js'
import { clearTimer, setTimer } from '../../../platform/natives.js'
import type { Connector, ConnectorSource } from '../../connector.js'
import { type Announcement, type Eip1193Provider, readAnnouncement } from '../announcement.js'
import { createInjectedConnector } from './connector.js'
import { readLegacyProvider } from './legacy.js'
import { isLookAlike } from './look-alike.js'

/** One announced wallet and what is odd about it. */
interface Entry extends Announcement {
  id: string
  note?: Connector['note']
}

/** The announcements of this page, shared by all clients: one request, one listener, for the page's life (EIP-6963). */
interface Announcements {
  entries: Map<string, Entry>
  /** @returns the way to stop */
  watch(listener: (entry: Entry) => void): () => void
}

function listen(): Announcements {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(entry: Entry) => void>()
  const tell = (entry: Entry) => {
    for (const listener of listeners) listener(entry)
  }
  const mark = (entry: Entry, note: NonNullable<Connector['note']>) => {
    if (entry.note === note) return
    entry.note = note
    tell(entry)
  }
  globalThis.addEventListener('eip6963:announceProvider', (event) => {
    const found = readAnnouncement(event)
    if (!found) return
    const same = entries.get(found.uuid)
    if (same) {
      // A second provider under a uuid in use is a sign of tampering: the first one stays.
      if (same.provider !== found.provider) mark(same, 'shared-uuid')
      return
    }
    const twins = [...entries.values()].filter((entry) => entry.rdns === found.rdns)
    if (twins.some((entry) => entry.provider === found.provider) || entries.size >= MAX_WALLETS) return
    const entry: Entry = { ...found, id: twins.length ? `${found.rdns}:${found.uuid}` : found.rdns }
    entries.set(found.uuid, entry)
    if (twins.length) entry.note = 'shared-identity'
    for (const twin of twins) mark(twin, 'shared-identity')
    tell(entry)
  })
  globalThis.dispatchEvent(new Event('eip6963:requestProvider'))
  return {
    entries,
    watch(listener) {
      listeners.add(listener)
      for (const entry of entries.values()) listener(entry)
      return () => void listeners.delete(listener)
    },
  }
}

let page: Announcements | undefined

/** Whether a wallet has announced itself under this rdns. */
export function isAnnounced(rdns: string): boolean {
  // A connector that the page brought along may be the only part of its copy of this package.
  if (typeof globalThis.addEventListener === 'function') page ??= listen()
  return [...(page?.entries.values() ?? [])].some((entry) => entry.rdns === rdns)
}

/** Other ids that mean an announced wallet: that of the row which gives way to it. */
const ALIASES: Record<string, string> = { 'com.coinbase.wallet': 'coinbase' }

const toConnector = (entry: Entry): Connector => {
  const { id, name, rdns, uuid } = entry
  const alias = Object.hasOwn(ALIASES, rdns) ? ALIASES[rdns] : undefined
  const aliases = [id !== rdns && rdns, alias].filter((one) => !!one) as string[]
  return createInjectedConnector({
    ...entry,
    ...(aliases.length && { aliases }),
    ...(id !== rdns && { keySuffix: uuid }),
    // Who it says it is, where it looks like another.
    ...(isLookAlike(name, rdns) && { subtitle: rdns }),
  })
}

/**
 * Finds injected EVM wallets: announced ones (EIP-6963), and `window.ethereum` only where nothing is announced.
 */
export function createInjectedSource(): ConnectorSource {
  let legacy: Eip1193Provider | null = null
  return {
    start(add, remove) {
      if (typeof globalThis.addEventListener !== 'function') return
      page ??= listen()
      const seen = page
      const unwatch = seen.watch((entry) => {
        if (legacy) remove('injected')
        legacy = null
        add(toConnector(entry))
      })
      const failOver = () => {
        if (seen.entries.size > 0 || legacy) return
        legacy = readLegacyProvider()
        if (legacy)
          add(createInjectedConnector({ id: 'injected', name: 'Browser wallet', icon: '', provider: legacy }))
      }
      const timer = setTimer(failOver, DISCOVERY_SETTLE / 2)
      globalThis.addEventListener('ethereum#initialized', failOver, { once: true })
      this.rescan = failOver
      this.expects = () => isMobile() && seen.entries.size === 0 && !legacy && !!readLegacyProvider()
      return () => {
        unwatch()
        clearTimer(timer)
        globalThis.removeEventListener('ethereum#initialized', failOver)
      }
    },
  }
}
