import { STORAGE_PREFIX } from '../constants.js'
import { defineAccessors } from './accessors.js'
import { MEMBERS, OBSERVED } from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { paint } from './face/button-paint.js'
import { describeButton } from './face/button-parts.js'
import { BUTTON_SHEET } from './face/button-sheet.js'
import { peek, readProps } from './face/props.js'
import { type App, type Hub, type Load, VERSION } from './hub.js'
import { createRun, refresh } from './loading.js'
import { type ControlInternals, PARTS, type Parts } from './parts.js'

/** Defined in the script tag, which is built for browsers alone. */
declare const __WCB_DOM__: true

/** Whether there is a page to define an element for. */
export const HAS_DOM = typeof __WCB_DOM__ !== 'undefined' || !!globalThis.customElements

/** When the button is on screen, in ms, if the page is not busy. */
const AFTER_PAINT = 50

/** The class of the element. */
export interface WalletConnectButtonClass {
  /** A button outside of the document. */
  new (): WalletConnectButton
  /** The accessors and methods of all buttons. */
  readonly prototype: WalletConnectButton
  /** Version of the package that has defined the class. */
  readonly version: string
}

/** Sets again what was set before the class was known: it lies on the element itself, and hides the accessor. */
const takeEarlyValues = (own: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(own)) if (Reflect.deleteProperty(own, name)) own[name] = value
}

/** The sheet of the first paint, which all buttons share. */
let sheet: CSSStyleSheet | undefined

/**
 * Creates the class of the element. It paints its button by itself; everything else is fetched when first needed. Written
 * for few bytes: every page pays for it.
 *
 * @param load fetches the part that is not needed at first
 */
export function createButtonClass(hub: Hub, load: Load): WalletConnectButtonClass {
  const run = createRun(hub, load)
  /** The same where nobody waits for the answer: an event has reported the failure. */
  const runQuietly = (element: WalletConnectButton, method: keyof App) => run(element, method).catch(() => {})

  // An empty class where there is no DOM, so that the module can be imported anywhere.
  class Shell extends ((HAS_DOM ? HTMLElement : class {}) as unknown as new () => WalletConnectButton) {
    static version = VERSION
    static observedAttributes = OBSERVED
    static formAssociated = true

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      if (!sheet) {
        sheet = new CSSStyleSheet()
        sheet.replaceSync(BUTTON_SHEET)
      }
      root.adoptedStyleSheets = [sheet]
      const internals: ControlInternals = Object.assign(this.attachInternals?.() ?? {}, {
        value: '',
        setCustomValidity(message: string) {
          parts.message = message
          parts.paint()
        },
      })
      const parts: Parts = {
        root,
        internals,
        paint: () => {
          const props = readProps(this)
          if (!parts.taken) paint(describeButton(props), root)
          if (this.pageState) document.documentElement.dataset.walletStatus ??= 'idle'
          internals.setValidity?.(
            { customError: !!parts.message, valueMissing: this.required && !internals.value },
            parts.message || parts.missing || props.label,
            root.querySelector('button') as HTMLElement,
          )
        },
      }
      this[PARTS] = parts
      root.addEventListener('click', async () => {
        if (parts.taken || parts.busy) return
        parts.busy = true
        parts.failed = undefined
        refresh(this, hub)
        await runQuietly(this, 'activate')
        parts.busy = false
        refresh(this, hub)
      })
      for (const type of ['pointerenter', 'focusin']) {
        this.addEventListener(type, () => this.preload === 'click' || runQuietly(this, 'prepare'), {
          once: true,
        })
      }
    }

    connectedCallback() {
      takeEarlyValues(this as never)
      this[PARTS].paint()
      hub.elements.add(this)
      hub.app?.attach(this)
      // A storage is slow to open: it is read once the button is on screen.
      // biome-ignore lint/style/noRestrictedGlobals: the one of load time costs bytes here
      setTimeout(() => {
        if (peek(this.themeStorageKey)) refresh(this, hub)
        // A hint that there is a session to restore: the wallet has the last word.
        if (hub.elements.has(this) && peek(`${STORAGE_PREFIX}:${this.store}:reconnect`, this.storage))
          runQuietly(this, 'restore')
      }, AFTER_PAINT)
      if (this.preload === 'visible') {
        const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
        new IntersectionObserver(
          ([entry]) =>
            entry?.isIntersecting &&
            !/[23]g|true/.test(connection?.effectiveType + `${connection?.saveData}`) &&
            (globalThis.requestIdleCallback ?? setTimeout)(() => runQuietly(this, 'prepare')),
          { rootMargin: '200px' },
        ).observe(this)
      }
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

    formDisabledCallback() {
      refresh(this, hub)
    }

    adoptedCallback() {
      runQuietly(this, 'adopt')
    }

    attributeChangedCallback(changed: string, old: string | null, value: string | null) {
      if (old === value) return
      // The browser itself takes any value of it for true.
      if (changed + value === 'disabledfalse') this.removeAttribute(changed)
      for (const [attribute, mark, words, name] of MEMBERS) {
        if (attribute === changed && mark === '=' && value && (this as never)[name] !== value) {
          console.warn(`${changed}="${value}" is not one of: ${words}`, this)
        }
      }
      refresh(this, hub)
    }
  }

  hub.run = run
  defineAccessors(hub, Shell.prototype, run)
  return Shell
}
