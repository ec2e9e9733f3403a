import { WalletError } from '../errors/wallet-error.js'
import { type Message, readMessage } from './message.js'
import { addListener, now, removeListener } from './natives.js'
import { words } from './words.js'

/** A page of another origin inside this one, out of sight until it is shown. */
export interface Frame {
  readonly view: Window | null
  /** When it was put into the page: ms since the epoch. */
  readonly since: number
  /** False when it, or whatever it was in, was taken out of the page. */
  readonly isThere: boolean
  /** Hands over each message of this frame's window and no other. */
  listen(listener: (message: Message) => void): void
  /** Shows it above everything else, the page's own dialogs too. */
  show(): void
  hide(): void
  /** Sets its size in CSS px, within what the window has room for; sizes that are none are ignored. */
  resize(width: unknown, height: unknown): void
  /** Takes it out of the page, with every listener. */
  remove(): void
}

/** How a {@link Frame} is opened. */
export interface FrameOptions {
  url: string
  /** What assistive tools call it. */
  title: string
  /** Features the page may use, such as passkeys; for its own origin only. */
  allow: readonly string[]
  width: number
  height: number
  /** The frame has loaded something, perhaps an error page of the browser's. */
  onLoad(): void
  /** The visitor has closed it: with Escape, its button, or a click beside it. */
  onDismiss(): void
}

/** No navigation of the page around it, and no modal boxes in its name. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups'

const SMALLEST = 1

/** Height of the bar with the close button, in px. The framed page cannot be trusted to have one. */
const BAR = 36

/** A size a foreign page asks for, held to the viewport; null for what is no size. */
export function clampSize(value: unknown, limit: number): number | null {
  if (typeof value !== 'number' || Number.isNaN(value) || value <= 0) return null
  return Math.max(SMALLEST, Math.min(Math.round(value), limit))
}

/**
 * Puts a frame into the page, inside a dialog that is closed at first: an open dialog alone is above the page's other ones.
 *
 * @throws WalletError `no_window` outside a browser
 */
export function openFrame(options: FrameOptions): Frame {
  const { url, title, onLoad, onDismiss } = options
  if (typeof document === 'undefined' || !document.body) throw new WalletError('no_window')
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  const stop = new AbortController()
  const { signal } = stop
  let hear = (_: Message): void => {}

  // By CSSOM: a strict policy drops style attributes and elements.
  Object.assign(dialog.style, {
    border: 'none',
    padding: '0',
    maxWidth: '100vw',
    maxHeight: '100vh',
    borderRadius: '24px',
    overflow: 'hidden',
    background: 'transparent',
  })
  Object.assign(frame.style, { border: 'none', display: 'block' })
  const button = document.createElement('button')
  Object.assign(button.style, {
    display: 'block',
    width: '100%',
    height: `${BAR}px`,
    padding: '0 18px',
    border: 'none',
    background: 'Canvas',
    color: 'CanvasText',
    font: '20px/1 system-ui, sans-serif',
    textAlign: 'end',
    outlineOffset: '-3px',
    cursor: 'pointer',
  })
  button.type = 'button'
  button.textContent = '×'
  dialog.setAttribute('aria-label', title)
  frame.title = title
  frame.referrerPolicy = 'strict-origin'
  frame.setAttribute('sandbox', SANDBOX)
  frame.setAttribute('allow', options.allow.map((feature) => `${feature} ${new URL(url).origin}`).join('; '))
  frame.src = url

  const resize = (wide: unknown, high: unknown) => {
    const w = clampSize(wide, innerWidth)
    const h = clampSize(high, innerHeight - BAR)
    if (w !== null) frame.style.width = `${w}px`
    if (h !== null) frame.style.height = `${h}px`
  }
  resize(options.width, options.height)
  frame.addEventListener('load', onLoad, { signal })
  dialog.addEventListener('cancel', onDismiss, { signal })
  button.addEventListener('click', onDismiss, { signal })
  // The dialog has no padding: what is clicked in it, and not in its content, is the backdrop.
  dialog.addEventListener('click', ({ target }) => target === dialog && onDismiss(), { signal })
  const onMessage = (event: MessageEvent) => {
    const message = readMessage(event, frame.contentWindow)
    if (message) hear(message)
  }
  addListener?.('message', onMessage)
  dialog.append(button, frame)
  document.body.append(dialog)
  const since = now()

  return {
    get view() {
      return frame.contentWindow
    },
    since,
    get isThere() {
      return frame.isConnected
    },
    listen(listener) {
      hear = listener
    },
    show() {
      button.setAttribute('aria-label', words.close)
      if (frame.isConnected && !dialog.open) dialog.showModal()
    },
    hide: () => dialog.close(),
    resize,
    remove() {
      stop.abort()
      removeListener?.('message', onMessage)
      dialog.close()
      dialog.remove()
    },
  }
}
