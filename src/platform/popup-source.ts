import { WalletError } from '../errors/wallet-error.js'
import { now } from './natives.js'
import { explainLostPopup } from './opener-policy.js'
import type { Popup } from './popup.js'
import type { PortSource } from './window-port.js'

/** A window that has shown another page for this long is not cut off any more, in ms. */
const CUT_OFF = 1_000

/** Whether the window still shows the empty page that every popup begins with. */
function isBlank(view: Window): boolean {
  try {
    return view.location.href === 'about:blank'
  } catch {
    return false
  }
}

/** A popup as the other end of a port: it can be closed, or cut off, at any time and without an event. */
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
      // A wallet answers and closes its window at once; the answer may be seen after that.
      if (popup.view.closed) return ++looksClosed > 1
      looksClosed = 0
      if (isBlank(popup.view)) awaySince = 0
      else awaySince ||= now()
      return false
    },
    explain(loaded) {
      // A window is cut off when its first page begins, if ever.
      const isSettled = awaySince > 0 && now() - awaySince > CUT_OFF
      return loaded || isSettled ? new WalletError('popup_closed') : explainLostPopup()
    },
    close: popup.close,
  }
}
