import { WalletError } from '../errors/wallet-error.js'
import { ticks } from './natives.js'
import { explainLostPopup } from './opener-policy.js'
import type { Popup } from './popup.js'
import type { PortSource } from './window-port.js'

/** A window that has shown another page for this long will not be cut off any more, in ms. */
const CUT_OFF = 1_000

/** Whether the window still shows the empty page that every popup begins with. */
function isBlank(view: Window): boolean {
  try {
    return view.location.href === 'about:blank'
  } catch {
    return false
  }
}

/** Creates the source of a port from a popup. The popup can be closed or cut off at any time without an event. */
export function createPopupSource(popup: Popup): PortSource {
  let awaySince = 0
  let looksClosed = 0
  return {
    view: popup.view,
    fleeting: true,
    get since() {
      return popup.since
    },
    listen: popup.listen,
    isGone() {
      // A wallet may answer and close its window at once; its answer may arrive after that.
      if (popup.view.closed) return ++looksClosed > 1
      looksClosed = 0
      if (isBlank(popup.view)) awaySince = 0
      else awaySince ||= ticks()
      return false
    },
    explain(loaded) {
      // If a window is cut off, that happens when its first page begins.
      const isSettled = awaySince > 0 && ticks() - awaySince > CUT_OFF
      return loaded || isSettled ? new WalletError('popup_closed') : explainLostPopup()
    },
    close: popup.close,
  }
}
