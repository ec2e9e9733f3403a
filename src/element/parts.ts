import type { NetworkConfig } from '../chains/network-config.js'
import { SHARED_SYMBOL } from '../constants.js'
import type { FormProof } from '../sign-in/form-proof.js'

/** Key of what the package keeps on the element, and of the hub; registered, since shell and app are separate bundles. */
export const PARTS: unique symbol = Symbol.for(SHARED_SYMBOL) as never

/**
 * What the shell shares with the app: the element's internals, by which it is a control of its form and has custom states, with
 * more on them. Nothing of the platform's is there in a browser without it.
 */
export interface Parts extends Partial<ElementInternals> {
  /** The shadow root that the button is drawn in. */
  readonly root: ShadowRoot
  /** React has taken the button over: the shell neither paints nor listens any more. */
  taken?: boolean
  /** The account menu is on screen. */
  menuOpen?: boolean
  /** What the form submits: a CAIP-10 id, or an empty text. */
  value: string
  /** Keeps the form from being submitted until it is called with an empty text. */
  setCustomValidity(message: string): void
  /** What the attribute `rpc` says. */
  nodes?: readonly NetworkConfig[]
  /** What `sign-in="form"` hands to the form. */
  proof?: FormProof | null
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
  paint(): void
  /** The values of properties without an attribute, by name. */
  [property: string]: unknown
}
