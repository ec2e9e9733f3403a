import { KIB } from '../constants.js'
import { encodeName as encode, flagKey, type StorageLike, storePrefix } from '../platform/storage.js'
import type { Namespace } from '../protocol/caip2.js'

/** The longest stored text that we read, in UTF-16 units. */
const MAX_STORED_BYTES = 16 * KIB

/** What we store about one wallet, under its key (specification, browser storage). */
export interface WalletRecord {
  account: string
  chainId: string
  /** Session topic of a relay wallet. */
  topic?: string | undefined
  /** The visitor has switched the network since connecting. */
  switched: boolean
}

const FIELDS = ['account', 'topic', 'switched', 'chain'] as const

/**
 * The stored records of one store name. They are only hints: the page shows nothing before the wallet
 * confirms it.
 */
export interface Records {
  /** The storage key of the reconnect flag; its value names the wallet of each namespace. */
  readonly reconnectKey: string
  /** The wallet of each namespace; the active namespace is the first. */
  readReconnect(): Partial<Record<Namespace, string>>
  /** @param isActive whether this namespace is the active one from now on */
  writeReconnect(namespace: Namespace, walletId: string | null, isActive?: boolean): void
  /** Removes a namespace from the flag, and tells other tabs that its wallet has done so: {@link isWalletsEnd}. */
  writeWalletsEnd(namespace: Namespace): void
  readWallet(key: string): WalletRecord | null
  writeWallet(key: string, record: WalletRecord): void
  clearWallet(key: string): void
  /** Deletes the records of all other wallets, such as a wallet that was uninstalled. */
  clearOthers(keys: readonly string[]): void
}

/** The reconnect flag as text, the active namespace first: `eip155=io.metamask starknet=braavos`, ids percent-encoded. */
export function parseReconnect(text: string | null): Partial<Record<Namespace, string>> {
  const found: Partial<Record<Namespace, string>> = {}
  if (!text) return found
  for (const [, namespace, id] of text.matchAll(/(eip155|starknet)=([^\s=]{1,400})/g)) {
    try {
      found[namespace as Namespace] = decodeURIComponent(id as string)
    } catch {
      // This package writes no such id: the text is damaged, or another script has written it.
    }
  }
  return found
}

/** Whether another tab has written that a wallet has ended the session of this namespace by itself. */
export const isWalletsEnd = (flag: string | null, namespace: Namespace): boolean =>
  !!flag?.split(' ').includes(`${namespace}=`)

/** Creates the {@link Records} of a store name on a storage that does not throw. */
export function createRecords(storage: StorageLike, store: string): Records {
  const prefix = storePrefix(store)
  const reconnectKey = flagKey(store)
  const read = (key: string): string | null => {
    const value = storage.getItem(key)
    return value !== null && value.length <= MAX_STORED_BYTES ? value : null
  }
  const records: Records = {
    reconnectKey,
    readReconnect: () => parseReconnect(read(reconnectKey)),
    writeWalletsEnd(namespace) {
      // An id is never empty, so a reader takes this for no wallet.
      storage.setItem(reconnectKey, `${read(reconnectKey)} ${namespace}=`)
      records.writeReconnect(namespace, null)
    },
    writeReconnect(namespace, walletId, isActive) {
      const first = isActive ? { [namespace]: walletId } : {}
      const all = { ...first, ...parseReconnect(read(reconnectKey)), [namespace]: walletId }
      const text = Object.entries(all)
        .filter(([, id]) => id)
        .map(([name, id]) => `${name}=${encode(id as string)}`)
        .join(' ')
      if (text) storage.setItem(reconnectKey, text)
      else storage.removeItem(reconnectKey)
    },
    readWallet(key) {
      const [account, topic, switched, chainId] = FIELDS.map((field) => read(`${prefix}:${key}:${field}`))
      return account && chainId
        ? { account, chainId, topic: topic || undefined, switched: switched === 'true' }
        : null
    },
    writeWallet(key, record) {
      storage.setItem(`${prefix}:${key}:account`, record.account)
      storage.setItem(`${prefix}:${key}:chain`, record.chainId)
      if (record.topic) storage.setItem(`${prefix}:${key}:topic`, record.topic)
      if (record.switched) storage.setItem(`${prefix}:${key}:switched`, 'true')
      else storage.removeItem(`${prefix}:${key}:switched`)
    },
    clearWallet(key) {
      for (const field of FIELDS) storage.removeItem(`${prefix}:${key}:${field}`)
    },
    clearOthers(keys) {
      for (const name of storage.keys?.() ?? []) {
        const [key, field] = name.startsWith(`${prefix}:`) ? name.slice(prefix.length + 1).split(':') : []
        // The flags of a store whose name begins with this one's are no wallet's.
        const isWallet = FIELDS.some((each) => each === field)
        if (isWallet && !keys.includes(key as string)) storage.removeItem(name)
      }
    },
  }
  return records
}
