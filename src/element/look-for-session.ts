import { STORAGE_PREFIX } from '../constants.js'
import type { WalletConnectButton } from './button-api.js'
import { peek } from './face/props.js'
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
  const peekAt = (name: string) => peek(`${STORAGE_PREFIX}:${element.store}:${name}`, element.storage)
  const record = peekAt('reconnect')
  parts.record = record
  // A wallet on a phone may not know yet that its session has ended: `restore` tells it.
  if (record || peekAt('ended')) {
    // A match is text with a space before, which a length may have.
    parts.room = record ? (/ [\d.]+$/.exec(record) ?? USUAL_WIDTH) : null
    // An element that the same script removes again asks nobody.
    queueMicrotask(async () => {
      if (element.isConnected) await runQuietly(element, 'restore')
      parts.room = ''
      refresh(element)
    })
  }
}

/**
 * Called when the page has changed an attribute or a property: another store or storage may have a record. An element that is not on
 * the page restores nothing.
 */
export function takeChange(element: WalletConnectButton, changed: string): void {
  if (changed === 'store' || changed === 'storage') lookForSession(element)
  refresh(element)
}
