import { WalletError } from '../errors/wallet-error.js'

/** The most values in one request: more than the largest transaction has (100 calls of 10,000 felts). */
const MAX_PARTS = 2_000_000

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  // Plain objects of another frame have another Object.prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Copies the arguments of a page, with all lists and plain objects in them, so that the page cannot change
 * them afterwards. It reads each property exactly once, so that a getter or a Proxy cannot show one value to
 * the check and another to the wallet. It keeps instances of classes as they are, and copies byte arrays.
 *
 * @param name how the error names the arguments
 * @throws WalletError `request_invalid` for a value that cannot be read, contains itself, or is too large
 */
export function takeSnapshot<T>(value: T, name: string): T {
  let parts = 0
  const copy = (from: unknown): unknown => {
    if (++parts > MAX_PARTS) throw new RangeError('too large')
    if (from === null || typeof from !== 'object') return from
    if (Array.isArray(from)) {
      const { length } = from
      const list: unknown[] = []
      for (let index = 0; index < length; index++) list.push(copy(from[index]))
      return list
    }
    if (from instanceof Uint8Array) return from.slice()
    if (!isPlain(from)) return from
    const fields: Record<string, unknown> = {}
    for (const key of Object.keys(from)) {
      const field = copy((from as Record<string, unknown>)[key])
      // Treat `__proto__` as an ordinary key, and call no setter that the page has put on Object.prototype.
      Object.defineProperty(fields, key, {
        value: field,
        enumerable: true,
        writable: true,
        configurable: true,
      })
    }
    return fields
  }
  try {
    return copy(value) as T
  } catch (cause) {
    throw new WalletError('request_invalid', { message: `${name}: the arguments cannot be read`, cause })
  }
}
