import { isPlain, sameContent } from '../client/same-content.js'

/** An object that always calls the functions of the newest literal. */
export interface LiveLiteral {
  /** The object that the element gets. */
  readonly value: object
  /** Takes over the next literal. @returns false when it is not of the same kind */
  take(next: unknown): boolean
}

/**
 * Replaces an object that a component writes anew in each render. Inline functions are never identical, so the element
 * would take each object for another server. Through this object it always sees the same one, which calls the newest
 * functions.
 *
 * @returns null when `next` is no literal of the same kind as `before`
 */
export function createLiveLiteral(before: unknown, next: unknown): LiveLiteral | null {
  if (!isPlain(before) || !isPlain(next) || !isAlike(before, next)) return null
  let latest = next
  const value = Object.fromEntries(
    Object.entries(next).map(([name, member]) => [
      name,
      typeof member === 'function'
        ? (...args: unknown[]) => (latest[name] as (...args: unknown[]) => unknown)(...args)
        : member,
    ]),
  )
  return {
    value,
    take(other) {
      if (!isPlain(other) || !isAlike(latest, other)) return false
      latest = other
      return true
    },
  }
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
