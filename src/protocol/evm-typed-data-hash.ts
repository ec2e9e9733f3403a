import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { EVM_WORD } from './evm-hex.js'
import type { EvmTypedData } from './evm-typed-data-shape.js'
import { bareType, invalidTypedData, MAX_EVM_DEPTH, readAtom, readList } from './evm-typed-data-values.js'

type Types = EvmTypedData['types']

/** Encodes a number in one word; negative numbers as two's complement. */
function toWord(number: bigint): Uint8Array {
  return hexToBytes(
    BigInt.asUintN(EVM_WORD * 8, number)
      .toString(16)
      .padStart(EVM_WORD * 2, '0'),
  )
}

/** Encodes a value that is neither a struct nor a list. */
function encodeAtom(type: string, value: unknown, path: string): Uint8Array {
  const read = readAtom(type, value, path)
  if (typeof read === 'bigint') return toWord(read)
  if (type === 'string') return keccak_256(utf8ToBytes(read))
  const bytes = hexToBytes(read)
  if (type === 'bytes') return keccak_256(bytes)
  const rest = new Uint8Array(EVM_WORD - bytes.length)
  return type === 'address' ? concatBytes(rest, bytes) : concatBytes(bytes, rest)
}

const isStruct = (types: Types, type: string) => Object.hasOwn(types, type)

/** Prints the definition of a struct, then the structs that it uses, sorted by name. */
function printTypes(types: Types, primary: string): string {
  const used = new Set<string>()
  const collect = (type: string) => {
    const name = bareType(type)
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
  if (depth > MAX_EVM_DEPTH) throw invalidTypedData('the nesting')
  const list = readList(type)
  if (list) {
    if (!Array.isArray(value) || (list.length ?? value.length) !== value.length) throw invalidTypedData(path)
    const items = value.map((one, index) =>
      encodeValue(types, list.item, one, `${path}[${index}]`, depth + 1),
    )
    return keccak_256(concatBytes(...items))
  }
  if (!isStruct(types, type)) return encodeAtom(type, value, path)
  // A struct that contains itself ends where a field is left out.
  if (depth > 0 && (value === undefined || value === null)) return new Uint8Array(EVM_WORD)
  return hashStruct(types, type, value, path, depth)
}

function hashStruct(types: Types, type: string, value: unknown, path: string, depth: number): Uint8Array {
  if (typeof value !== 'object' || value === null) throw invalidTypedData(path)
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
 * The hash that a wallet signs for EIP-712 data.
 *
 * @param data as `toEvmTypedData` returns it
 * @returns `0x` and 64 hex digits
 * @throws WalletError `request_invalid` naming the path
 */
export function hashEvmTypedData({ types, primaryType, domain, message }: EvmTypedData): string {
  const parts = [Uint8Array.of(0x19, 0x01), hashStruct(types, 'EIP712Domain', domain, 'domain', 0)]
  if (primaryType !== 'EIP712Domain') parts.push(hashStruct(types, primaryType, message, 'message', 0))
  return `0x${bytesToHex(keccak_256(concatBytes(...parts)))}`
}
