import type { Choice } from '../../client/state.js'
import { MOBILE_NAMES } from '../../connectors/relay/mobile-names.js'
import { WEB_WALLET_ID, WEB_WALLET_MAKER } from '../../constants.js'
import { isMobile } from '../../platform/environment.js'
import { type ChainId, namespaceOf } from '../../protocol/caip2.js'
import { readFormer } from '../former-name.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { NO_ICON } from './wallet-icon.js'

/** A row of the list: a choice of the client, or a phone app that a choice leads to. */
export interface ListRow extends Choice {
  /** The choice that a click picks. */
  walletId: string
  /** The phone app that gets the pairing, or opens the page in its own browser. */
  app?: string
  /** The row for all apps that have no row. */
  isRest?: boolean
}

/** So many tiles are shown: two lines of four. */
const TILES = 8

/** Of the first family's apps, so many come before those of the other. */
const FIRST_LINE = 4

/** Words of `wallets` that mean every wallet of a namespace. */
const FAMILY_WORDS = { eip155: 'injected', starknet: 'starknet' }

/** Whether this is the relay's choice, for any phone app. */
const isRelay = ({ id }: Choice): boolean => id === 'walletConnect' || id === 'argentMobile'

/** Whether a row is for a phone, in the group of phones. */
export const isPhoneRow = ({ kind, group }: ListRow): boolean => kind === 'phone' && group >= 0

/** The rows with no more phone rows than fit into two lines of tiles: the last tile then leads to all. */
export function toTiles(rows: readonly ListRow[]): readonly ListRow[] {
  const [last, ...before] = rows.filter(isPhoneRow).reverse()
  const hidden = new Set(before.slice(0, Math.max(0, before.length + 1 - TILES)))
  return rows
    .filter((row) => !hidden.has(row))
    .map((row) => (hidden.size && row === last ? { ...row, ...TO_ALL } : row))
}

/** Belongs to no wallet: it leads to the whole list. */
const TO_ALL = { id: 'all', walletId: '', name: '⋯', title: '', icon: { light: '', dark: '' }, isRest: true }

/**
 * Creates the rows of the list. A wallet to install has a row only when no wallet of its namespace is installed, or
 * when the page names wallets. On a phone the apps come before the relay's own row: those that accept a pairing, or,
 * without a relay, those that open the page in their own browser.
 *
 * @param shown the rows of the first frame, all of which stay
 */
export function toRows(
  choices: readonly Choice[],
  chains: readonly ChainId[],
  wallets: readonly string[],
  shown: readonly ListRow[],
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
    ...own.slice(0, FIRST_LINE),
    ...MOBILE_NAMES.filter((one) => !own.includes(one)),
    ...own.slice(FIRST_LINE),
  ]
  const apps = names.flatMap(({ id, name, namespace, takes }): ListRow[] => {
    const relay = choices.find((one) => one.namespace === namespace && isRelay(one))
    const takesPairing = !!relay && takes !== 'page'
    const isNamed = relay || !wallets.length || wallets.includes(FAMILY_WORDS[namespace])
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
        // The address arrives with the views.
        download: null,
        canConnectViaQrCode: false,
        group: relay?.group ?? (wallets.length ? wallets.indexOf(FAMILY_WORDS[namespace]) : 1),
      },
    ]
  })
  const rest = rows
    .filter(({ kind }) => kind !== 'install')
    .map((row) => (isRelay(row) ? { ...row, isRest: true } : row))
  const at = rest.findIndex(({ kind }) => kind !== 'installed')
  return [...rest.slice(0, at < 0 ? rest.length : at), ...apps, ...(at < 0 ? [] : rest.slice(at))]
}

/** A row's title and subtitle in the visitor's language, when they are words and not names. */
export function readWords(
  { id, name, title = name, subtitle, note, isRest }: Pick<ListRow, 'id' | 'name'> & Partial<ListRow>,
  texts: LoadedTexts,
) {
  if (isRest) return { title: texts.otherWallet, subtitle: title }
  if (id === WEB_WALLET_ID)
    return { title: texts.email, subtitle: texts.poweredBy.replace('{0}', WEB_WALLET_MAKER) }
  const [now, before] = readFormer(title)
  return {
    title: now,
    subtitle: note ? texts.sharedIdentity : before ? texts.formerly.replace('{0}', () => before) : subtitle,
  }
}
