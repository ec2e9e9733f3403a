import { WalletError } from '../errors/wallet-error.js'

/** Parts of one request: more than the largest transaction has (100 calls of 10,000 felts). */
const MAX_PARTS = 2_000_000

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value)
  // Of another frame's objects as well
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * A copy of what a page hands in, lists and plain objects all the way down, that the page cannot change any more. Each
 * property is read exactly once, so that a getter or a Proxy cannot show one value to the check and another to the wallet.
 * Objects of a class stay what they are, byte arrays are copied.
 *
 * @param name what the error calls it
 * @throws WalletError `request_invalid` for what cannot be read, refers to itself, or is too large
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
      // A key `__proto__` is a key, and a setter of the page's on Object.prototype is not called.
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
