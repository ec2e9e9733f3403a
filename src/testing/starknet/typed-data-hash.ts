import { pedersen, poseidonHash } from '@scure/starknet'
import { FELT_PRIME } from '../../protocol/felt.js'
import { readRevision, type StarknetTypedData } from '../../protocol/starknet-typed-data.js'
import {
  readTuple,
  type TypedDataField,
  type TypedDataTypes,
} from '../../protocol/starknet-typed-data-types.js'
import { hashPedersen, hashPoseidon, starknetKeccak, toFelt } from './hash.js'

/** The rules that differ between the revisions (SNIP-12). */
interface Rules {
  revision: 0 | 1
  domain: string
  hash(elements: readonly bigint[]): bigint
  hashPair(a: bigint, b: bigint): bigint
  quote(text: string): string
  presets: TypedDataTypes
}

const field = (name: string, type: string): TypedDataField => ({ name, type })

const RULES: readonly [Rules, Rules] = [
  {
    revision: 0,
    domain: 'StarkNetDomain',
    hash: hashPedersen,
    hashPair: (a, b) => BigInt(pedersen(a, b)),
    quote: (text) => text,
    presets: {},
  },
  {
    revision: 1,
    domain: 'StarknetDomain',
    hash: hashPoseidon,
    hashPair: (a, b) => poseidonHash(a, b),
    quote: (text) => `"${text}"`,
    presets: {
      u256: [field('low', 'u128'), field('high', 'u128')],
      TokenAmount: [field('token_address', 'ContractAddress'), field('amount', 'u256')],
      NftId: [field('collection_address', 'ContractAddress'), field('token_id', 'u256')],
    },
  },
]

const bareType = (type: string): string => type.replace(/\*$/, '')

/** Collects the struct and all structs that it refers to, directly or not. */
function collect(types: TypedDataTypes, name: string, found: string[] = []): string[] {
  if (!Object.hasOwn(types, name) || found.includes(name)) return found
  found.push(name)
  for (const { type, contains } of types[name] ?? []) {
    const next = type === 'enum' ? [contains ?? ''] : (readTuple(type) ?? [type])
    for (const one of next) collect(types, bareType(one), found)
  }
  return found
}

function encodeType(rules: Rules, types: TypedDataTypes, name: string): string {
  const all = { ...types, ...rules.presets }
  const [first = name, ...others] = collect(all, name)
  const quoteType = (type: string): string => {
    const parts = rules.revision === 1 ? readTuple(type) : null
    return parts ? `(${parts.map(rules.quote).join(',')})` : rules.quote(type)
  }
  return [first, ...others.sort()]
    .map((one) => {
      const fields = (all[one] ?? []).map(({ name: label, type, contains }) => {
        const shown = type === 'enum' && rules.revision === 1 ? (contains ?? '') : type
        return `${rules.quote(label)}:${quoteType(shown)}`
      })
      return `${rules.quote(one)}(${fields.join(',')})`
    })
    .join('')
}

/** Reads a number in any form, else a text as a short string. */
function toNumber(value: unknown): bigint {
  try {
    return BigInt(value as string)
  } catch {
    return toFelt(String(value))
  }
}

/** The felts of a ByteArray: the number of full words, the words, the rest, its length. */
function encodeByteArray(text: string): bigint[] {
  const bytes = [...new TextEncoder().encode(text)]
  const toWord = (part: number[]) => part.reduce((felt, byte) => (felt << 8n) | BigInt(byte), 0n)
  const full = Math.floor(bytes.length / 31)
  const words = Array.from({ length: full }, (_, index) => toWord(bytes.slice(index * 31, index * 31 + 31)))
  const rest = bytes.slice(full * 31)
  return [BigInt(full), ...words, toWord(rest), BigInt(rest.length)]
}

function hashTree(rules: Rules, leaves: readonly bigint[]): bigint {
  if (leaves.length === 1) return leaves[0] as bigint
  const above: bigint[] = []
  for (let index = 0; index < leaves.length; index += 2) {
    const [a, b] = [leaves[index] as bigint, leaves[index + 1] ?? 0n]
    above.push(a < b ? rules.hashPair(a, b) : rules.hashPair(b, a))
  }
  return hashTree(rules, above)
}

function encodeValue(
  rules: Rules,
  types: TypedDataTypes,
  { type, contains }: TypedDataField,
  value: unknown,
): bigint {
  const inner = (innerType: string, item: unknown) => encodeValue(rules, types, field('', innerType), item)
  if (Object.hasOwn(types, type)) return hashStruct(rules, types, type, value)
  if (Object.hasOwn(rules.presets, type)) return hashStruct(rules, rules.presets, type, value)
  if (type.endsWith('*'))
    return rules.hash((value as unknown[]).map((item) => inner(type.slice(0, -1), item)))
  if (type === 'merkletree')
    return hashTree(
      rules,
      (value as unknown[]).map((item) => inner(contains ?? '', item)),
    )
  if (type === 'selector')
    return /^0x/i.test(String(value)) ? BigInt(String(value)) : starknetKeccak(String(value))
  if (rules.revision === 1 && type === 'string') return rules.hash(encodeByteArray(String(value)))
  if (rules.revision === 1 && type === 'enum') {
    const [name = '', items] = Object.entries(value as object)[0] ?? []
    const variants = types[contains ?? ''] ?? []
    const index = variants.findIndex((variant) => variant.name === name)
    const parts = readTuple(variants[index]?.type ?? '') ?? []
    const encoded = parts.map((part, at) => inner(part, (items as unknown[])[at]))
    // A variant without values is hashed with a zero after its index, as starknet.js and the wallets do.
    return rules.hash([BigInt(index), ...(encoded.length > 0 ? encoded : [0n])])
  }
  const number = toNumber(value)
  return number < 0n ? number + FELT_PRIME : number
}

function hashStruct(rules: Rules, types: TypedDataTypes, name: string, value: unknown): bigint {
  const fields = types[name] ?? []
  return rules.hash([
    starknetKeccak(encodeType(rules, types, name)),
    ...fields.map((one) => encodeValue(rules, types, one, (value as Record<string, unknown>)[one.name])),
  ])
}

/**
 * Computes the hash that an account signs for typed data of revision 0 or 1 (SNIP-12), as wallets do.
 *
 * @param typedData checked typed data
 * @param account the signer's address, which is part of the hash
 */
export function hashTypedData(typedData: StarknetTypedData, account: string): bigint {
  const rules = RULES[readRevision(typedData)]
  const { types, primaryType, domain, message } = typedData
  return rules.hash([
    toFelt('StarkNet Message'),
    hashStruct(rules, types, rules.domain, domain),
    BigInt(account),
    hashStruct(rules, types, primaryType, message),
  ])
}
