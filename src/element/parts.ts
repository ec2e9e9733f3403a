import { SHARED_SYMBOL } from '../constants.js'

/** Key of what the package keeps on the element, and of the hub; registered, since shell and app are separate bundles. */
export const PARTS: unique symbol = Symbol.for(SHARED_SYMBOL) as never

/** What the shell shares with the app. */
export interface Parts {
  /** The shadow root that the button is drawn in. */
  readonly root: ShadowRoot
  /** React has taken the button over: the shell neither paints nor listens any more. */
  taken?: boolean
  /** The account menu is on screen. */
  menuOpen?: boolean
  /** Attached by the app, for custom states. */
  internals?: ElementInternals
  /** A click is being served. */
  busy?: boolean
  /** What the last use needed could not be loaded. */
  failed?: true | undefined
  /** Timer after which the element, out of the document, leaves its store. */
  leaving?: number
  /** It stands for a store without being on the page, and has no configuration of its own. */
  standIn?: boolean
  /** Draws the button from the attributes as they are now. */
  paint(): unknown
  /** The values of properties without an attribute, by name. */
  [property: string]: unknown
}
