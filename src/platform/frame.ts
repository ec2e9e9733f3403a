import { MODAL_TAG } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import { addListener, removeListener, ticks } from './natives.js'
import { shield } from './shield.js'
import { type Message, readMessage } from './trusted-message.js'
import { refuseUnmeantClicks } from './unmeant-clicks.js'
import { words } from './words.js'

/** A page of another origin in a frame of this page. It is hidden until it is shown. */
export interface Frame {
  readonly view: Window | null
  /** When the frame was added to the page, on the clock of `ticks`. */
  readonly since: number
  /** False when the frame, or an element around it, was removed from the page. */
  readonly isThere: boolean
  /** Passes on each message of this frame's window and of no other. */
  listen(listener: (message: Message) => void): void
  /**
   * Shows the frame above everything else, also above the page's own dialogs. A bar that the framed page cannot cover
   * names its host.
   *
   * @param origin the origin that the framed page has sent messages from
   */
  show(origin: string): void
  hide(): void
  /** Sets its size in CSS px, limited by the window's size; invalid sizes are ignored. */
  resize(width: unknown, height: unknown): void
  /** Removes the frame from the page, with every listener. */
  remove(): void
}

/** How a {@link Frame} is opened. */
export interface FrameOptions {
  url: string
  /** Its name for assistive technology. */
  title: string
  /** Features that the framed page may use, such as passkeys, only for its own origin. */
  allow: readonly string[]
  width: number
  height: number
  /** Called when the frame has loaded something, perhaps the browser's error page. */
  onLoad(): void
  /** Called when the visitor has closed it: with Escape, its button, or a click outside of it. */
  onDismiss(): void
}

/** The framed page must not navigate this page, and must not open alert boxes. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups'

const SMALLEST = 1

/** Height of the bar with the host and the close button, in px. The framed page cannot be trusted to show either. */
const BAR = 36

/** What a visitor must know about an origin: its host, and its scheme unless that is https. */
const nameOrigin = (origin: string): string => origin.replace(/^https:\/\//, '')

/** Creates the bar above the frame, which names the framed page's host and closes the frame. */
function createBar() {
  const bar = document.createElement('div')
  const host = document.createElement('span')
  const button = document.createElement('button')
  // The bar is as wide as the frame and never widens the dialog.
  Object.assign(bar.style, {
    display: 'flex',
    alignItems: 'center',
    width: '0',
    minWidth: '100%',
    height: `${BAR}px`,
    background: 'Canvas',
    color: 'CanvasText',
  })
  // When a host is too long, its beginning is cut off, because its end says who owns it.
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

/** Limits a size that a foreign page asks for to the viewport; null for an invalid size. */
export function clampSize(value: unknown, limit: number): number | null {
  if (typeof value !== 'number' || Number.isNaN(value) || value <= 0) return null
  return Math.max(SMALLEST, Math.min(Math.round(value), limit))
}

/**
 * Creates the frame in its dialog, under the bar, in a shadow root: what happens in it concerns nobody on the page. Nothing is in the
 * page yet.
 */
function createNodes({ url, title, allow }: FrameOptions) {
  const dialog = document.createElement('dialog')
  const frame = document.createElement('iframe')
  // Set styles by CSSOM, because a strict policy drops style attributes and elements.
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
  const bar = createBar()
  const home = document.createElement('div')
  const root = home.attachShadow({ mode: 'open' })
  dialog.setAttribute('aria-label', title)
  home.dataset.wcbFrame = ''
  frame.title = title
  frame.referrerPolicy = 'strict-origin'
  frame.setAttribute('sandbox', SANDBOX)
  frame.setAttribute('allow', allow.map((feature) => `${feature} ${new URL(url).origin}`).join('; '))
  frame.src = url
  dialog.append(bar.bar, frame)
  root.append(dialog)
  return { home, root, dialog, frame, ...bar }
}

/** Creates what lets the frame's dialog dim nothing, and undoes it. */
function createBackdrop(root: ShadowRoot) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('dialog::backdrop{background:none}')
  return (isWanted: boolean) => {
    root.adoptedStyleSheets = isWanted ? [sheet] : []
  }
}

/**
 * Adds a frame to the page, in a dialog that is closed at first. Only an open dialog is above the page's other dialogs.
 *
 * @throws WalletError `no_window` outside a browser
 */
export function openFrame(options: FrameOptions): Frame {
  const { title, onLoad, onDismiss } = options
  if (typeof document === 'undefined' || !document.body) throw new WalletError('no_window')
  const { home, root, dialog, frame, bar, host, name, button } = createNodes(options)
  const stop = new AbortController()
  const { signal } = stop
  let hear = (_: Message): void => {}

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
  // The dialog has no padding, so a click on the dialog itself is a click on its backdrop.
  dialog.addEventListener('click', ({ target }) => target === dialog && onDismiss(), { signal })
  const onMessage = (event: MessageEvent) => {
    const message = readMessage(event, frame.contentWindow)
    if (message) hear(message)
  }
  addListener?.('message', onMessage)
  document.body.append(home)
  const since = ticks()
  const dimNothing = createBackdrop(root)
  let unshield = () => {}

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
      // Our modal is below the frame and already dims the page.
      if (document.querySelector(MODAL_TAG)) dimNothing(true)
      dialog.setAttribute('aria-label', `${title} ${name.textContent}`)
      button.setAttribute('aria-label', words.close)
      if (!frame.isConnected || dialog.open) return
      dialog.showModal()
      refuseUnmeantClicks(dialog, signal)
      unshield = shield(dialog, true)
    },
    hide() {
      unshield()
      dimNothing(false)
      dialog.close()
    },
    resize,
    remove() {
      stop.abort()
      unshield()
      removeListener?.('message', onMessage)
      dimNothing(false)
      dialog.close()
      home.remove()
    },
  }
}
