import { namespaceOf } from '../chains/caip2.js'
import type { Connector } from '../connectors/connector.js'
import { readTarget } from '../platform/environment.js'
import type { WalletConfig } from './config.js'
import type { Choice } from './state.js'

/** Whether an id means this connector: its own, or one of its aliases. */
export const answersTo = (connector: Connector, id: string): boolean =>
  connector.id === id || (connector.aliases?.includes(id) ?? false)

const isOffered = ({ offered = true }: Connector, config: WalletConfig): boolean =>
  typeof offered === 'function' ? offered(config) : offered

/** What is installed, then hosted wallets, then those on a phone, then what could be installed. */
const rank = ({ availability, canConnectViaQrCode, opensWindow }: Connector): number =>
  availability !== 'ready' ? 3 : canConnectViaQrCode ? 2 : opensWindow ? 1 : 0

/**
 * The connectors a configuration allows, in order of display: as `wallets` names them, else by {@link rank}.
 *
 * @param found everything discovered, in order of discovery; a later entry of the same id is left out
 */
export function selectConnectors(found: readonly Connector[], config: WalletConfig): Connector[] {
  const namespaces = new Set([...config.chains, ...config.optionalChains].map(namespaceOf))
  const byId = new Map<string, Connector>()
  for (const connector of [...config.connectors, ...found]) {
    if (
      namespaces.has(connector.namespace) &&
      connector.availability !== 'hidden' &&
      !byId.has(connector.id)
    ) {
      byId.set(connector.id, connector)
    }
  }
  const all = [...byId.values()]
  if (config.wallets.length === 0) {
    // What the page brings along is to be seen.
    const isShown = (one: Connector) => config.connectors.includes(one) || isOffered(one, config)
    return all.filter(isShown).sort((a, b) => rank(a) - rank(b))
  }
  const named = all.filter((connector) => config.wallets.some((word) => answersTo(connector, word)))
  const list = new Set<Connector>()
  for (const word of config.wallets) {
    for (const connector of all) {
      const isRest =
        connector.group === word && !named.includes(connector) && connector.availability === 'ready'
      if (answersTo(connector, word) || isRest) list.add(connector)
    }
  }
  return [...list]
}

/** What a connector looks like as a row; null when it can neither be connected nor installed here. */
export function toChoice(connector: Connector): Choice | null {
  const target = readTarget()
  const download = target ? (connector.downloads[target] ?? null) : null
  if (connector.availability === 'hidden' || (connector.availability === 'install' && !download)) return null
  return {
    id: connector.id,
    name: connector.name,
    title: connector.title,
    subtitle: connector.subtitle,
    note: connector.note,
    icon: connector.icon,
    namespace: connector.namespace,
    availability: connector.availability,
    download,
    canConnectViaQrCode: connector.canConnectViaQrCode,
  }
}
