import { WalletError } from '../errors/wallet-error.js'

/** Deepest nesting of values; a type may contain itself. */
export const MAX_EVM_DEPTH = 64

/** Creates the error for EIP-712 data, with the path of the fault. */
export const invalidTypedData = (path: string): WalletError =>
  new WalletError('request_invalid', { message: `Typed data: ${path} is missing or not valid` })

/** The parts of a list's type, such as `uint8[][2]`: the type of an item, and the length when the type names it. */
export function readList(type: string): { item: string; length: number | null } | null {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? []
  return item === undefined ? null : { item, length: length ? Number(length) : null }
}

/** The type of the innermost items of a list, or the type itself. */
export const bareType = (type: string): string => type.replace(/(?:\[\d*\])+$/, '')

/**
 * The kind of a type that is neither a struct nor a list, and its size in bits, or in bytes for bytesN; null for
 * others.
 */
function readAtomType(type: string): { kind: 'text' | 'hex' | 'bool' | 'uint' | 'int'; size: number } | null {
  if (type === 'string') return { kind: 'text', size: 0 }
  if (type === 'bytes') return { kind: 'hex', size: 0 }
  if (type === 'address') return { kind: 'hex', size: 20 }
  if (type === 'bool') return { kind: 'bool', size: 1 }
  const [, family, digits] = /^(bytes|u?int)([1-9]\d*)?$/.exec(type) ?? []
  const size = Number(digits || 256)
  if (family === 'bytes') return size >= 1 && size <= 32 ? { kind: 'hex', size } : null
  const fits = size >= 8 && size <= 256 && size % 8 === 0
  return family && fits ? { kind: family as 'uint' | 'int', size } : null
}

/** Whether a type is built into EIP-712. */
export const isAtomType = (type: string): boolean => readAtomType(type) !== null

function readNumber(value: unknown, signed: boolean, bits: number, path: string): bigint {
  const isNumber =
    typeof value === 'bigint' ||
    Number.isSafeInteger(value) ||
    (typeof value === 'string' && /^(?:-?\d+|0x[0-9a-f]+)$/i.test(value))
  if (!isNumber) throw invalidTypedData(path)
  const number = BigInt(value as string)
  const fits = signed ? BigInt.asIntN(bits, number) === number : BigInt.asUintN(bits, number) === number
  if (!fits) throw invalidTypedData(path)
  return number
}

/**
 * Reads a value that is neither a struct nor a list.
 *
 * @returns the text of a string; the hex digits of bytes and addresses, without `0x`; else a number
 * @throws WalletError `request_invalid` naming the path
 */
export function readAtom(type: string, value: unknown, path: string): string | bigint {
  const atom = readAtomType(type)
  if (!atom) throw invalidTypedData(`the type ${type}`)
  const { kind, size } = atom
  if (kind === 'uint' || kind === 'int') return readNumber(value, kind === 'int', size, path)
  if (kind === 'bool') {
    if (typeof value !== 'boolean') throw invalidTypedData(path)
    return value ? 1n : 0n
  }
  if (typeof value !== 'string') throw invalidTypedData(path)
  if (kind === 'text') return value
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(value)) throw invalidTypedData(path)
  if (size && value.length !== 2 + size * 2) throw invalidTypedData(path)
  return value.slice(2)
}
