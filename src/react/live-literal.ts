import { isPlain, sameContent } from '../client/same-content.js'

/** An object whose functions are those of the newest literal it stands for. */
export interface LiveLiteral {
  /** The object that the element is given. */
  readonly value: object
  /** Takes the next literal over. @returns false where it is not of the same kind */
  take(next: unknown): boolean
}

/**
 * Stands for an object that a component writes anew in each render. Functions written there are never the same, and the
 * element would take each of them for another server; here it sees one object, which calls the newest functions.
 *
 * @returns null where `next` is no literal of the same kind as `before`
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

/** Whether two objects differ in their functions alone. */
function isAlike(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) =>
      typeof a[name] === 'function' ? typeof b[name] === 'function' : sameContent(a[name], b[name]),
    )
  )
}
