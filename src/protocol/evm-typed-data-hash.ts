import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { WalletError } from '../errors/wallet-error.js'
import type { EvmTypedData } from './evm-typed-data.js'

type Types = EvmTypedData['types']

const WORD = 32

/** Deepest nesting of values; a type may contain itself. */
const MAX_DEPTH = 64

const invalid = (path: string) =>
  new WalletError('request_invalid', { message: `Typed data: ${path} is missing or not valid` })

/** A number in one word, negative ones as their two's complement. */
function toWord(number: bigint): Uint8Array {
  return hexToBytes(
    BigInt.asUintN(WORD * 8, number)
      .toString(16)
      .padStart(WORD * 2, '0'),
  )
}

function readBytes(value: unknown, path: string): Uint8Array {
  if (typeof value !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(value)) throw invalid(path)
  return hexToBytes(value.slice(2))
}

function readNumber(value: unknown, signed: boolean, bits: number, path: string): bigint {
  const isNumber =
    typeof value === 'bigint' ||
    Number.isSafeInteger(value) ||
    (typeof value === 'string' && /^(?:-?\d+|0x[0-9a-f]+)$/i.test(value))
  if (!isNumber) throw invalid(path)
  const number = BigInt(value as string)
  const fits = signed ? BigInt.asIntN(bits, number) === number : BigInt.asUintN(bits, number) === number
  if (!fits) throw invalid(path)
  return number
}

/** A value of a type that is no struct and no list, as it stands in its struct. */
function encodeAtom(type: string, value: unknown, path: string): Uint8Array {
  if (type === 'string') {
    if (typeof value !== 'string') throw invalid(path)
    return keccak_256(utf8ToBytes(value))
  }
  if (type === 'bytes') return keccak_256(readBytes(value, path))
  if (type === 'bool') {
    if (typeof value !== 'boolean') throw invalid(path)
    return toWord(value ? 1n : 0n)
  }
  if (type === 'address') {
    const bytes = readBytes(value, path)
    if (bytes.length !== 20) throw invalid(path)
    return concatBytes(new Uint8Array(WORD - 20), bytes)
  }
  const [, family, digits] = /^(bytes|u?int)(\d*)$/.exec(type) ?? []
  const size = Number(digits || 256)
  if (family === 'bytes') {
    const bytes = readBytes(value, path)
    if (size < 1 || bytes.length !== size || size > WORD) throw invalid(path)
    return concatBytes(bytes, new Uint8Array(WORD - size))
  }
  if (!family || size < 8 || size > WORD * 8 || size % 8 !== 0) throw invalid(`the type ${type}`)
  return toWord(readNumber(value, family === 'int', size, path))
}

const isStruct = (types: Types, type: string) => Object.hasOwn(types, type)

/** The definition of a struct and of all it uses, the latter in order of their names. */
function printTypes(types: Types, primary: string): string {
  const used = new Set<string>()
  const collect = (type: string) => {
    const name = type.replace(/(?:\[\d*\])+$/, '')
    if (used.has(name) || !isStruct(types, name)) return
    used.add(name)
    for (const field of types[name] ?? []) collect(field.type)
  }
  collect(primary)
  used.delete(primary)
  return [primary, ...[...used].sort()]
    .map((name) => `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('')
}

function encodeValue(types: Types, type: string, value: unknown, path: string, depth: number): Uint8Array {
  if (depth > MAX_DEPTH) throw invalid('the nesting')
  const list = /^(.*)\[(\d*)\]$/.exec(type)
  if (list) {
    const [, item = '', length] = list
    if (!Array.isArray(value) || (length && value.length !== Number(length))) throw invalid(path)
    const items = value.map((one, index) => encodeValue(types, item, one, `${path}[${index}]`, depth + 1))
    return keccak_256(concatBytes(...items))
  }
  if (!isStruct(types, type)) return encodeAtom(type, value, path)
  // A struct that contains itself ends with one that is left out.
  if (depth > 0 && (value === undefined || value === null)) return new Uint8Array(WORD)
  return hashStruct(types, type, value, path, depth)
}

function hashStruct(types: Types, type: string, value: unknown, path: string, depth: number): Uint8Array {
  if (typeof value !== 'object' || value === null) throw invalid(path)
  const fields = (types[type] ?? []).map((field) =>
    encodeValue(
      types,
      field.type,
      (value as Record<string, unknown>)[field.name],
      `${path}.${field.name}`,
      depth + 1,
    ),
  )
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(printTypes(types, type))), ...fields))
}

/**
 * The hash that is signed of EIP-712 data.
 *
 * @param data as `toEvmTypedData` gives it
 * @returns `0x` and 64 hex digits
 * @throws WalletError `request_invalid` naming the path
 */
export function hashEvmTypedData({ types, primaryType, domain, message }: EvmTypedData): string {
  const parts = [Uint8Array.of(0x19, 0x01), hashStruct(types, 'EIP712Domain', domain, 'domain', 0)]
  if (primaryType !== 'EIP712Domain') parts.push(hashStruct(types, primaryType, message, 'message', 0))
  return `0x${bytesToHex(keccak_256(concatBytes(...parts)))}`
}
