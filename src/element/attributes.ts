import type { Kind } from './kinds.js'
import { TABLE } from './table.js'

/**
 * One member: attribute name, kind, words or default, and the property's or method's name. `lang` is the platform's own attribute, and
 * works as it does everywhere.
 */
export type Member = readonly [attribute: string, kind: Kind, rest: string, name: string]

const toAttribute = (name: string): string => name.replace(/[A-Z]/g, '-$&').toLowerCase()

/** Every member of the element; surface.ts says what each is for. */
export const MEMBERS: readonly Member[] = TABLE.flatMap(([kind, entries]) =>
  entries.split(',').map((entry): Member => {
    const [name = '', ...rest] = entry.split(' ')
    return [toAttribute(name), kind, rest.join(' '), name]
  }),
)
