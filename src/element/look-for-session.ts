import { peek } from '../platform/storage.js'
import { codesKey, endedKey, flagKey, widthKey } from '../platform/stored-names.js'
import type { WalletConnectButton } from './button-api.js'
import { HUB } from './hub.js'
import { refresh, runQuietly } from './loading.js'
import { PARTS } from './parts.js'

/** The width of a connected button that was never measured, in em. */
const USUAL_WIDTH = 11

/**
 * Restores an earlier session if the element's storage has a record. It is only a hint: the wallet decides. Until then the button keeps
 * its room.
 */
export function lookForSession(element: WalletConnectButton): void {
  const parts = element[PARTS]
  const peekAt = (toKey: (store: string) => string) => peek(toKey(element.store), element.storage)
  const record = peekAt(flagKey)
  parts.record = record
  // A wallet on a phone may not know yet that its session has ended, or has answered a code of the page before: `restore` asks.
  if (record || peekAt(endedKey) || peekAt(codesKey)) {
    parts.room = record ? Number(peekAt(widthKey)) || USUAL_WIDTH : undefined
    // An element that the same script removes again asks nobody.
    queueMicrotask(async () => {
      if (element.isConnected) await runQuietly(element, 'restore')
      parts.room = undefined
      refresh(element)
    })
  }
}

/**
 * Looks again when another page of the origin has connected a wallet, or when this page comes from the back/forward cache. Once the
 * app is there it follows other pages by itself.
 */
export function followPages(): void {
  const look = () => {
    if (HUB.app) return
    for (const element of HUB.elements) {
      const { record } = element[PARTS]
      if (peek(flagKey(element.store), element.storage) === record) continue
      lookForSession(element)
      refresh(element)
    }
  }
  // `watchPage` of the platform hears more than an element without the app needs.
  addEventListener('storage', look)
  addEventListener('pageshow', (event) => event.persisted && look())
}

/**
 * Called when the page has changed an attribute or a property: another store or storage may have a record. An element that is not on
 * the page restores nothing.
 */
export function takeChange(element: WalletConnectButton, changed: string): void {
  if (changed === 'store' || changed === 'storage') lookForSession(element)
  refresh(element)
}
