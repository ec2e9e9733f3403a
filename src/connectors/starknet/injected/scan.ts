import { MAX_WALLETS } from '../../../constants.js'
import { isBrowser } from '../../../platform/environment.js'
import { cleanIcon, cleanName } from '../../name-and-icon.js'
import type { FoundWallet } from '../wallet-object.js'

/** User agents of the wallets' own mobile browsers that set no flag. */
const OWN_BROWSER: Record<string, RegExp> = { braavos: /braavos/i, keplr: /KeplrWalletMobile/ }

/** What a wallet says about itself. */
export interface WalletCard {
  id?: unknown
  name?: unknown
  version?: unknown
  icon?: unknown
  /** Argent's flag: the wallet's own mobile browser shows the page. */
  isInAppBrowser?: unknown
}

/**
 * Reads what a wallet says about itself, each field once; null when it cannot be listed. Markup and addresses are not
 * accepted as icons.
 */
export function toFound(object: object, kind: FoundWallet['kind'], card: WalletCard): FoundWallet | null {
  const { id, version, icon, isInAppBrowser } = card
  const name = cleanName(card.name)
  if (typeof id !== 'string' || !id || id.length > 128 || !name) return null
  const pair =
    icon && typeof icon === 'object' ? (icon as Partial<FoundWallet['icon']>) : { light: icon, dark: icon }
  const [light, dark] = [cleanIcon(pair.light), cleanIcon(pair.dark)]
  const browser = Object.hasOwn(OWN_BROWSER, id) ? OWN_BROWSER[id] : undefined
  return {
    id,
    name,
    version: cleanName(version),
    icon: { light: light || dark, dark: dark || light },
    ownsBrowser: isInAppBrowser === true || (!!browser && isBrowser(browser)),
    shared: false,
    kind,
    object,
  }
}

/** Whether an object has the members of the current wallet API, besides id and name. */
const isWallet = (wallet: Record<string, unknown>): boolean =>
  'version' in wallet &&
  'icon' in wallet &&
  ['request', 'on', 'off'].every((method) => typeof wallet[method] === 'function')

/**
 * Finds wallets among the window's own properties whose names begin with `starknet`, enumerable or not (Argent X hides
 * its property). It returns one wallet per id: when two objects share an id, it keeps `starknet_<id>` and flags it. An
 * object with a member that throws is skipped.
 */
export function scanGlobals(scope: object): Map<string, FoundWallet> {
  const found = new Map<string, FoundWallet>()
  const seen = new Set<unknown>()
  // A window has a thousand names, and it is scanned often.
  const keys = Object.getOwnPropertyNames(scope).filter((key) => key.startsWith('starknet'))
  for (const key of keys) {
    if (found.size >= MAX_WALLETS) break
    try {
      const object = (scope as Record<string, unknown>)[key] as Record<string, unknown>
      if (seen.has(object) || !isWallet(object)) continue
      seen.add(object)
      const wallet = toFound(object, 'window', object)
      if (!wallet) continue
      const twin = found.get(wallet.id)
      const kept = twin && key !== `starknet_${wallet.id}` ? twin : wallet
      kept.shared = !!twin
      found.set(wallet.id, kept)
    } catch {
      // A global that throws when it is read is no wallet.
    }
  }
  return found
}
