import { peek } from '../platform/storage.js'
import { codesKey, endedKey, flagKey } from '../platform/stored-names.js'
import type { WalletConnectButton } from './button-api.js'
import { IDLE, KEPT_ROOM } from './face/face.js'
import { HUB } from './hub.js'
import { refresh, runQuietly, show } from './loading.js'

/**
 * Restores an earlier session if the element's storage has a record. It is only a hint: the wallet decides. Until then the button keeps
 * its room.
 */
export function lookForSession(element: WalletConnectButton): void {
  const peekAt = (toKey: (store: string) => string) => peek(toKey(element.store), element.storage)
  const record = peekAt(flagKey)
  // A wallet on a phone may not know yet that its session has ended, or has answered a code of the page before: `restore` asks.
  if (record || peekAt(endedKey) || peekAt(codesKey)) {
    if (record) show(element, KEPT_ROOM)
    // An element that the same script removes again asks nobody.
    queueMicrotask(async () => {
      if (element.isConnected) await runQuietly(element, 'restore')
      show(element, IDLE, KEPT_ROOM)
    })
  }
}

/**
 * Looks again when another page of the origin has connected a wallet, or when this page comes from the back/forward cache. Once the
 * app is there it follows other pages by itself.
 */
export function followPages(): void {
  const look = (event: Event) => {
    const { key, persisted } = event as StorageEvent & PageTransitionEvent
    for (const element of HUB.app ? [] : HUB.elements)
      if (persisted || key === flagKey(element.store)) takeChange(element, 'store')
  }
  // `watchPage` of the platform hears more than an element without the app needs.
  addEventListener('storage', look)
  addEventListener('pageshow', look)
}

/**
 * Called when the page has changed an attribute or a property: another store or storage may have a record. An element that is not on
 * the page restores nothing.
 */
export function takeChange(element: WalletConnectButton, changed: string): void {
  if (changed === 'store' || changed === 'storage') lookForSession(element)
  refresh(element)
}
