import { WalletError } from '../errors/wallet-error.js'
import { addListener, removeListener, setTimer, ticks } from './natives.js'
import { type Message, readMessage } from './trusted-message.js'

/** Width and height of a popup's content in CSS px. */
export interface PopupSize {
  width: number
  height: number
  /** Place it at the bottom left of the screen, almost out of sight, instead of over the middle of this window. */
  corner?: boolean
}

/** A popup of ours, with its messages since it was opened. */
export interface Popup {
  readonly view: Window
  /** When it was opened, or last sent to another page, on the clock of `ticks`. */
  readonly since: number
  /** Passes on each message from this window and from no other, earlier messages too. */
  listen(listener: (message: Message) => void): void
  /** Shows another page in it. */
  navigate(url: string): void
  close(): void
}

/** The window that was opened last. */
let latest: Window | null = null

/** Whether the window that was opened last is still there. */
export const hasPopup = (): boolean => !!latest && !latest.closed

/** Brings the window that was opened last to the front. Call it in the task of a click. */
export const raisePopup = (): void => latest?.focus()

/** Pause before we check a closed window again, in ms, and how often we check. */
const CLOSE_PAUSE = 100
const CLOSE_LOOKS = 4

/**
 * Closes a window, and checks that it closes. Chromium ignores the call when the window changes its page at that
 * moment, even if the window briefly reads as closed.
 */
function closeWindow(view: Window, looks = CLOSE_LOOKS): void {
  view.close()
  if (looks > 0) setTimer(() => closeWindow(view, looks - 1), CLOSE_PAUSE)
}

/** Features for `window.open`: centred on this window, which may be on a second screen. */
export function popupFeatures({ width, height, corner }: PopupSize): string {
  const left = corner ? 0 : Math.round(screenX + ((outerWidth || innerWidth) - width) / 2)
  const top = corner
    ? screen.availHeight + 10
    : Math.round(screenY + ((outerHeight || innerHeight) - height) / 2)
  return `popup=1,width=${width},height=${height},left=${left},top=${top},toolbar=no,menubar=no,scrollbars=no,location=no,status=no`
}

/**
 * Opens a popup. Call it in the task of a click, before the first `await`, because browsers block it otherwise.
 *
 * The popup has no name, so that no other button of the page can reuse it. It closes with the page.
 *
 * @throws WalletError `popup_blocked`; `popup_sandboxed` in a frame, where another click would not help; `no_window`
 * outside
 *   a browser
 */
export function openPopup(url: string, size: PopupSize): Popup {
  if (typeof window === 'undefined') throw new WalletError('no_window')
  let view: Window | null = null
  // A browser lets a page open a window in a click, unless the page is in a frame that forbids it.
  const isForbidden = globalThis.self !== globalThis.top && !!globalThis.navigator?.userActivation?.isActive
  try {
    view = window.open(url, '_blank', popupFeatures(size))
  } catch (cause) {
    throw new WalletError('popup_blocked', { cause })
  }
  // Some popup blockers return a window that is already closed.
  if (!view || view.closed) throw new WalletError(isForbidden ? 'popup_sandboxed' : 'popup_blocked')
  const handle = view
  latest = view
  const early: Message[] = []
  let hear = (message: Message): void => void early.push(message)
  const onMessage = (event: MessageEvent) => {
    const message = readMessage(event, handle)
    if (message) hear(message)
  }
  const close = () => {
    removeListener?.('message', onMessage)
    removeListener?.('pagehide', close)
    closeWindow(handle)
  }
  addListener?.('message', onMessage)
  addListener?.('pagehide', close)
  let since = ticks()
  return {
    view: handle,
    get since() {
      return since
    },
    listen(listener) {
      hear = listener
      for (const message of early.splice(0)) listener(message)
    },
    navigate(target) {
      since = ticks()
      handle.location.replace(target)
      handle.focus()
    },
    close,
  }
}
