import { allChains } from '../connectors/config.js'
import type { Connector } from '../connectors/connector.js'
import { readTarget } from '../platform/environment.js'
import { namespaceOf } from '../protocol/caip2.js'
import type { WalletConfig } from './config.js'
import type { Choice } from './state.js'

/** Whether an id means this connector: its own id, or one of its aliases. */
export const answersTo = (connector: Connector, id: string): boolean =>
  connector.id === id || (connector.aliases?.indexOf(id) ?? -1) >= 0

const isOffered = ({ offered = true }: Connector, config: WalletConfig): boolean =>
  typeof offered === 'function' ? offered(config) : offered

/** The kinds of connectors, in order of display. */
const KINDS = ['installed', 'phone', 'hosted', 'install'] as const

/** The place of a connector's kind among {@link KINDS}. */
function rank({ availability, canConnectViaQrCode, opensWindow }: Connector): number {
  if (availability !== 'ready') return 3
  if (opensWindow) return 2
  return canConnectViaQrCode ? 1 : 0
}

/**
 * The group of a connector: each word of `wallets` makes a group; without `wallets` its {@link rank} counts.
 */
function groupOf(connector: Connector, { wallets }: WalletConfig): number {
  const own = wallets.findIndex((word) => answersTo(connector, word))
  if (wallets.length === 0) return rank(connector)
  return own < 0 ? wallets.indexOf(connector.group ?? '') : own
}

/** The beginnings of the names of wallets that most visitors have, the most common first. */
const COMMON = 'metamask rabby coinbase phantom trust rainbow okx zerion ready braavos keplr'.split(' ')

/** Sorts first by how common a wallet is, then by name. */
function toSortKey({ name, id }: Connector): string {
  const own = name.toLowerCase()
  const place = COMMON.findIndex((word) => own.startsWith(word))
  return `${String.fromCharCode(place < 0 ? COMMON.length : place)}${own} ${id}`
}

/** Each list of connectors, sorted. One click reads the same list several times. */
const sorted = new WeakMap<readonly Connector[], readonly Connector[]>()

/**
 * Sorts wallets by how common they are, and then by name: the order in which wallets announce themselves differs from load
 * to load.
 */
function sortFound(found: readonly Connector[]): readonly Connector[] {
  const known = sorted.get(found)
  if (known) return known
  const list = found
    .map((connector) => [toSortKey(connector), connector] as const)
    .sort(([first], [second]) => (first < second ? -1 : Number(first > second)))
    .map(([, connector]) => connector)
  sorted.set(found, list)
  return list
}

/**
 * The connectors that a configuration allows, in order of display: as `wallets` names them, else by {@link
 * rank}, then the page's own connectors first, then by the family of the page's chains. The order of discovery does not count.
 *
 * @param found all discovered connectors; when two share an id, the first counts
 */
export function selectConnectors(found: readonly Connector[], config: WalletConfig): Connector[] {
  const namespaces = new Set(allChains(config).map(namespaceOf))
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
  const isOwn = (connector: Connector) => config.connectors.includes(connector)
  const isFound = (connector: Connector) =>
    !isOwn(connector) && connector.availability === 'ready' && !!connector.group
  const installed = sortFound(found)
    .filter((connector) => byId.get(connector.id) === connector && isFound(connector))
    .values()
  const all = [...byId.values()].map((connector) =>
    isFound(connector) ? (installed.next().value as Connector) : connector,
  )
  if (config.wallets.length === 0) {
    // The page's own connectors are always listed.
    const isShown = (connector: Connector) => isOwn(connector) || isOffered(connector, config)
    const family = (connector: Connector) =>
      isOwn(connector) ? -1 : [...namespaces].indexOf(connector.namespace)
    return all.filter(isShown).sort((a, b) => rank(a) - rank(b) || family(a) - family(b))
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

/** Where this browser can get the wallet of a connector; null when there is no such shop. */
function readDownload({ downloads }: Connector): string | null {
  // Few wallets have a shop, and reading the browser's name for each of many costs time.
  const target = Object.keys(downloads).length ? readTarget() : null
  return (target && downloads[target]) ?? null
}

/** The row of a connector; null when the wallet can be neither connected nor installed here. */
export function toChoice(connector: Connector, config: WalletConfig): Choice | null {
  const { availability } = connector
  if (availability !== 'ready' && !(availability === 'install' && readDownload(connector))) return null
  return {
    id: connector.id,
    name: connector.name,
    title: connector.title,
    subtitle: connector.subtitle,
    note: connector.note,
    icon: connector.icon,
    namespace: connector.namespace,
    availability: connector.availability as Choice['availability'],
    download: readDownload(connector),
    canConnectViaQrCode: connector.canConnectViaQrCode,
    kind: KINDS[rank(connector)] as Choice['kind'],
    drawsInPage: connector.drawsInPage,
    group: groupOf(connector, config),
  }
}
