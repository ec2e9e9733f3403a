import { TABLE } from './table.js'

/**
 * One member: attribute name, mark, words or default, and the property's or method's name. The marks are:
 *
 * `=` an attribute of which one of the words counts, the first by default; `?` an attribute that counts by being there,
 * unless it says `false`; `:` a text attribute with its default; `*` a property without an attribute; `!` a property that
 * the app reads; `#` what the element has as a control of forms; `(` a method. `lang` is the platform's own, and works as it
 * does everywhere.
 */
export type Member = readonly [attribute: string, mark: string, rest: string, name: string]

let mark: string

/** Everything the element has: surface.ts says what each is for. */
export const MEMBERS = TABLE.split(',').map((entry): Member => {
  const [, next, name, rest] = /(\W?)(\w+) ?(.*)/.exec(entry) as string[] as [string, string, string, string]
  // Only the first of each kind has a mark.
  mark = next || mark
  return [name.replace(/[A-Z]/g, '-$&').toLowerCase(), mark, rest, name]
})

/** What is watched: every attribute. Names that are none do no harm, and a filter costs bytes. */
export const OBSERVED = MEMBERS.map((member) => member[0])
