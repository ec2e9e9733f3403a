import { isThrifty } from '../platform/environment.js'
import { MEMBERS, type Member } from './attributes.js'
import type { WalletConnectButton } from './button-api.js'
import { BUTTON_SHEET } from './face/button-sheet.js'
import { BUSY, IDLE, KEPT_ROOM } from './face/face.js'
import { paintFirst } from './face/first-paint.js'
import { readText } from './face/text.js'
import { HUB } from './hub.js'
import { FLAG, WORDS } from './kinds.js'
import { refresh, runQuietly, show } from './loading.js'
import { lookForSession, takeChange } from './look-for-session.js'
import { HAS_DOM, PARTS, type Parts } from './parts.js'
import { VERSION } from './version.js'

/** The class of the element. */
export interface WalletConnectButtonClass {
  /** A button outside of the document. */
  new (): WalletConnectButton
  /** The accessors and methods of all buttons. */
  readonly prototype: WalletConnectButton
  /** The version of the package that has defined the class. */
  readonly version: string
}

/** The sheet of the first paint, which all buttons share. */
let sheet: CSSStyleSheet | undefined

/** Creates the button's sheet for a document, because a constructed sheet belongs to one document. */
const createSheet = ({ defaultView }: Document): CSSStyleSheet => {
  const created = new ((defaultView ?? globalThis) as typeof globalThis).CSSStyleSheet()
  created.replaceSync(BUTTON_SHEET)
  return created
}

/**
 * The element. It paints its button by itself and fetches everything else when it is first needed. Without a DOM it is an
 * empty class, so that the module can be imported anywhere.
 *
 * {@link ./surface.ts} declares each of these, with its type, default and sentence:
 *
 * - attributes: `app-name`, `app-description`, `app-url`, `app-icon`, `label`, `chains`, `optional-chains`,
 *   `wallets`, `mode`, `result-type`, `project-id`, `relay-url`, `deep-link`, `web-wallet-url`, `web-wallet-mode`,
 *   `qr-modal`, `sign-in`, `sign-in-nonce`, `sign-in-statement`, `name`, `required`, `form`, `page-state`, `signed-in-href`, `rpc`,
 *   `names`, `terms-url`, `privacy-url`, `api-url`, `theme`, `look`, `theme-storage-key`, `font-href`,
 *   `show-balance`, `size`, `store`, `preload`, `data-base`, `disabled`, `lang`.
 * - properties: `networks`, `connectors`, `storage`, `signInAdapter`, `resolveName`, `form`, `value`, `validity`,
 *   `validationMessage`, `willValidate`, `state`, `status`, `account`, `chainId`, `wallet`, `provider`, `client`.
 * - methods: `open`, `close`, `connect`, `disconnect`, `signMessage`, `signTypedData`, `execute`,
 *   `waitForTransaction`, `getCapabilities`, `switchChain`, `addChain`, `watchAsset`, `getBalance`,
 *   `getStarknetAccount`, `signIn`, `signOut`, `checkValidity`, `reportValidity`, `setCustomValidity`.
 * - events: `wallet_connecting`, `wallet_connected`, `wallet_changed`, `wallet_disconnected`, `wallet_signed_in`,
 *   `wallet_signed_out`, `wallet_transaction`, `wallet_error`, `wallet_modal_opened`, `wallet_modal_closed`.
 * - parts: `button`, `label`, `icon`, `spinner`, `avatar`, `menu`.
 * - states: `connecting`, `connected`, `open`, `wrong-network`.
 * - custom properties: `--wcb-accent`, `--wcb-accent-text`, `--wcb-background`, `--wcb-surface`, `--wcb-text`,
 *   `--wcb-muted`, `--wcb-border`, `--wcb-error`, `--wcb-shadow`, `--wcb-overlay`, `--wcb-radius`, `--wcb-font`.
 *
 * It has no slots: what is between its tags is shown only without scripts.
 */
