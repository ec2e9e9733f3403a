import { WalletError } from '../../errors/wallet-error.js'
import { isMobile, readAddress } from '../../platform/environment.js'
import { openLink } from '../../platform/open-link.js'
import type { Namespace } from '../../protocol/caip2.js'
import { toPageLink } from './mobile-names.js'
import { MOBILE_WALLETS, type MobileWallet } from './mobile-wallets.js'
import type { StoredSession } from './stored-sessions.js'

/** Which kind of link is tried first (attribute `deep-link`). */
type LinkKind = 'native' | 'universal'

const find = (id: unknown): MobileWallet | undefined => MOBILE_WALLETS.find((wallet) => wallet.id === id)

/** The beginnings of an app's links: of the preferred kind, then of the other kind. */
const basesOf = ({ universal, native }: MobileWallet, kind: LinkKind): string[] =>
  (kind === 'universal' ? [universal, native] : [native, universal]).filter((base) => base !== undefined)

/** Opens the first of some links that is not refused. @returns whether one was opened */
const openFirst = (links: readonly string[]): boolean =>
  links.some((link) => isAllowedLink(link) && openLink(link))

/** Whether an address belongs to an app of the list. No other address is ever opened, wherever it came from. */
export function isAllowedLink(href: unknown): boolean {
  if (typeof href !== 'string' || /[\s\\]/.test(href)) return false
  return MOBILE_WALLETS.some(({ native, universal, browser }) =>
    [native, universal, browser].some((base) => base && href.startsWith(base)),
  )
}

/** The apps of a namespace that we can open on this phone. */
export const listMobileWallets = (namespace: Namespace): MobileWallet[] =>
  MOBILE_WALLETS.filter((wallet) => wallet.namespace === namespace)

/** The addresses that pass a pairing to an app, the preferred kind first; none when the app accepts none. */
function toPairingLinks(id: string, uri: string, kind: LinkKind): string[] {
  const wallet = find(id)
  const extra = id === 'ready' ? `&href=${encodeURIComponent(readAddress().href)}&device=mobile` : ''
  return wallet ? basesOf(wallet, kind).map((base) => `${base}wc?uri=${encodeURIComponent(uri)}${extra}`) : []
}

/**
 * The address that opens a page in an app's own browser.
 *
 * @throws WalletError `no_in_app_browser` when the app has none that we know
 */
export function toBrowserLink(id: string, page: string): string {
  const wallet = find(id)
  if (!wallet?.browser) throw new WalletError('no_in_app_browser')
  return toPageLink(wallet, page)
}

/**
 * Opens an app: with the pairing if the app accepts pairings, else with this page in the app's browser. Call it in the
 * task of the tap, when the code exists. Where a link is refused, the app's link of the other kind is tried.
 *
 * @returns whether the app accepts the pairing; null where every link was refused
 * @throws WalletError `no_in_app_browser` when the app neither accepts a pairing nor has a browser
 */
export function openApp(id: string, uri: string, kind: LinkKind): boolean | null {
  const links = toPairingLinks(id, uri, kind)
  const isPairing = links.length > 0
  return openFirst(isPairing ? links : [toBrowserLink(id, readAddress().href)]) ? isPairing : null
}

/**
 * On a phone, brings the wallet of a session to the front, so that the visitor sees the request: the app that the
 * visitor chose, else the app that the wallet names, if our list has it.
 */
export function raiseApp(session: StoredSession, kind: LinkKind): void {
  if (!isMobile()) return
  const wallet = find(session.wcbApp)
  const redirect = session.peer.metadata.redirect
  const named = [redirect?.native, redirect?.universal].map((link) => link?.replace(/\/?$/, '/'))
  if (kind === 'universal') named.reverse()
  const bases = wallet ? basesOf(wallet, kind) : named.filter((link) => link !== undefined)
  const page = encodeURIComponent(readAddress().href)
  const request =
    wallet?.id === 'ready' ? `wc/request?href=${page}&device=mobile` : `wc?sessionTopic=${session.topic}`
  openFirst(bases.map((base) => base + request))
}
