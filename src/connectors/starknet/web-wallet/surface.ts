import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { clearTimer, setTimer } from '../../../platform/natives.js'
import type { Popup } from '../../../platform/popup.js'
import { untilGivenUp } from '../../progress.js'
import type { RequestProgress } from '../../requests.js'
import { type FramePage, openFramePage } from './frame-page.js'
import type { WebWalletHost } from './host.js'
import type { WebWalletMemory } from './memory.js'
import { openPopupPage, type PopupPage } from './popup-page.js'
import { LOGIN, type Route } from './routes.js'

/** A window stays open this long after an answer, so that the next request can use it, in ms. */
const LINGER = 50

/** Calls a procedure of the wallet's page. Rejects with a WireError or a WalletError. */
export type Ask = (path: string, input?: unknown) => Promise<unknown>

/** What shows the wallet's pages: popups, one at a time, or a frame. */
export interface Surface {
  readonly isFramed: boolean
  /**
   * Shows a page while `run` sends it requests. The queue of the wallet's prompts makes one visit at a time.
   *
   * It opens a popup before it returns, so that the browser still counts it as opened by the click.
   *
   * @param progress of the page's request. When that is given up, the page in which it could still be allowed is closed
   */
  visit<T>(route: Route, run: (ask: Ask) => Promise<T>, progress?: RequestProgress): Promise<T>
  /** Asks a framed page without showing it; null when there is no frame. */
  askSilently(): Promise<Ask | null>
  /** Subscribes to a procedure. @returns the way to stop @throws WalletError `no_iframe` when there is no frame */
  subscribe(path: string, onData: (data: unknown) => void): () => void
  /** Keeps the open window for the next page. @returns the way to release it; null when no window is open */
  hold(): (() => void) | null
  /** Brings the open window to the front. */
  focus(): void
  /** Closes everything. Open requests reject with `error`; nothing is opened any more. */
  end(error: WalletError): void
}

/** What {@link openSurface} needs. */
export interface SurfaceInput {
  host: WebWalletHost
  /** The popup that the click has opened; null in iframe mode. */
  popup: Popup | null
  memory: WebWalletMemory
}

/** What a surface shows now. A page that it shows may have ended since. */
type Stage =
  | { is: 'nothing' }
  /** The window that the click has opened, before its first visit. */
  | { is: 'clicked'; page: PopupPage }
  | { is: 'popup'; page: PopupPage }
  /** A hidden frame. */
  | { is: 'frame'; page: FramePage }
  /** A frame that may show itself, because a request runs. */
  | { is: 'visited'; page: FramePage }
  | { is: 'ended'; error: WalletError }

/** Who needs the window: `close` is called soon after the last of them has left, unless another one comes. */
function createUsers(close: () => void) {
  const users = new Set<object>()
  let lingering: number | undefined
  const stop = () => clearTimer(lingering)
  return {
    stop,
    /** @returns the way to leave */
    join() {
      const user = {}
      stop()
      users.add(user)
      return () => {
        if (users.delete(user) && users.size === 0) lingering = setTimer(close, LINGER)
      }
    },
  }
}

/** Creates what owns the stage of a surface. */
function createPages({ host, popup, memory }: SurfaceInput) {
  let stage: Stage = popup ? { is: 'clicked', page: openPopupPage(host, LOGIN, popup) } : { is: 'nothing' }
  const close = (error = new WalletError('popup_closed')) => {
    if ('page' in stage) stage.page.port.end(error)
  }
  const isFramed = () => !popup && !memory.unframed.has(host.origin)

  const findPopup = (): PopupPage | null =>
    stage.is === 'clicked' || stage.is === 'popup' ? stage.page : null

  /** Shows a page in the open window, or in a new one. */
  const enterPopup = (route: Route): PopupPage => {
    if (stage.is === 'ended') throw stage.error
    // If the click's own window is gone by now, its port reports why, and no other window replaces it.
    if (stage.is === 'clicked') stage = { is: 'popup', page: stage.page }
    else if (stage.is === 'popup' && !stage.page.isClosed && stage.page.isHidden === !!route.corner)
      stage.page.navigate(route)
    else {
      // A page that needs the visitor cannot use a hidden window.
      close()
      stage = { is: 'popup', page: openPopupPage(host, route) }
    }
    return stage.page
  }

  const enterFrame = (): FramePage => {
    if (stage.is === 'ended') throw stage.error
    if ((stage.is !== 'frame' && stage.is !== 'visited') || stage.page.port.ended)
      stage = { is: 'frame', page: openFramePage(host, () => stage.is === 'visited') }
    return stage.page
  }

  /** Lets the open frame show itself while a request runs. @returns hides it again */
  const visitFrame = (page: FramePage) => {
    const move = (is: 'frame' | 'visited') => {
      if ('page' in stage && stage.page === page) stage = { is, page }
    }
    move('visited')
    page.port.watch()
    return () => {
      move('frame')
      page.hide()
    }
  }

  /** The framed page, once it answers; null where it cannot be framed. */
  const findFrame = async (): Promise<FramePage | null> => {
    if (!isFramed()) return null
    const page = enterFrame()
    try {
      await page.port.loaded()
      return page
    } catch (error) {
      if (!(error instanceof WalletError) || error.code !== 'popup_load_timeout') throw error
      memory.unframed.add(host.origin)
      return null
    }
  }

  const end = (error: WalletError) => {
    close(error)
    stage = { is: 'ended', error }
  }

  return { isFramed, findPopup, enterPopup, enterFrame, findFrame, visitFrame, close, end }
}

/**
 * Opens the surface: popups, or a frame with popups as the fallback.
 *
 * A host may refuse to be framed (by its policy or the page's, or because it is down). We remember such a host and make
 * the request in a popup. The frame has received nothing by then.
 */
export function openSurface(input: SurfaceInput): Surface {
  const { isFramed, findPopup, enterPopup, enterFrame, findFrame, visitFrame, close, end } =
    createPages(input)
  const users = createUsers(close)
  return {
    get isFramed() {
      return isFramed()
    },
    async visit(route, run, progress) {
      const finding = isFramed() ? findFrame() : null
      const frame = finding && (await (progress ? untilGivenUp(finding, progress) : finding))
      if (progress?.signal.aborted) throw new UserRejectedRequestError()
      const leave = frame ? visitFrame(frame) : users.join()
      try {
        const { port, wire } = frame ?? enterPopup(route)
        if (!progress) return await run(wire.mutate)
        // The page has the request if it has loaded.
        const giveUp = () => {
          if (!port.origin) progress.withdraw()
          port.end(new UserRejectedRequestError())
        }
        return await untilGivenUp(run(wire.mutate), progress, giveUp)
      } finally {
        leave()
      }
    },
    askSilently: async () => (await findFrame())?.wire.mutate ?? null,
    subscribe(path, onData) {
      if (!isFramed()) throw new WalletError('no_iframe')
      return enterFrame().wire.subscribe(path, onData)
    },
    hold() {
      const page = findPopup()
      return page && !page.isClosed ? users.join() : null
    },
    focus() {
      const page = findPopup()
      if (page && !page.isHidden) page.focus()
    },
    end(error) {
      users.stop()
      end(error)
    },
  }
}
