import { STORAGE_PREFIX } from '../constants.js'
import {
  BOOLEAN,
  DEFAULTS,
  ENUMERATED,
  METHODS,
  OBSERVED,
  READ_ONLY,
  readEnumerated,
  STRUCTURED,
  TEXT,
  toProperty,
} from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { paint } from './button-paint.js'
import { describeButton } from './button-parts.js'
import { adoptSheet } from './button-sheet-adopt.js'
import { type App, getHub, type Loaders, loadApp, VERSION } from './hub.js'
import { PARTS, type Parts } from './parts.js'
import { readLocal, readProps, readTheme } from './props.js'

const ASSET_INTEGRITY =
  'A part of the wallet button could not be loaded, or is not the published one. Reload the page.'

/** The platform's class, or an empty one where there is no DOM, so that the module can be imported anywhere. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

const ignore = () => {}

/** The class of the element. */
export interface WalletConnectButtonClass {
  new (): WalletConnectButton
  readonly prototype: WalletConnectButton
  readonly version: string
  readonly observedAttributes: readonly string[]
}

/**
 * Makes the class of the element. It paints its button by itself; everything else is fetched when first needed.
 *
 * @param loaders how the parts that are not needed at first are fetched
 */
export function createButtonClass(loaders: Loaders): WalletConnectButtonClass {
  const hub = getHub()

  const load = (element: WalletConnectButton): Promise<App> => {
    loaders.view().catch(ignore)
    return loadApp(hub, loaders).catch((cause) => {
      const error = Object.assign(new Error(ASSET_INTEGRITY, { cause }), {
        name: 'WalletError',
        code: 'asset_integrity',
      })
      const detail = { code: error.code, message: error.message, error }
      element.dispatchEvent(new CustomEvent('wallet_error', { detail, bubbles: true, composed: true }))
      throw error
    })
  }

  const prepare = (element: WalletConnectButton) => {
    load(element).then((app) => app.prepare(element), ignore)
  }

  class Shell extends Base {
    static readonly version = VERSION
    static readonly observedAttributes = OBSERVED

    constructor() {
      super()
      const self = this as unknown as WalletConnectButton
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      const parts: Parts = {
        root,
        internals: this.attachInternals?.() ?? null,
        values: {},
        taken: false,
        busy: false,
        paint() {
          if (parts.taken) return
          adoptSheet(root)
          paint(describeButton(readProps(self)), root)
        },
      }
      Object.defineProperty(this, PARTS, { value: parts })
      root.addEventListener('click', (event) => {
        if (parts.taken || parts.busy || self.disabled || !(event.target as Element).closest('button')) return
        parts.busy = true
        parts.paint()
        load(self)
          .then((app) => app.activate(self))
          .catch(ignore)
          .finally(() => {
            parts.busy = false
            parts.paint()
            hub.app?.update(self)
          })
      })
      for (const type of ['pointerenter', 'focusin', 'touchstart']) {
        this.addEventListener(type, () => self.preload === 'click' || prepare(self), {
          once: true,
          passive: true,
        })
      }
    }

    connectedCallback() {
      const self = this as unknown as WalletConnectButton
      // Values set before the class was known lie on the element itself, and hide the accessors.
      for (const name of PROPERTIES) {
        if (!Object.hasOwn(this, name)) continue
        const value = Reflect.get(this, name)
        Reflect.deleteProperty(this, name)
        Reflect.set(this, name, value)
      }
      hub.elements.add(self)
      self[PARTS].paint()
      hub.app?.attach(self)
      if (hasSession(self)) load(self).then((app) => app.restore(self), ignore)
      else if (self.preload === 'idle') {
        const idle = () => (window.requestIdleCallback ?? setTimeout)(() => this.isConnected && prepare(self))
        if (document.readyState === 'complete') idle()
        else addEventListener('load', idle, { once: true })
      }
    }

    disconnectedCallback() {
      const self = this as unknown as WalletConnectButton
      hub.elements.delete(self)
      hub.app?.detach(self)
    }

    /** Present so that `moveBefore` is a move and not a removal. */
    connectedMoveCallback() {}

    adoptedCallback() {
      // A constructed sheet belongs to one document.
      const { root } = (this as unknown as WalletConnectButton)[PARTS]
      root.adoptedStyleSheets = []
    }

    attributeChangedCallback(name: string, old: string | null, value: string | null) {
      const words = ENUMERATED[name]
      if (words && value !== null && value !== old && readEnumerated(name, value) !== value) {
        console.warn(`wallet-connect-button: ${name}="${value.slice(0, 40)}" is not one of: ${words}`)
      }
      if (!this.isConnected) return
      const self = this as unknown as WalletConnectButton
      self[PARTS].paint()
      hub.app?.update(self)
    }
  }

  const define = (name: string, property: PropertyDescriptor & ThisType<WalletConnectButton>) =>
    Object.defineProperty(Shell.prototype, name, { configurable: true, ...property })

  for (const name of [...Object.keys(ENUMERATED), ...TEXT]) {
    if (name === 'sign-in') continue
    define(toProperty(name), {
      get() {
        if (name === 'theme') return readTheme(this)
        if (name === 'label') return readProps(this).label
        const value = this.getAttribute(name)
        return ENUMERATED[name] ? readEnumerated(name, value) : (value ?? DEFAULTS[name] ?? '')
      },
      set(value: unknown) {
        if (value == null) this.removeAttribute(name)
        else this.setAttribute(name, Array.isArray(value) ? value.join(' ') : String(value))
      },
    })
  }
  for (const name of BOOLEAN) {
    define(toProperty(name), {
      get() {
        return this.hasAttribute(name)
      },
      set(value: unknown) {
        this.toggleAttribute(name, !!value)
      },
    })
  }
  for (const name of STRUCTURED) {
    define(name, {
      get() {
        return this[PARTS].values[name]
      },
      set(value: unknown) {
        this[PARTS].values[name] = value
        hub.app?.update(this)
      },
    })
  }
  for (const name of READ_ONLY) {
    define(name, {
      get() {
        return hub.app
          ? hub.app.read(this, name)
          : name === 'status'
            ? 'idle'
            : name === 'state'
              ? IDLE
              : null
      },
    })
  }
  for (const name of METHODS) {
    define(name, {
      writable: true,
      value(...args: unknown[]) {
        return load(this).then((app) => app.call(this, name, args))
      },
    })
  }
  return Shell as unknown as WalletConnectButtonClass
}

const IDLE = { status: 'idle', open: false, connections: [], choices: [] }

const PROPERTIES = [...Object.keys(ENUMERATED), ...BOOLEAN, ...TEXT].map(toProperty).concat(STRUCTURED)

/** Whether a session of this store may be taken up. A hint: the wallet has the last word. */
function hasSession(element: WalletConnectButton): boolean {
  const key = `${STORAGE_PREFIX}:${element.store}:reconnect`
  try {
    return !!(element.storage ? element.storage.getItem(key) : readLocal(key))
  } catch {
    return false
  }
}
