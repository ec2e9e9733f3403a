import { WalletError } from '../errors/wallet-error.js'

/** A field of a struct, or a variant of an enum (SNIP-12). */
export interface TypedDataField {
  name: string
  type: string
  /** The type of a merkle tree's leaves, or the enum of a value. */
  contains?: string
}

/** The structs and enums of typed data, by name. */
export type TypedDataTypes = Record<string, TypedDataField[]>

/** 0: Pedersen, `StarkNetDomain`. 1: Poseidon, `StarknetDomain`. */
export type TypedDataRevision = 0 | 1

const SIMPLE = [
  ...['felt', 'bool', 'string', 'selector', 'merkletree'],
  // Wallets hash these types in revision 0 too, as plain felts.
  ...['u128', 'i128', 'ContractAddress', 'ClassHash', 'timestamp', 'shortstring'],
]
const PRESETS = ['u256', 'TokenAmount', 'NftId']
const REVISION_1 = [...SIMPLE, 'enum', ...PRESETS]

const MAX_TYPES = 100
const MAX_FIELDS = 100

/** Creates the error for typed data: what is wrong, and where. */
export const typedDataFault = (path: string, fault: string): WalletError =>
  new WalletError('request_invalid', { message: `typed data: ${path} ${fault}` })

/** Whether a name is a built-in type of a revision. */
const isBuiltInType = (name: string, revision: TypedDataRevision): boolean =>
  (revision === 1 ? REVISION_1 : SIMPLE).includes(name)

/** The types of an enum's variant, such as `(felt,u128*)`; null for any other type. */
export function readTuple(type: string): string[] | null {
  const inner = /^\(([^()]*)\)$/.exec(type)?.[1]
  return inner === undefined ? null : inner.split(',').filter((part) => part !== '')
}

/**
 * Checks the types of typed data: every reference is known, no type contains itself, containers name their contents.
 *
 * @throws WalletError `request_invalid` with the path of the fault
 */
export function checkTypes(types: TypedDataTypes, revision: TypedDataRevision): void {
  const names = Object.keys(types)
  if (names.length > MAX_TYPES) throw typedDataFault('types', `has more than ${MAX_TYPES} entries`)
  const known = (type: string) => Object.hasOwn(types, type) || isBuiltInType(type, revision)
  const uses = new Map<string, Set<string>>()

  const checkReference = (type: unknown, path: string, allowArray: boolean): string => {
    const bare = typeof type === 'string' && allowArray ? type.replace(/\*$/, '') : type
    if (typeof bare !== 'string' || !known(bare)) throw typedDataFault(path, 'is not a known type')
    return bare
  }

  for (const name of names) {
    const path = `types.${name.slice(0, 64)}`
    const fields = types[name]
    if (isBuiltInType(name, revision)) throw typedDataFault(path, 'has the name of a built-in type')
    if (name === '' || /[*(),]/.test(name)) throw typedDataFault(path, 'is not a name of a type')
    if (!Array.isArray(fields) || fields.length > MAX_FIELDS) {
      throw typedDataFault(path, `is not a list of at most ${MAX_FIELDS} fields`)
    }
    const used = new Set<string>()
    const seen = new Set<string>()
    uses.set(name, used)
    fields.forEach((field, index) => {
      const at = `${path}[${index}]`
      if (field === null || typeof field !== 'object') throw typedDataFault(at, 'is not a field')
      if (typeof field.name !== 'string') throw typedDataFault(`${at}.name`, 'is not a text')
      if (seen.has(field.name)) throw typedDataFault(`${at}.name`, 'is there twice')
      seen.add(field.name)
      const tuple = revision === 1 && typeof field.type === 'string' ? readTuple(field.type) : null
      if (tuple) {
        for (const part of tuple) used.add(checkReference(part, `${at}.type`, true))
        return
      }
      const type = checkReference(field.type, `${at}.type`, true)
      used.add(type)
      if (type === 'merkletree' || type === 'enum') {
        if (field.type !== type) throw typedDataFault(`${at}.type`, `cannot be a list of ${type}`)
        const contains = checkReference(field.contains, `${at}.contains`, false)
        if (type === 'enum' && !Object.hasOwn(types, contains)) {
          throw typedDataFault(`${at}.contains`, 'is not an enum')
        }
        used.add(contains)
      }
    })
  }
  checkRecursion(uses)
}

/** Refuses types that contain themselves, because encoding and checking them would never end. */
function checkRecursion(uses: ReadonlyMap<string, ReadonlySet<string>>): void {
  const done = new Set<string>()
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name)) throw typedDataFault(`types.${name}`, 'is recursive')
    if (done.has(name)) return
    for (const next of uses.get(name) ?? []) visit(next, [...above, name])
    done.add(name)
  }
  for (const name of uses.keys()) visit(name, [])
}
