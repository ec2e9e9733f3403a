import { STORAGE_PREFIX } from '../constants.js'

/** Percent-encodes a text, without lone surrogates, which `encodeURIComponent` refuses. */
export const encodeName = (text: string): string =>
  encodeURIComponent(/[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '') : text)

/** Name of a store's reconnect flag. The button reads it before any code has come, so the store's name stays as it is. */
export const flagKey = (store: string): string => `${STORAGE_PREFIX}:${store}:reconnect`

/** Name of a store's record of the button's width, which is the view's own. */
export const widthKey = (store: string): string => `${STORAGE_PREFIX}:${store}:width`

/** Name of the item by which a page tells the other pages of its origin that a server's session has changed. Its value says nothing. */
export const SIGNED_KEY = `${STORAGE_PREFIX}:server`

/** The beginning of the names of a store's other records. */
export const storePrefix = (store: string): string => `${STORAGE_PREFIX}:${encodeName(store)}`

/** Name of a store's record of the wallets that must still hear that their sessions have ended. The button reads it too. */
export const endedKey = (store: string): string => `${STORAGE_PREFIX}:${store}:ended`

/**
 * Name of a store's record of the codes that are shown: a wallet may answer one when the page is gone. The button reads it too.
 */
export const codesKey = (store: string): string => `${STORAGE_PREFIX}:${store}:codes`
