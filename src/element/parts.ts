import { SHARED_SYMBOL } from '../constants.js'

/** Key of what the package keeps on the element, and of the hub; registered, since shell and app are separate bundles. */
export const PARTS: unique symbol = Symbol.for(SHARED_SYMBOL) as never

/** The platform's half of a form control, and what an input has besides it. All is missing in a browser without it. */
export interface ControlInternals extends Partial<ElementInternals> {
  /** What the form submits: a CAIP-10 id, or an empty text. */
  value: string
  /** Keeps the form from being submitted until it is called with an empty text. */
  setCustomValidity(message: string): void
}

/** What the shell shares with the app. */
export interface Parts {
  /** The shadow root that the button is drawn in. */
  readonly root: ShadowRoot
  /** React has taken the button over: the shell neither paints nor listens any more. */
  taken?: boolean
  /** The account menu is on screen. */
  menuOpen?: boolean
  /** Custom states, and what makes the element a control of its form. */
  readonly internals: ControlInternals
  /** What the page has set by `setCustomValidity`. */
  message?: string
  /** What is missing where the element is required, in the visitor's language. Until it is loaded the label stands for it. */
  missing?: string
  /** A click is being served. */
  busy?: boolean
  /** What the last use needed could not be loaded. */
  failed?: true | undefined
  /** Timer after which the element, out of the document, leaves its store. */
  leaving?: number
  /** It stands for a store without being on the page, and has no configuration of its own. */
  standIn?: boolean
  /** Draws the button from the attributes as they are now, and says whether the form may be submitted. */
  paint(): unknown
  /** The values of properties without an attribute, by name. */
  [property: string]: unknown
}
