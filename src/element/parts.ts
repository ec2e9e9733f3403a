import type { NetworkConfig } from '../chains/network-config.js'
import type { FormProof } from '../sign-in/form-proof.js'
import type { Face } from './face/face.js'

/** Defined only in the script tag's build, which is for browsers. */
declare const __WCB_DOM__: true

/**
 * Whether there is a DOM in which an element can be defined. It stands first, because esbuild replaces a constant by its value only if
 * no other statement precedes it.
 */
export const HAS_DOM = typeof __WCB_DOM__ !== 'undefined' || !!globalThis.customElements

/**
 * The name of the registered symbol, with a protocol number, under which two copies of this package share state: the
 * hub on the page's global object, the parts on each element.
 */
const SHARED_SYMBOL = 'wallet-connect-button.1'

/**
 * The key of our data on the element, and of the hub. The symbol is registered, because shell and app are separate
 * bundles.
 */
export const PARTS: unique symbol = Symbol.for(SHARED_SYMBOL) as never

/**
 * What the shell shares with the app: the element's internals, which make it a form control with custom states, and our
 * own fields. In a browser without internals only our fields exist.
 */
export interface Parts extends Partial<ElementInternals> {
  /** The shadow root that contains the button. */
  readonly root: ShadowRoot
  /** The view draws the button, so the shell neither paints nor listens any more. Set by the app alone. */
  taken?: boolean
  /** The account menu is open. */
  menuOpen?: boolean
  /** The value that the form submits: a CAIP-10 id, or an empty text. */
  value: string
  /** The form that asks what to submit. */
  asking?: HTMLFormElement | null
  /** Adds what the element submits to the data of its form; only with the code for forms. */
  addFields?(data: FormData): void
  /** Hears that the form's data is put together. */
  submit(event: FormDataEvent): void
  /** Keeps the form from being submitted until it is called with an empty text. */
  setCustomValidity(message: string): void
  /** The nodes of the attribute `rpc`. */
  nodes?: readonly NetworkConfig[]
  /** The proof that `sign-in="form"` gives to the form. */
  proof?: FormProof | null
  /** The message that the page has set by `setCustomValidity`. */
  message?: string
  /** What a required element lacks, in the visitor's language. The label is used until this text is loaded. */
  missing?: string
  /** What the idle button shows. Changed by `show` alone. */
  face?: Face
  /** The text of the button, idle or failed, and the language that it is in. */
  readText(): readonly [text: string, lang: string]
  /** Draws the button from the current attributes, and sets whether the form may be submitted. */
  paint(): void
  /** The values of properties without an attribute, by name. */
  [property: string]: unknown
}
