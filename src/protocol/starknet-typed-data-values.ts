import { FELT_PRIME, readFelt } from './felt.js'
import { readEach } from './read-each.js'
import {
  readTuple,
  type TypedDataField,
  type TypedDataRevision,
  type TypedDataTypes,
  typedDataFault,
} from './starknet-typed-data-types.js'

const U128 = 1n << 128n
const I128 = 1n << 127n

const PRESET_FIELDS: TypedDataTypes = {
  u256: [
    { name: 'low', type: 'u128' },
    { name: 'high', type: 'u128' },
  ],
  TokenAmount: [
    { name: 'token_address', type: 'ContractAddress' },
    { name: 'amount', type: 'u256' },
  ],
  NftId: [
    { name: 'collection_address', type: 'ContractAddress' },
    { name: 'token_id', type: 'u256' },
  ],
}

function readInteger(value: unknown): bigint | null {
  if (typeof value === 'string' && /^-[0-9]{1,40}$/.test(value)) return BigInt(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return readFelt(value)
}

/** Whether wallets can put a value into one felt: a number in any form, or a text of at most 31 ASCII characters. */
function isFeltLike(value: unknown): boolean {
  if (readFelt(value) !== null) return true
  if (typeof value !== 'string' || value.length > 31 || /^(?:0x|[0-9]+$)/i.test(value)) return value === ''
  for (const character of value) if (character.charCodeAt(0) > 0x7f) return false
  return true
}

const between = (value: unknown, low: bigint, high: bigint): boolean => {
  const integer = readInteger(value)
  return integer !== null && integer >= low && integer < high
}

/** The check of each built-in type; some differ by revision. */
const FITS: Record<string, (value: unknown, revision: TypedDataRevision) => boolean> = {
  felt: isFeltLike,
  shortstring: isFeltLike,
  string: (value, revision) => (revision === 1 ? typeof value === 'string' : isFeltLike(value)),
  bool: (value, revision) => typeof value === 'boolean' || (revision === 0 && between(value, 0n, 2n)),
  selector: (value) => typeof value === 'string' && value !== '',
  u128: (value) => between(value, 0n, U128),
  timestamp: (value) => between(value, 0n, U128),
  i128: (value) => between(value, -I128, I128),
  ContractAddress: (value) => between(value, 0n, FELT_PRIME),
  ClassHash: (value) => between(value, 0n, FELT_PRIME),
}

/**
 * Checks that a value can be hashed as its type.
 *
 * @param field the field that holds the value; a container's field says what it contains
 * @throws WalletError `request_invalid` with the path of the fault
 */
export function checkValue(
  types: TypedDataTypes,
  revision: TypedDataRevision,
  field: TypedDataField,
  value: unknown,
  path: string,
): void {
  const { type } = field
  const inside = (inner: string, item: unknown, at: string) =>
    checkValue(types, revision, { name: '', type: inner }, item, at)

  if (type.endsWith('*') || type === 'merkletree') {
    if (!Array.isArray(value)) throw typedDataFault(path, 'is not a list')
    if (type === 'merkletree' && value.length === 0) throw typedDataFault(path, 'is empty')
    const inner = type === 'merkletree' ? (field.contains as string) : type.slice(0, -1)
    readEach(value, (item, index) => inside(inner, item, `${path}[${index}]`))
    return
  }
  if (type === 'enum') {
    const variants = types[field.contains as string] as TypedDataField[]
    const [name, more] = value !== null && typeof value === 'object' ? Object.keys(value) : []
    const variant = variants.find((one) => one.name === name)
    if (name === undefined || more !== undefined || !variant) throw typedDataFault(path, 'is not one variant')
    const parts = readTuple(variant.type)
    const items = (value as Record<string, unknown>)[name]
    if (!parts) throw typedDataFault(path, 'is of an enum whose variants are not in parentheses')
    if (!Array.isArray(items) || items.length !== parts.length) {
      throw typedDataFault(`${path}.${name}`, `is not a list of ${parts.length}`)
    }
    readEach(parts, (part, index) => inside(part, items[index], `${path}.${name}[${index}]`))
    return
  }
  const fields = Object.hasOwn(types, type) ? types[type] : PRESET_FIELDS[type]
  if (fields) {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw typedDataFault(path, 'is not an object')
    }
    for (const one of fields) {
      const item = Object.hasOwn(value, one.name) ? (value as Record<string, unknown>)[one.name] : undefined
      const at = `${path}.${one.name}`
      if (item === undefined || item === null) throw typedDataFault(at, 'is missing')
      if (readTuple(one.type)) throw typedDataFault(at, 'has a type that only enums may have')
      checkValue(types, revision, one, item, at)
    }
    return
  }
  if (!FITS[type]?.(value, revision)) throw typedDataFault(path, `is not a ${type}`)
}