export class Shell extends ((HAS_DOM ? HTMLElement : class {}) as unknown as new () => WalletConnectButton) {
  static formAssociated = true
  /** Every member's name: `sign-in` is an attribute and a method, and names without an attribute do no harm. */
  static observedAttributes = MEMBERS.map(([attribute]) => attribute)
  static version = VERSION

  constructor() {
    super()
    // If the browser lacks a feature, fail before the root exists, because a root would hide the tag's own content.
    sheet ??= createSheet(document)
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    root.adoptedStyleSheets = [sheet]
    const parts: Parts = Object.assign((this.attachInternals?.() ?? {}) as Parts, {
      root,
      value: '',
      setCustomValidity(message: string) {
        parts.message = message
        parts.paint()
      },
      readText,
      paint: paintFirst,
      submit: ({ formData }: FormDataEvent) => {
        if (!this.matches(':disabled')) parts.addFields?.(formData)
      },
    })
    this[PARTS] = parts
    // A label, or a page that captures the pointer, clicks the element itself.
    this.addEventListener('click', async () => {
      if (parts.face === BUSY || parts.taken) return
      // A button that keeps room looks busy already.
      if (parts.face !== KEPT_ROOM) show(this, BUSY)
      await runQuietly(this, 'activate')
      show(this, IDLE, BUSY)
    })
    // A form that was submitted too early; the outline comes with the code for forms.
    this.addEventListener('invalid', () => parts.states?.add('user-invalid'))
    const comeNear = () => {
      if (this.preload !== 'click') runQuietly(this, 'prepare')
    }
    this.addEventListener('pointerenter', comeNear)
    this.addEventListener('focusin', comeNear)
  }

  connectedCallback() {
    // Properties that were set before the class was defined are on the element itself, and hide its accessors.
    for (const [name, value] of Object.entries(this as never as Record<string, unknown>)) {
      delete (this as never as Record<string, unknown>)[name]
      this[name as 'lang'] = value as never
    }
    lookForSession(this)
    // From here on the stored theme counts.
    HUB.elements.add(this)
    this[PARTS].paint()
    HUB.app?.attach(this)
    const prepare = () => runQuietly(this, 'prepare')
    if (this.preload === 'visible' && self.IntersectionObserver) {
      const look: IntersectionObserverCallback = ([entry]) => {
        if (entry?.isIntersecting && !isThrifty()) self.requestIdleCallback?.(prepare)
      }
      new IntersectionObserver(look, { rootMargin: '200px' }).observe(this)
    }
    if (this.preload === 'idle') {
      if (document.readyState === 'complete') prepare()
      else addEventListener('load', prepare)
    }
  }

  disconnectedCallback() {
    HUB.elements.delete(this)
    HUB.app?.detach(this)
  }

  /** Without this callback `moveBefore` would count as a removal. */
  connectedMoveCallback() {}

  /**
   * The form asks what to submit each time. A value that the browser kept for the element would go into its session history, and come
   * back from there after the wallet has gone.
   */
  formAssociatedCallback(form: HTMLFormElement | null) {
    const parts = this[PARTS]
    parts.asking?.removeEventListener('formdata', parts.submit, true)
    parts.asking = form
    form?.addEventListener('formdata', parts.submit, true)
  }

  formDisabledCallback() {
    refresh(this)
  }

  formResetCallback() {
    this[PARTS].states?.delete('user-invalid')
  }

  adoptedCallback() {
    // The document of a template's content, where frameworks put a page together, has no window: it shows nothing and takes no sheet.
    if (!this.ownerDocument.defaultView) return
    this[PARTS].root.adoptedStyleSheets = [createSheet(this.ownerDocument)]
    runQuietly(this, 'adopt')
  }

  attributeChangedCallback(changed: string, old: string | null, value: string | null) {
    if (old === value) return
    const [, kind, words, name] = MEMBERS.find(([attribute]) => attribute === changed) as Member
    // For the browser itself any value of `disabled` means true.
    if (kind === FLAG && value === 'false') this.removeAttribute(changed)
    if (kind === WORDS && value && (this as never)[name] !== value)
      console.warn(`${changed}="${value}" is not one of:`, words, this)
    takeChange(this, changed)
  }
}
