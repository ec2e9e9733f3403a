import { WalletError } from '../../../errors/wallet-error.js'
import type { Popup } from '../../../platform/popup.js'
import { createFrameSurface } from './frame-surface.js'
import type { WebWalletHost } from './host.js'
import type { WebWalletMemory } from './memory.js'
import { createPopupSurface } from './popup-surface.js'
import type { Surface } from './surface.js'

/** What {@link openSurface} needs. */
export interface SurfaceInput {
  host: WebWalletHost
  /** The popup that the click has opened; null in iframe mode. */
  popup: Popup | null
  memory: WebWalletMemory
}

/**
 * Opens the surface: popups, or a frame with popups as the fallback.
 *
 * A host may refuse to be framed (by its policy or the page's, or because it is down). We remember such a host and make
 * the request in a popup. The frame has received nothing by then.
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
    giveUp(error) {
      frame.giveUp(error)
      popups.giveUp(error)
    },
    end(error) {
      frame.end(error)
      popups.end(error)
    },
  }
}
