import { openPopup, type Popup } from '../../../platform/popup.js'
import { createPopupSource } from '../../../platform/popup-source.js'
import { createPort, type Port } from '../../../platform/window-port.js'
import { POPUP_LOAD_TIMEOUT } from '../../limits.js'
import type { WebWalletHost } from './host.js'
import type { Route } from './routes.js'
import { createWire, LOAD_SIGNAL, type Wire } from './wire.js'

/** A page of the wallet in a popup. */
export interface PopupPage {
  port: Port
  wire: Wire
  /** It is tiny and in a corner of the screen. */
  readonly isHidden: boolean
  readonly isClosed: boolean
  focus(): void
  /** Shows another page in the same window. */
  navigate(route: Route): void
}

/** Shows a page in a popup. @param popup the window that a click has opened on the page; by default a new one */
export function openPopupPage(
  { origin, origins }: WebWalletHost,
  route: Route,
  popup: Popup = openPopup(origin + route.path, route),
): PopupPage {
  const port: Port = createPort({
    source: createPopupSource(popup),
    origins,
    loadSignal: LOAD_SIGNAL,
    loadTimeout: POPUP_LOAD_TIMEOUT,
    onMessage: (message) => wire.hear(message),
    onEnd: (error) => wire.end(error),
  })
  const wire = createWire(port.post, port.loaded)
  return {
    port,
    wire,
    isHidden: !!route.corner,
    get isClosed() {
      return port.ended || popup.view.closed
    },
    focus: () => popup.view.focus(),
    navigate({ path }) {
      port.reset()
      popup.navigate(origin + path)
    },
  }
}
