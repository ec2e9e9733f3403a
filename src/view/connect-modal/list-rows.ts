import { type ChainId, namespaceOf } from '../../chains/caip2.js'
import type { Choice } from '../../client/state.js'
import { MOBILE_NAMES } from '../../connectors/relay/mobile-names.js'
import { WEB_WALLET_ID, WEB_WALLET_MAKER } from '../../constants.js'
import { isMobile } from '../../platform/environment.js'
import type { LoadedTexts } from '../i18n/texts.js'

/** A row as the list draws it: a choice of the client's, or an app of this phone that one of them leads to. */
export interface ListRow extends Choice {
  /** The choice that a click picks. */
  walletId: string
  /** The phone's app that the pairing goes to, or that opens the page in its own browser. */
  app?: string
  /** It stands for the apps that have no row of their own. */
  isRest?: boolean
}

/** Words of `wallets` that stand for every wallet of a family. */
const FAMILY_WORDS = { eip155: 'injected', starknet: 'starknet' }

/** The relay's choice for any app of a phone. */
const isRelay = ({ id }: Choice): boolean => id === 'walletConnect' || id === 'argentMobile'

/**
 * The rows of the list. A wallet to install has a row only where no wallet of its family is installed, or where the page names
 * wallets. On a phone the apps stand before the relay's own row: those that take a pairing, or, without a relay, those that
 * open the page in their own browser.
 *
 * @param shown the rows of the first frame, none of which goes away
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
  const apps = MOBILE_NAMES.flatMap(({ id, name, namespace, takes }): ListRow[] => {
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
        icon: { light: '', dark: '' },
        namespace,
        kind: 'phone',
        availability: takesPairing ? 'ready' : 'install',
        // The address comes with the views.
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

/** A row's title and subtitle in the visitor's language, where they are words and no names. */
export function readWords(
  { id, name, title = name, subtitle, note, isRest }: Pick<ListRow, 'id' | 'name'> & Partial<ListRow>,
  texts: LoadedTexts,
) {
  if (isRest) return { title: texts.otherWallet, subtitle: title }
  if (id === WEB_WALLET_ID)
    return { title: texts.email, subtitle: texts.poweredBy.replace('{0}', WEB_WALLET_MAKER) }
  const [, now, before] = /^(.+?)(?: Wallet)? \(formerly (.+)\)$/.exec(title) ?? []
  return {
    title: now ?? title,
    subtitle: note ? texts.sharedIdentity : before ? texts.formerly.replace('{0}', () => before) : subtitle,
  }
}
