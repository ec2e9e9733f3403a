/**
 * Whether two values are equal: primitives by value, arrays and plain objects by their content. Functions and
 * instances of classes are equal only when they are identical.
 *
 * @param depth how many levels are compared; deeper values and circular references must be identical
 */
export function sameContent(a: unknown, b: unknown, depth = 6): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b) || depth === 0) return false
  const names = Object.keys(a)
  const isSame = (name: string) =>
    Object.hasOwn(b, name) && (Object.is(a[name], b[name]) || sameContent(a[name], b[name], depth - 1))
  return names.length === Object.keys(b).length && names.every(isSame)
}

/** Whether a value is an array or a plain object. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype || prototype === Array.prototype
}
