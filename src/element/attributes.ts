import { TABLE } from './table.js'

/**
 * One member: attribute name, mark, words or default, and the property's or method's name. The marks are:
 *
 * `=` an attribute with a list of words, the first by default; `?` an attribute that counts when it is present, unless
 * its value is `false`; `:` a text attribute with its default; `*` a property without an attribute; `!` a property that
 * the app reads; `#` a member of every form control; `(` a method. `lang` is the platform's own attribute, and works as
 * it does everywhere.
 */
export type Member = readonly [attribute: string, mark: string, rest: string, name: string]

let mark: string

/** Every member of the element; surface.ts says what each is for. */
export const MEMBERS = TABLE.split(',').map((entry): Member => {
  const [, next, name, rest] = /(\W?)(\w+) ?(.*)/.exec(entry) as string[] as [string, string, string, string]
  // The table marks only the first member of each kind.
  mark = next || mark
  return [name.replace(/[A-Z]/g, '-$&').toLowerCase(), mark, rest, name]
})
