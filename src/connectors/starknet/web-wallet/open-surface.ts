import { WalletError } from '../../../errors/wallet-error.js'
import type { Popup } from '../../../platform/popup.js'
import { createFrameSurface } from './frame-surface.js'
import type { WebWalletHost } from './host.js'
import type { WebWalletMemory } from './memory.js'
import { createPopupSurface } from './popup-surface.js'
import type { Surface } from './surface.js'

/** What a wallet is shown in: a popup that is open already, or a frame where the page wants one. */
export interface SurfaceInput {
  host: WebWalletHost
  /** Opened in the click; null in iframe mode. */
  popup: Popup | null
  memory: WebWalletMemory
}

/**
 * Opens the surface: popups, or a frame with popups to fall back to.
 *
 * A host that cannot be framed (its policy, or the page's, forbids it; it is down) is remembered, and the request that met it
 * is made in a popup. Nothing has been sent to the frame by then.
 */
export function openSurface({ host, popup, memory }: SurfaceInput): Surface {
  const popups = createPopupSurface(host, popup)
  if (popup) return popups
  const frame = createFrameSurface(host)
  const isFramed = () => !memory.unframed.has(host.origin)
  const current = async (): Promise<Surface> => {
    if (isFramed()) {
      try {
        await frame.ready()
        return frame
      } catch (error) {
        if (!(error instanceof WalletError) || error.code !== 'popup_load_timeout') throw error
        memory.unframed.add(host.origin)
      }
    }
    return popups
  }
  return {
    get isFramed() {
      return isFramed()
    },
    async visit(route, run) {
      return (isFramed() ? await current() : popups).visit(route, run)
    },
    askSilently: async () => (await current()).askSilently(),
    subscribe: (path, onData) => (isFramed() ? frame : popups).subscribe(path, onData),
    hold: popups.hold,
    focus: popups.focus,
    end(error) {
      frame.end(error)
      popups.end(error)
    },
  }
}
