import { forgetLastWallet, readLastWallet, rememberLastWallet } from '../connectors/sources.js'
import { KIB } from '../constants.js'
import { createMemoryStorage, type StorageLike } from '../platform/storage.js'
import { encodeName as encode, flagKey, storePrefix } from '../platform/stored-names.js'
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

/** A text for each namespace. */
type Words = Partial<Record<Namespace, string>>

/**
 * All stored records of sessions of one store name; nothing else reads or writes them. They are only hints: the page shows
 * nothing before the wallet confirms it.
 */
export interface Records {
  /** The storage key of the reconnect flag; its value names the wallet of each namespace. */
  readonly reconnectKey: string
  /** The reconnect flag as it is stored. */
  readFlag(): string | null
  /** The wallet of each namespace; the active namespace is the first. */
  readReconnect(): Words
  /** As {@link Records.readReconnect}, and the last Starknet wallet, even where the visitor has ended its session. */
  readLast(): Words
  /** @param isActive whether this namespace is the active one from now on */
  writeReconnect(namespace: Namespace, walletId: string | null, isActive?: boolean): void
  /** Removes a flag that names no wallet, because it is damaged. */
  healReconnect(): void
  /** Removes a namespace from the flag in a way that tells other tabs that its wallet has ended the session: {@link compareFlags}. */
  writeWalletsEnd(namespace: Namespace): void
  /** Stores the id of the last Starknet wallet, for the modes that ask that wallet first. */
  rememberLast(walletId: string): void
  /** @param walletId the wallet that is forgotten if it is the last one; any wallet by default */
  forgetLast(walletId?: string): void
  /** Counts one more visit without the wallet of a namespace. @returns how many there were in a row */
  countMissing(namespace: Namespace): number
  /** The wallet of a namespace was found: earlier visits without it no longer count. */
  clearMissing(namespace: Namespace): void
  readWallet(key: string): WalletRecord | null
  writeWallet(key: string, record: WalletRecord): void
  clearWallet(key: string): void
  /** Deletes the records of all other wallets, such as a wallet that was uninstalled. */
  clearOthers(keys: readonly string[]): void
}

/**
 * A stored text of words by namespace, as the reconnect flag is: `eip155=io.metamask starknet=braavos`, the active namespace first,
 * ids percent-encoded. An empty word says that the wallet has ended its session by itself.
 */
function parse(text: string | null): Words {
  const found: Words = {}
  for (const entry of text?.split(' ') ?? []) {
    const [, namespace, word] = /^(eip155|starknet)=([^\s=]{0,400})$/.exec(entry) ?? []
    try {
      if (namespace) found[namespace as Namespace] = decodeURIComponent(word as string)
    } catch {
      // This package writes no such id: the text is damaged, or another script has written it.
    }
  }
  return found
}

const withoutEmpty = (words: Words): Words =>
  Object.fromEntries(Object.entries(words).filter(([, word]) => word))

/** The reconnect flag: the wallet of each namespace, the active namespace first. */
export const parseReconnect = (text: string | null): Words => withoutEmpty(parse(text))

/** The text of words by namespace; a namespace without a word is left out. */
export const printWords = (words: Partial<Record<Namespace, string | null>>): string =>
  Object.entries(words)
    .filter(([, word]) => word)
    .map(([name, word]) => `${name}=${encode(word as string)}`)
    .join(' ')

/**
 * Compares two states of the reconnect flag. @returns how the session of a namespace has ended: another page has left it (`left`), or has
 * learned that the wallet has ended it (`ended`); null where it has not
 */
export function compareFlags(
  before: string | null,
  now: string | null,
  namespace: Namespace,
): 'left' | 'ended' | null {
  const [was, is] = [parse(before)[namespace], parse(now)[namespace]]
  if (is || is === was) return null
  if (is === '') return 'ended'
  // `ended` was reported for the state before.
  return was ? 'left' : null
}

/** Creates the {@link Records} of a store name on a storage that does not throw. */
export function createRecords(storage: StorageLike, store: string): Records {
  const prefix = storePrefix(store)
  const reconnectKey = flagKey(store)
  const missingKey = `${prefix}:missing`
  // The keys of the last wallet belong to the whole page, so that only the store `default` has them in the page's storage.
  const lastWallets = store === 'default' ? storage : createMemoryStorage()
  const read = (key: string): string | null => {
    const value = storage.getItem(key)
    return value !== null && value.length <= MAX_STORED_BYTES ? value : null
  }
  const write = (key: string, text: string) => {
    if (text) storage.setItem(key, text)
    else storage.removeItem(key)
  }
  const records: Records = {
    reconnectKey,
    readFlag: () => read(reconnectKey),
    readReconnect: () => parseReconnect(read(reconnectKey)),
    readLast() {
      const stored = records.readReconnect()
      const starknet = stored.starknet ?? readLastWallet(lastWallets)
      return { ...stored, ...(starknet && { starknet }) }
    },
    healReconnect() {
      if (storage.getItem(reconnectKey) !== null && !printWords(records.readReconnect()))
        storage.removeItem(reconnectKey)
    },
    writeWalletsEnd(namespace) {
      const others = printWords({ ...records.readReconnect(), [namespace]: null })
      storage.setItem(reconnectKey, `${others} ${namespace}=`)
      records.writeReconnect(namespace, null)
    },
    writeReconnect(namespace, walletId, isActive) {
      const first = isActive ? { [namespace]: walletId } : {}
      write(reconnectKey, printWords({ ...first, ...records.readReconnect(), [namespace]: walletId }))
      records.clearMissing(namespace)
    },
    rememberLast: (walletId) => rememberLastWallet(lastWallets, walletId),
    forgetLast(walletId) {
      if (!walletId || readLastWallet(lastWallets) === walletId) forgetLastWallet(lastWallets)
    },
    countMissing(namespace) {
      const missing = parse(read(missingKey))
      const times = (Number(missing[namespace]) || 0) + 1
      write(missingKey, printWords({ ...missing, [namespace]: String(times) }))
      return times
    },
    clearMissing(namespace) {
      const missing = read(missingKey)
      if (missing) write(missingKey, printWords({ ...parse(missing), [namespace]: null }))
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
