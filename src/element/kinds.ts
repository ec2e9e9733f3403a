/** The kinds of members of the element, as its table marks them. */

/** An attribute with a list of words, of which the first is the default. */
export const WORDS = '='
/** An attribute that counts when it is present, unless its value is `false`. */
export const FLAG = '?'
/** An attribute with any text, perhaps with a default. */
export const TEXT = ':'
/** A property without an attribute. */
export const PROPERTY = '*'
/** A property that the app reads. */
export const READ_ONLY = '!'
/** A member of every form control. */
export const CONTROL = '#'
/** A method, which the app serves. */
export const METHOD = '('

export type Kind =
  | typeof WORDS
  | typeof FLAG
  | typeof TEXT
  | typeof PROPERTY
  | typeof READ_ONLY
  | typeof CONTROL
  | typeof METHOD
