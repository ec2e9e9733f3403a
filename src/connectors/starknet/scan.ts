import { MAX_WALLETS } from '../../constants.js'
import { cleanIcon, cleanName } from '../presentation.js'
import type { FoundWallet } from './wallet-object.js'

const METHODS = ['request', 'on', 'off'] as const

/** A pair of icons from one icon or from `{ light, dark }`; markup and foreign addresses become an empty text. */
function readIcon(icon: unknown): FoundWallet['icon'] {
  const pair = icon as { light?: unknown; dark?: unknown } | null
  const isPair = pair !== null && typeof pair === 'object'
  const light = cleanIcon(isPair ? pair.light : icon)
  const dark = cleanIcon(isPair ? pair.dark : icon)
  return { light: light || dark, dark: dark || light }
}

/** What a wallet says of itself, checked and cleaned; null when it cannot be listed. */
export function toFound(
  object: object,
  kind: FoundWallet['kind'],
  card: { id: unknown; name: unknown; version: unknown; icon: unknown; ownsBrowser?: unknown },
): FoundWallet | null {
  const name = cleanName(card.name)
  if (typeof card.id !== 'string' || card.id === '' || card.id.length > 128 || !name) return null
  return {
    id: card.id,
    name,
    version: cleanName(card.version),
    icon: readIcon(card.icon),
    ownsBrowser: card.ownsBrowser === true,
    shared: false,
    kind,
    object,
  }
}

/** Reads one global. Each field once; a getter that throws is a wallet that is not there. */
function readGlobal(scope: object, key: string, seen: Set<unknown>): FoundWallet | null {
  try {
    const object = (scope as Record<string, unknown>)[key]
    if (object === null || (typeof object !== 'object' && typeof object !== 'function') || seen.has(object))
      return null
    seen.add(object)
    const wallet = object as Record<string, unknown>
    if (!('version' in wallet && 'icon' in wallet)) return null
    for (const method of METHODS) if (typeof wallet[method] !== 'function') return null
    const { id, name, version, icon, isInAppBrowser } = wallet
    return toFound(object, 'window', { id, name, version, icon, ownsBrowser: isInAppBrowser })
  } catch {
    return null
  }
}

/**
 * Finds wallets among the window's own properties whose names begin with `starknet`, enumerable or not (Argent X defines
 * its own as hidden). One entry per id: of two objects under one id that under `starknet_<id>` is kept, and flagged.
 */
export function scanGlobals(scope: object): Map<string, FoundWallet> {
  const found = new Map<string, FoundWallet>()
  const seen = new Set<unknown>()
  for (const key of Object.getOwnPropertyNames(scope)) {
    if (!key.startsWith('starknet') || found.size >= MAX_WALLETS) continue
    const wallet = readGlobal(scope, key, seen)
    if (!wallet) continue
    const twin = found.get(wallet.id)
    const kept = twin && key !== `starknet_${wallet.id}` ? twin : wallet
    kept.shared = twin !== undefined
    found.set(wallet.id, kept)
  }
  return found
}
