import { MOBILE_NAMES, toPageLink } from '../connectors/relay/mobile-names.js'
import { isMobile, readAddress } from '../platform/environment.js'
import { type ChainId, namespaceOf } from '../protocol/caip2.js'
import type { Choice } from './state.js'

/** A row of the list: a choice of the client, or a phone app that a choice leads to. */
export interface ListRow extends Choice {
  /** The choice that a click picks; an empty string for a link to an app that needs none. */
  walletId: string
  /** The phone app that gets the pairing, or opens the page in its own browser. */
  app?: string
  /** The row for all apps that have no row. */
  isRest?: boolean
}

/** So many apps of the first family come before those of the other family. */
const FIRST_APPS = 4

/** Words of `wallets` that mean every wallet of a namespace. */
const FAMILY_WORDS = { eip155: 'injected', starknet: 'starknet' }

const NO_ICON = { light: '', dark: '' }

/** Whether this is the relay's choice, for any phone app. */
const isRelay = ({ id }: Choice): boolean => id === 'walletConnect' || id === 'argentMobile'

/**
 * Creates the rows of the list: what the view draws, and what the client counts. A wallet to install has a row only when no
 * wallet of its namespace is installed, or when the page names wallets. On a phone the apps come before the relay's own
 * row: those that accept a pairing, or, without a relay, those that open the page in their own browser.
 *
 * @param chains the chains that the list is for
 * @param shown the rows of the first frame, all of which stay
 */
export function toRows(
  choices: readonly Choice[],
  chains: readonly ChainId[],
  wallets: readonly string[],
  shown: readonly ListRow[] = [],
): ListRow[] {
  const isThere = (kind: Choice['kind'], family: string) =>
    choices.some((one) => one.kind === kind && one.namespace === family)
  const rows: ListRow[] = choices
    .filter(
      ({ id, kind, namespace }) =>
        kind !== 'install' ||
        wallets.length ||
        shown.some((row) => row.id === id) ||
        !isThere('installed', namespace),
    )
    .map((choice) => ({ ...choice, walletId: choice.id }))
  if (!isMobile()) return rows
  const families = chains.map(namespaceOf)
  const own = MOBILE_NAMES.filter(({ namespace }) => namespace === families[0])
  const names = [
    ...own.slice(0, FIRST_APPS),
    ...MOBILE_NAMES.filter((one) => !own.includes(one)),
    ...own.slice(FIRST_APPS),
  ]
  const apps = names.flatMap((app): ListRow[] => {
    const { id, name, namespace, takes, walletId } = app
    const relay = choices.find((one) => one.namespace === namespace && isRelay(one))
    const takesPairing = !!relay && takes !== 'page'
    const isInstalled = choices.some((one) => one.kind === 'installed' && one.id === walletId)
    const word = wallets.findIndex(
      (one) => one === FAMILY_WORDS[namespace] || (one === walletId && !isInstalled),
    )
    const isNamed = relay || !wallets.length || word >= 0
    if (!families.includes(namespace) || !(takesPairing || (takes !== 'pair' && isNamed))) return []
    return [
      {
        id: `app ${id}`,
        app: id,
        walletId: relay?.id ?? '',
        name,
        // The icon that the wallet itself has announced replaces our copy of its mark.
        icon: choices.find((one) => one.kind === 'installed' && one.name === name)?.icon ?? NO_ICON,
        namespace,
        kind: 'phone',
        availability: takesPairing ? 'ready' : 'install',
        download: takesPairing ? null : toPageLink(app, readAddress().href),
        canConnectViaQrCode: false,
        group: relay?.group ?? (wallets.length ? word : 1),
      },
    ]
  })
  const rest = rows
    .filter(({ kind }) => kind !== 'install')
    .map((row) => (isRelay(row) ? { ...row, isRest: true } : row))
  const at = rest.findIndex(({ kind }) => kind !== 'installed')
  return [...rest.slice(0, at < 0 ? rest.length : at), ...apps, ...(at < 0 ? [] : rest.slice(at))]
}

/**
 * The row of a phone app, by the id of the wallet that the app is; undefined when the list has none.
 *
 * @param walletId an id as in `wallets` and in `connect({ walletId })`
 */
export function findApp(rows: readonly ListRow[], walletId: string): ListRow | undefined {
  const app = MOBILE_NAMES.find((one) => one.walletId === walletId)
  return app && rows.find((row) => row.app === app.id)
}
