import type { WalletState } from '../client/state.js'
import { STORAGE_PREFIX } from '../constants.js'
import { MEMBERS, OBSERVED, readWord } from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { paint } from './face/button-paint.js'
import { describeButton } from './face/button-parts.js'
import { BUTTON_SHEET } from './face/button-sheet.js'
import { peek, readProps } from './face/props.js'
import { type App, type Hub, type Load, VERSION } from './hub.js'
import { PARTS, type Parts } from './parts.js'

/** Defined in the script tag, which is built for browsers alone. */
declare const __WCB_DOM__: true

/** Whether there is a page to define an element for. */
export const HAS_DOM = typeof __WCB_DOM__ !== 'undefined' || !!globalThis.customElements

/** What the read-only properties say before anything is loaded. */
const IDLE: Record<string, unknown> = {
  status: 'idle',
  state: {
    status: 'idle',
    phase: 'ready',
    open: false,
    choices: [],
    attempt: null,
    error: null,
    connections: [],
    active: null,
    account: null,
    chainId: null,
    wallet: null,
    auth: { status: 'anonymous', address: null, chainId: null, error: null },
    chains: [],
    appName: '',
  } satisfies WalletState,
}

/** The catalogue's sentence; the catalogue itself is loaded later. */
const ASSET_INTEGRITY = 'Wallet button not fully loaded. Reload the page.'

/** When the button is on screen, in ms, if the page is not busy. */
const AFTER_PAINT = 50

/** What is told when the app cannot be had: what the load itself has to say, where it knows better. */
const explain = (cause: Error) =>
  (cause.name === 'WalletError'
    ? cause
    : Object.assign(Error(ASSET_INTEGRITY, { cause }), {
        name: 'WalletError',
        code: 'asset_integrity',
      })) as Error & { error?: unknown }

/** The class of the element. */
export interface WalletConnectButtonClass {
  new (): WalletConnectButton
  readonly prototype: WalletConnectButton
  readonly version: string
}

/**
 * Makes the class of the element. It paints its button by itself; everything else is fetched when first needed. Written
 * for few bytes: every page pays for it.
 *
 * @param load how the part that is not needed at first is fetched
 */
