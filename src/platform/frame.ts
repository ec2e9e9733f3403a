import { MODAL_TAG } from '../constants.js'
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
  /**
   * Shows it above everything else, the page's own dialogs too, with the host of the page in it in a bar that this page
   * cannot draw over.
   *
   * @param origin where the page in it was heard from
   */
  show(origin: string): void
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

/** Height of the bar with the host and the close button, in px. The framed page cannot be trusted to have either. */
const BAR = 36

/** What a visitor has to know of an origin: its host, and its scheme where that is not https. */
const nameOrigin = (origin: string): string => origin.replace(/^https:\/\//, '')

/** The bar above the frame: whose page is shown, and how to be rid of it. */
function createBar() {
  const bar = document.createElement('div')
  const host = document.createElement('span')
  const button = document.createElement('button')
  // As wide as the frame, and never a reason for the dialog to be wider.
  Object.assign(bar.style, {
    display: 'flex',
    alignItems: 'center',
    width: '0',
    minWidth: '100%',
    height: `${BAR}px`,
    background: 'Canvas',
    color: 'CanvasText',
  })
  // A host that is too long loses its beginning: whose it is stands at its end.
  Object.assign(host.style, {
    flex: '1',
    display: 'flex',
    justifyContent: 'flex-end',
    minWidth: '0',
    overflow: 'hidden',
    paddingInlineStart: '18px',
    font: '13px/1.4 system-ui, sans-serif',
    whiteSpace: 'nowrap',
  })
  const name = document.createElement('span')
  Object.assign(name.style, { marginInlineEnd: 'auto' })
  Object.assign(button.style, {
    height: '100%',
    padding: '0 18px',
    border: 'none',
    background: 'inherit',
    color: 'inherit',
    font: '20px/1 system-ui, sans-serif',
    outlineOffset: '-3px',
    cursor: 'pointer',
  })
  host.dir = 'ltr'
  button.type = 'button'
  button.textContent = '×'
  host.append(name)
  bar.append(host, button)
  return { bar, host, name, button }
}

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
  const { bar, host, name, button } = createBar()
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
  dialog.append(bar, frame)
  document.body.append(dialog)
  const since = now()

  const backdrop = new CSSStyleSheet()
  backdrop.replaceSync('dialog[data-wcb-frame]::backdrop{background:none}')
  dialog.dataset.wcbFrame = ''
  const dimNothing = (isWanted: boolean) => {
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== backdrop)
    document.adoptedStyleSheets = isWanted ? [...others, backdrop] : others
  }

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
    show(origin) {
      name.textContent = nameOrigin(origin)
      const { background, color, fontFamily, borderRadius } = words.look
      if (background) {
        Object.assign(bar.style, { background, color })
        host.style.fontFamily = fontFamily
        dialog.style.borderRadius = borderRadius
      }
      // Our modal is below it, and dims the page already.
      if (document.querySelector(MODAL_TAG)) dimNothing(true)
      dialog.setAttribute('aria-label', `${title} ${name.textContent}`)
      button.setAttribute('aria-label', words.close)
      if (frame.isConnected && !dialog.open) dialog.showModal()
    },
    hide() {
      dimNothing(false)
      dialog.close()
    },
    resize,
    remove() {
      stop.abort()
      removeListener?.('message', onMessage)
      dimNothing(false)
      dialog.close()
      dialog.remove()
    },
  }
}
