import { isPlain, sameContent } from '../client/same-content.js'

/** An object that always calls the functions of the newest literal. */
export interface LiveLiteral {
  /** The object that the element gets. */
  readonly value: object
  /** Takes over the next literal. @returns false when it is not of the same kind */
  take(next: unknown): boolean
}

/** The live literal of each object, because two buttons with one adapter have one server. */
const known = new WeakMap<object, LiveLiteral>()

/**
 * Replaces an object that a component may write anew in each render. Inline functions are never identical, so the element
 * would take each object for another server. Through this object it always sees the same one, which calls the newest
 * functions.
 *
 * @returns null when `first` is no literal
 */
export function getLiveLiteral(first: unknown): LiveLiteral | null {
  if (!isPlain(first)) return null
  const before = known.get(first)
  if (before?.take(first)) return before
  let latest = first
  const value = Object.fromEntries(
    Object.entries(first).map(([name, member]) => [
      name,
      typeof member === 'function'
        ? (...args: unknown[]) => (latest[name] as (...args: unknown[]) => unknown)(...args)
        : member,
    ]),
  )
  const live: LiveLiteral = {
    value,
    take(next) {
      if (!isPlain(next) || !isAlike(value, next)) return false
      latest = next
      known.set(next, live)
      return true
    },
  }
  known.set(first, live)
  return live
}

/** Whether two objects differ only in their functions. */
function isAlike(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) =>
      typeof a[name] === 'function' ? typeof b[name] === 'function' : sameContent(a[name], b[name]),
    )
  )
}
