/**
 * Whether two values say the same: primitives, and arrays and plain objects by what is in them. Functions and instances of
 * classes are the same only where they are one.
 *
 * @param depth how many levels are looked into; below that, and in a circle, only what is one is the same
 */
export function sameContent(a: unknown, b: unknown, depth = 6): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b) || depth === 0) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameContent(a[name], b[name], depth - 1))
  )
}

/** An array, or an object as a literal makes it. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || prototype === Array.prototype
}
