import { readField } from '../../../errors/normalise.js'
import { isMobile } from '../../../platform/environment.js'
import { timeToSettle, wait } from '../../../platform/time.js'
import type { Connector, ConnectorSource } from '../../connector.js'
import { lookLate } from '../../look-late.js'
import { COINBASE_RDNS, ROWS } from '../../service-rows.js'
import { type Eip1193Provider, toProvider } from '../announcement.js'
import { type Entry, readAnnouncements } from '../announcements.js'
import { createInjectedConnector } from './connector.js'
import { isLookAlike } from './look-alike.js'

/** The provider of a wallet older than EIP-6963, or null. */
const readLegacyProvider = () => toProvider(readField(globalThis, 'ethereum'))

const toConnector = (entry: Entry): Connector => {
  const { id, name, rdns, uuid } = entry
  // Its id also means the row that it replaces.
  const aliases = [id !== rdns && rdns, rdns === COINBASE_RDNS && ROWS.coinbase.id].filter((one) => !!one)
  return createInjectedConnector({
    ...entry,
    isInWindow: true,
    ...(aliases.length && { aliases: aliases as string[] }),
    ...(id !== rdns && { keySuffix: uuid }),
    // Show the announced identity of a wallet that resembles another wallet.
    ...(isLookAlike(name, rdns) && { subtitle: rdns }),
  })
}

/**
 * Finds injected EVM wallets that announce themselves (EIP-6963). It reads `window.ethereum` only when no wallet has.
 */
export function createInjectedSource(): ConnectorSource {
  let legacy: Eip1193Provider | null = null
  let failOver = (): unknown => false
  let isExpecting = (): boolean => false
  return {
    rescan: () => void failOver(),
    expects: () => isExpecting(),
    start(add, remove) {
      if (typeof globalThis.addEventListener !== 'function') return
      const stop = new AbortController()
      const { signal } = stop
      const seen = readAnnouncements()
      const unwatch = seen.watch((entry) => {
        if (legacy) remove('injected')
        legacy = null
        add(toConnector(entry))
      })
      /** @returns whether there is a wallet */
      const look = (): boolean => {
        if (seen.entries.size > 0 || legacy) return true
        legacy = readLegacyProvider()
        if (legacy)
          add(
            createInjectedConnector({
              id: 'injected',
              name: 'Browser wallet',
              icon: '',
              provider: legacy,
              isInWindow: true,
            }),
          )
        return !!legacy
      }
      failOver = look
      // In-app browsers inject late, without an event, and a restore waits a second for its wallet (specification, section 4).
      void wait(Math.max(0, timeToSettle() / 2), signal).then(() => lookLate(look, signal))
      globalThis.addEventListener('ethereum#initialized', look, { once: true, signal })
      isExpecting = () => isMobile() && seen.entries.size === 0 && !legacy && !!readLegacyProvider()
      return () => {
        unwatch()
        stop.abort()
      }
    },
  }
}
