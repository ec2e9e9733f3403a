import { STORAGE_PREFIX } from '../constants.js'
import { afterPaint } from '../platform/time.js'
import type { WalletConnectButton } from './button-api.js'
import { peek } from './face/props.js'
import { PARTS } from './parts.js'

/**
 * Stores how wide a connected button is, in em, at the end of its store's reconnect record: on the next page the button keeps
 * this room until the session is restored. The number goes with the record.
 */
export function keepRoom(element: WalletConnectButton): void {
  afterPaint(() => {
    const button = element[PARTS].root.querySelector('button')
    const key = `${STORAGE_PREFIX}:${element.store}:reconnect`
    const record = peek(key, element.storage)
    if (!button?.offsetWidth || !record) return
    const room = (
      button.getBoundingClientRect().width / Number.parseFloat(getComputedStyle(button).fontSize)
    ).toFixed(2)
    const text = `${record.replace(/ [\d.]+$/, '')} ${room}`
    try {
      if (text !== record) (element.storage ?? localStorage).setItem(key, text)
    } catch {
      // Without the number the next page keeps a usual width.
    }
  })
}
