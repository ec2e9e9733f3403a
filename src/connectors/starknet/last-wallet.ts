import { DAY } from '../../constants.js'
import { now } from '../../platform/natives.js'
import type { StorageLike } from '../../platform/storage.js'

/** The key that stores the id of the last connected wallet (specification, browser storage). */
const LAST_WALLET = 'starknetLastConnectedWallet'

/** The beginning of the keys under which get-starknet stores the same id; a time in ms and a random number follow. */
const GSW_PREFIX = 'gsw-last'

const gswKeys = (storage: StorageLike): string[] =>
  (storage.keys?.() ?? []).filter((key) => key.startsWith(GSW_PREFIX))

/** A time further ahead than ten years, in ms, is no real time, because no clock is so wrong. */
const FAR = 10 * 365 * DAY

/** The time in a key's suffix, which tells which key is the newest. A time in the future counts as none. */
const timeOf = (key: string): number => {
  const time = Number(/\d{10,}/.exec(key.slice(GSW_PREFIX.length))?.[0] ?? 0)
  return time < now() + FAR ? time : 0
}

/** Stores the id of the connected wallet under both names, and deletes older `gsw-last` keys. */
export function rememberLastWallet(storage: StorageLike, id: string): void {
  forgetLastWallet(storage)
  storage.setItem(LAST_WALLET, id)
  storage.setItem(`${GSW_PREFIX}-${now()}-${Math.random().toString(36).slice(2)}`, id)
}

/** The id of the last wallet, or null; among several `gsw-last` keys the newest counts. It is only a hint. */
export function readLastWallet(storage: StorageLike): string | null {
  const newest = gswKeys(storage).sort((a, b) => timeOf(b) - timeOf(a))[0]
  const id = storage.getItem(LAST_WALLET) || (newest ? storage.getItem(newest) : null)
  return id && id.length <= 128 ? id : null
}

/** Deletes the keys of both names. */
export function forgetLastWallet(storage: StorageLike): void {
  for (const key of [LAST_WALLET, ...gswKeys(storage)]) storage.removeItem(key)
}