export function createButtonClass(hub: Hub, load: Load): WalletConnectButtonClass {
  let sheet: CSSStyleSheet | undefined
  let isTold = false

  /** Has the app do something for an element, loading it first. */
  const run = async (
    element: WalletConnectButton,
    method: keyof App,
    ...args: unknown[]
  ): Promise<unknown> => {
    try {
      // Several calls may wait for the same load: the first one back makes the app.
      const create = await load(element)
      hub.app ??= create(hub)
    } catch (cause) {
      const error = explain(cause as Error)
      // The error is its own detail: it has a code and a message, and is given itself.
      error.error = error
      // What was fetched ahead is fetched again when it is asked for; only then has the visitor lost something.
      if (method !== 'prepare') {
        if (!isTold) console.error(error.message, error.cause)
        isTold = true
        element[PARTS].failed = true
        refresh(element)
        element.dispatchEvent(
          new CustomEvent('wallet_error', { bubbles: true, composed: true, detail: error }),
        )
      }
      throw error
    }
    return (hub.app[method] as (...args: unknown[]) => unknown)(element, ...args)
  }
  hub.run = run

  /** The same where nobody waits for the answer: a failure has been told by an event. */
  const runQuietly = (element: WalletConnectButton, method: keyof App) => run(element, method).catch(() => {})

  /** Of an element in a page: one that is not is drawn when it comes there, and then once for all its attributes. */
  const refresh = (element: WalletConnectButton) => {
    if (hub.elements.has(element)) {
      element[PARTS].paint()
      hub.app?.update(element)
    }
  }

  // An empty class where there is no DOM, so that the module can be imported anywhere.
  class Shell extends ((HAS_DOM ? HTMLElement : class {}) as unknown as new () => WalletConnectButton) {
    static version = VERSION
    static observedAttributes = OBSERVED

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      if (!sheet) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(BUTTON_SHEET)
      }
      root.adoptedStyleSheets = [sheet]
      const parts: Parts = {
        root,
        paint: () => parts.taken || paint(describeButton(readProps(this)), root),
      }
      this[PARTS] = parts
      root.addEventListener('click', async () => {
        if (parts.taken || parts.busy) return
        parts.busy = true
        parts.failed = undefined
        refresh(this)
        await runQuietly(this, 'activate')
        parts.busy = false
        refresh(this)
      })
      for (const type of ['pointerenter', 'focusin']) {
        this.addEventListener(type, () => this.preload === 'click' || runQuietly(this, 'prepare'), {
          once: true,
        })
      }
    }

    connectedCallback() {
      const own = this as unknown as Record<string, unknown>
      for (const [, , , name] of MEMBERS) {
        // A value set before the class was known lies on the element itself, and hides the accessor.
        if (Object.hasOwn(own, name)) {
          const value = own[name]
          delete own[name]
          own[name] = value
        }
      }
      this[PARTS].paint()
      hub.elements.add(this)
      hub.app?.attach(this)
      // A storage is slow to open: it is looked into when the button is on screen.
      // biome-ignore lint/style/noRestrictedGlobals: the one of load time costs bytes here
      setTimeout(() => {
        if (peek(this.themeStorageKey)) refresh(this)
        // A hint that there is a session to take up: the wallet has the last word.
        if (hub.elements.has(this) && peek(`${STORAGE_PREFIX}:${this.store}:reconnect`, this.storage))
          runQuietly(this, 'restore')
      }, AFTER_PAINT)
      if (this.preload === 'idle') {
        // “complete” is the one state that comes before “d”.
        if (document.readyState < 'd') runQuietly(this, 'prepare')
        else addEventListener('load', () => runQuietly(this, 'prepare'))
      }
    }

    disconnectedCallback() {
      hub.elements.delete(this)
      hub.app?.detach(this)
    }

    /** Present so that `moveBefore` is a move and not a removal. */
    connectedMoveCallback() {}

    adoptedCallback() {
      runQuietly(this, 'adopt')
    }

    attributeChangedCallback(changed: string, old: string | null, value: string | null) {
      if (old === value) return
      for (const [attribute, mark, words, name] of MEMBERS) {
        if (attribute === changed && mark === '=' && value && (this as never)[name] !== value) {
          console.warn(`${changed}="${value}" is not one of: ${words}`, this)
        }
      }
      refresh(this)
    }
  }

  for (const [attribute, mark, rest, name] of MEMBERS) {
    Object.defineProperty(Shell.prototype, name, {
      get(this: WalletConnectButton) {
        if (mark === '(') return (...args: unknown[]) => run(this, 'call', name, args)
        if (mark === '!') return hub.app?.read(this, name) ?? IDLE[name] ?? null
        if (mark === '*') return this[PARTS][name]
        const value = this.getAttribute(attribute)
        // Vue and Svelte write false as a word.
        if (mark === '?') return (value ?? 'false') !== 'false'
        if (mark === ':') return value ?? rest
        // Without the attribute the stored choice of the theme counts, once the element is on screen.
        return readWord(
          rest,
          value ?? (name === 'theme' && hub.elements.has(this) && peek(this.themeStorageKey)),
        )
      },
      set(this: WalletConnectButton, value: unknown) {
        if (mark === '*') {
          if (this[PARTS][name] !== value) {
            this[PARTS][name] = value
            refresh(this)
          }
        } else if (mark === '?' ? !value : value == null) this.removeAttribute(attribute)
        else if (!'!('.includes(mark)) this.setAttribute(attribute, mark === '?' ? '' : `${value}`)
      },
    })
  }
  return Shell
}
