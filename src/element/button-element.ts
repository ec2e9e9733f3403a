import { STORAGE_PREFIX } from '../constants.js'
import { MEMBERS, type Member, OBSERVED } from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { BUTTON_SHEET } from './face/button-sheet.js'
import { paintFirst } from './face/first-paint.js'
import { peek } from './face/props.js'
import { HAS_DOM, HUB, VERSION } from './hub.js'
import { refresh, runQuietly } from './loading.js'
import { PARTS, type Parts } from './parts.js'

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

/** Storage will be read in a moment, for buttons that have come in lately. */
let isReading: boolean | undefined

/** The sheet of the first paint, which all buttons share. */
let sheet: CSSStyleSheet | undefined

/**
 * The element. It paints its button by itself; everything else is fetched when first needed. Written for few bytes: every page
 * pays for it. An empty class where there is no DOM, so that the module can be imported anywhere.
 */
export class Shell extends ((HAS_DOM ? HTMLElement : class {}) as unknown as new () => WalletConnectButton) {
  static version = VERSION
  static observedAttributes = OBSERVED
  static formAssociated = true

  constructor() {
    super()
    // What the browser lacks fails before there is a root, which would hide what stands inside the tag.
    if (!sheet) {
      sheet = new CSSStyleSheet()
      sheet.replaceSync(BUTTON_SHEET)
    }
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [sheet]
    const parts: Parts = Object.assign((this.attachInternals?.() ?? {}) as Parts, {
      root,
      value: '',
      setCustomValidity(message: string) {
        parts.message = message
        parts.paint()
      },
      paint: paintFirst,
    })
    this[PARTS] = parts
    root.addEventListener('click', async () => {
      if (parts.busy || parts.taken) return
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
    // What was set before the class was known lies on the element itself, and hides the accessor.
    for (const [name, value] of Object.entries(this as never as Record<string, unknown>)) {
      delete (this as never as Record<string, unknown>)[name]
      this[name as 'lang'] = value as never
    }
    this[PARTS].paint()
    HUB.elements.add(this)
    HUB.app?.attach(this)
    // A storage is slow to open: it is read once the buttons are on screen, in one task for all of them.
    // biome-ignore lint/style/noRestrictedGlobals: the one of load time costs bytes here
    if (!isReading)
      setTimeout(() => {
        isReading = false
        for (const element of HUB.elements) {
          refresh(element)
          // A hint that there is a session to restore: the wallet has the last word.
          if (peek(`${STORAGE_PREFIX}:${element.store}:reconnect`, element.storage))
            runQuietly(element, 'restore')
        }
      }, AFTER_PAINT)
    isReading = true
    if (this.preload === 'visible') {
      const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
      new IntersectionObserver(
        ([entry]) =>
          entry?.isIntersecting &&
          !(connection && (connection.saveData || connection.effectiveType !== '4g')) &&
          self.requestIdleCallback?.(() => runQuietly(this, 'prepare')),
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
    HUB.elements.delete(this)
    HUB.app?.detach(this)
  }

  /** Present so that `moveBefore` is a move and not a removal. */
  connectedMoveCallback() {}

  formDisabledCallback() {
    refresh(this)
  }

  adoptedCallback() {
    runQuietly(this, 'adopt')
  }

  attributeChangedCallback(changed: string, old: string | null, value: string | null) {
    if (old === value) return
    const [, mark, words, name] = MEMBERS.find(([attribute]) => attribute === changed) as Member
    // The browser itself takes any value of `disabled` for true.
    if (mark === '?' && value === 'false') this.removeAttribute(changed)
    if (mark === '=' && value && (this as never)[name] !== value)
      console.warn(`${changed}="${value}" is not one of: ${words}`, this)
    refresh(this)
  }
}
