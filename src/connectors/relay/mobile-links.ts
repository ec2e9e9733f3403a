import { WalletError } from '../../errors/wallet-error.js'
import { isMobile, readAddress } from '../../platform/environment.js'
import { openLink } from '../../platform/open-link.js'
import type { Namespace } from '../../protocol/caip2.js'
import { MOBILE_WALLETS, type MobileWallet, toPageLink } from './mobile-wallets.js'
import type { StoredSession } from './stored-sessions.js'

/** Which kind of link is tried first (attribute `deep-link`). */
export type LinkKind = 'native' | 'universal'

const find = (id: unknown): MobileWallet | undefined => MOBILE_WALLETS.find((wallet) => wallet.id === id)

/** The beginning of an app's links: of the preferred kind, else of the other kind. */
const baseOf = (wallet: MobileWallet, kind: LinkKind): string | undefined =>
  kind === 'universal' ? (wallet.universal ?? wallet.native) : (wallet.native ?? wallet.universal)

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

/** The address that passes a pairing to an app; undefined when the app accepts none. */
export function toPairingLink(id: string, uri: string, kind: LinkKind): string | undefined {
  const wallet = find(id)
  const base = wallet && baseOf(wallet, kind)
  if (!base) return undefined
  const extra = id === 'ready' ? `&href=${encodeURIComponent(readAddress().href)}&device=mobile` : ''
  return `${base}wc?uri=${encodeURIComponent(uri)}${extra}`
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
 * task of the tap, when the code exists.
 *
 * @returns whether the app accepts the pairing
 * @throws WalletError `no_in_app_browser` when the app neither accepts a pairing nor has a browser
 */
export function openApp(id: string, uri: string, kind: LinkKind): boolean {
  const link = toPairingLink(id, uri, kind)
  const href = link ?? toBrowserLink(id, readAddress().href)
  if (isAllowedLink(href)) openLink(href)
  return link !== undefined
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
  const base = wallet ? baseOf(wallet, kind) : named.find(isAllowedLink)
  if (!base) return
  const page = encodeURIComponent(readAddress().href)
  openLink(
    wallet?.id === 'ready'
      ? `${base}wc/request?href=${page}&device=mobile`
      : `${base}wc?sessionTopic=${session.topic}`,
  )
}
