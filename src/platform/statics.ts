/**
 * Static functions of the language, written anew. Older libraries replace them before our script runs, by functions that ignore an
 * argument, know no iterables, or list what is inherited. The build lets every part call these, those of packages included
 * (`scripts/build/own-globals.ts`), so nothing here may call what is named here.
 */
const { create, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, prototype } = Object
const { ownKeys } = Reflect
const { stringify } = globalThis.JSON

/** As `Array.from`. */
export function wcbArrayFrom<T, R = T>(
  source: Iterable<T> | ArrayLike<T>,
  read?: (item: T, index: number) => R,
  self?: unknown,
): R[] {
  const list: R[] = []
  const take = (item: T) => {
    const index = list.length
    list[index] = read ? read.call(self, item, index) : (item as never)
  }
  if (Symbol.iterator in Object(source)) for (const item of source as Iterable<T>) take(item)
  else {
    const { length } = source as ArrayLike<T>
    for (let index = 0; index < length; index += 1) take((source as ArrayLike<T>)[index] as T)
  }
  return list
}

/** As `Object.keys`. */
export function wcbKeys(value: object): string[] {
  const object = Object(value)
  const list: string[] = []
  for (const name of ownKeys(object))
    if (typeof name === 'string' && getOwnPropertyDescriptor(object, name)?.enumerable)
      list[list.length] = name
  return list
}

/** As `Object.entries`. */
export function wcbEntries<T>(object: Record<string, T>): [string, T][] {
  const list: [string, T][] = []
  for (const name of wcbKeys(object)) list[list.length] = [name, object[name] as T]
  return list
}

/** As `Object.values`. */
export function wcbValues<T>(object: Record<string, T>): T[] {
  const list: T[] = []
  for (const name of wcbKeys(object)) list[list.length] = object[name] as T
  return list
}

/** As `Object.fromEntries`. */
export function wcbFromEntries<T>(entries: Iterable<readonly [PropertyKey, T]>): Record<PropertyKey, T> {
  const object: Record<PropertyKey, T> = {}
  const way = { __proto__: null, configurable: true, enumerable: true, writable: true }
  for (const [name, value] of entries)
    defineProperty(object, name, { ...way, __proto__: null, value } as object)
  return object
}

/** A copy of plain data that has no `toJSON`, though its prototype has. What is of a class has its own way to become JSON. */
function mute(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) {
    const list = wcbArrayFrom(value, mute)
    return defineProperty(list, 'toJSON', { __proto__: null, value: undefined } as PropertyDescriptor)
  }
  const kind = getPrototypeOf(value)
  if (kind !== null && kind !== prototype) return value
  const copy = create(null)
  for (const name of wcbKeys(value)) copy[name] = mute((value as Record<string, unknown>)[name])
  return copy
}

/** As `JSON.stringify`, whatever a page has put on the prototypes of lists and objects. */
export const wcbStringify = (value: unknown, ...more: unknown[]): string =>
  stringify('toJSON' in [] ? mute(value) : value, ...(more as []))
