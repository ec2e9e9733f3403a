/** Key of what the element keeps for the package itself; registered, since shell and app are separate bundles. */
export const PARTS: unique symbol = Symbol.for('wallet-connect-button.parts') as never

/** What the shell shares with the app. */
export interface Parts {
  readonly root: ShadowRoot
  /** React has taken the button over: the shell neither paints nor listens any more. */
  taken?: boolean
  /** Made by the app: custom states. */
  internals?: ElementInternals
  /** A click is being served. */
  busy?: boolean
  /** Draws the button from the attributes as they are now. */
  paint(): unknown
  /** The properties that have no attribute lie here by their names. */
  [property: string]: unknown
}
