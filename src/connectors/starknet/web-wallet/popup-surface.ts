import { POPUP_LOAD_TIMEOUT } from '../../../constants.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { clearTimer, setTimer } from '../../../platform/natives.js'
import { openPopup, type Popup } from '../../../platform/popup.js'
import { createPopupSource } from '../../../platform/popup-source.js'
import { createTurns } from '../../../platform/turns.js'
import { createPort, type Port } from '../../../platform/window-port.js'
import type { WebWalletHost } from './host.js'
import type { Route } from './routes.js'
import type { Surface } from './surface.js'
import { createWire, LOAD_SIGNAL, type Wire } from './wire.js'

/** A window stays open this long after an answer, so that the next request can use it, in ms. */
const LINGER = 50

interface Opened {
  popup: Popup
  port: Port
  wire: Wire
}

function openWindow(popup: Popup, { origins }: WebWalletHost): Opened {
  const port: Port = createPort({
    source: createPopupSource(popup),
    origins,
    loadSignal: LOAD_SIGNAL,
    loadTimeout: POPUP_LOAD_TIMEOUT,
    onMessage: (message) => wire.hear(message),
    onEnd: (error) => wire.end(error),
  })
  const wire = createWire(port.post, port.loaded)
  return { popup, port, wire }
}

/**
 * Shows the wallet's pages in popups.
 *
 * @param first the window that the click has opened, on the first route
 */
export function createPopupSurface(host: WebWalletHost, first: Popup | null): Surface {
  let opened: Opened | null = first && openWindow(first, host)
  let isFresh = first !== null
  let isHidden = false
  let ended: WalletError | null = null
  let lingering: number | undefined
  let visits = 0
  let holds = 0
  const focus = () => {
    if (!isHidden) opened?.popup.view.focus()
  }
  const inTurn = createTurns()
  /** Closes the window soon, unless a request uses or holds it. */
  const linger = () => {
    clearTimer(lingering)
    const { port } = opened ?? {}
    if (visits + holds === 0 && port)
      lingering = setTimer(() => port.end(new WalletError('popup_closed')), LINGER)
  }

  /** Shows a page in the open window, or in a new one. */
  const enter = (route: Route): Opened => {
    if (ended) throw ended
    clearTimer(lingering)
    // If the click's own window is gone by now, its port reports why, and no other window replaces it.
    if (opened && isFresh) {
      isFresh = false
      return opened
    }
    const url = host.origin + route.path
    // A page that needs the visitor cannot use a hidden window.
    if (opened?.popup.view.closed || isHidden !== !!route.corner)
      opened?.port.end(new WalletError('popup_closed'))
    isHidden = !!route.corner
    if (!opened || opened.port.ended) opened = openWindow(openPopup(url, route), host)
    else {
      opened.port.reset()
      opened.popup.navigate(url)
    }
    return opened
  }

  return {
    isFramed: false,
    visit: (route, run) =>
      inTurn(async () => {
        const own = enter(route)
        visits++
        try {
          return await run(own.wire.mutate)
        } finally {
          visits--
          linger()
        }
      }, focus),
    hold() {
      if (!opened || opened.port.ended || opened.popup.view.closed) return null
      clearTimer(lingering)
      holds++
      let held = true
      return () => {
        if (!held) return
        held = false
        holds--
        linger()
      }
    },
    askSilently: async () => null,
    subscribe() {
      throw new WalletError('no_iframe')
    },
    focus,
    giveUp: (error) => opened?.port.end(error),
    end(error) {
      ended = error
      clearTimer(lingering)
      opened?.port.end(error)
    },
  }
}
