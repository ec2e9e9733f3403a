import { SHARED_SYMBOL } from '../constants.js'

/** Key of what the package keeps on the element, and of the hub; registered, since shell and app are separate bundles. */
export const PARTS: unique symbol = Symbol.for(SHARED_SYMBOL) as never

/** What the shell shares with the app. */
export interface Parts {
  readonly root: ShadowRoot
  /** React has taken the button over: the shell neither paints nor listens any more. */
  taken?: boolean
  /** The account menu is on screen. */
  menuOpen?: boolean
  /** Made by the app: custom states. */
  internals?: ElementInternals
  /** A click is being served. */
  busy?: boolean
  /** What the last use needed could not be had. */
  failed?: true | undefined
  /** It stands for a store without being on the page, and has no configuration of its own. */
  standIn?: boolean
  /** Draws the button from the attributes as they are now. */
  paint(): unknown
  /** The properties that have no attribute lie here by their names. */
  [property: string]: unknown
}
