import type { EvmTypedData } from './evm-typed-data-shape.js'
import { bareType, invalidTypedData, isAtomType, readAtom, readList } from './evm-typed-data-values.js'

type Types = EvmTypedData['types']

/**
 * Characters that separate names in the text that EIP-712 hashes. A name that contains them could make two structs read
 * alike.
 */
const TYPE_NAME = /^[^\s()[\],]+$/
const FIELD_NAME = /^[^()[\],]+$/

function checkTypes(types: Types): void {
  for (const [name, fields] of Object.entries(types)) {
    const path = `types.${name}`
    if (name === '__proto__' || !TYPE_NAME.test(name) || isAtomType(name)) throw invalidTypedData(path)
    if (!Array.isArray(fields)) throw invalidTypedData(path)
    const seen = new Set<string>()
    fields.forEach((field: unknown, index) => {
      const at = `${path}[${index}]`
      const { name: own, type } = (field ?? {}) as { name?: unknown; type?: unknown }
      if (typeof own !== 'string' || !FIELD_NAME.test(own) || seen.has(own))
        throw invalidTypedData(`${at}.name`)
      seen.add(own)
      if (typeof type !== 'string') throw invalidTypedData(`${at}.type`)
      const bare = bareType(type)
      if (!isAtomType(bare) && !Object.hasOwn(types, bare)) throw invalidTypedData(`${at}.type`)
    })
  }
}

/** The structs that contain themselves at any depth. Such a value ends where a field is left out. */
function findRecursive(types: Types): ReadonlySet<string> {
  const reach = (from: string): Set<string> => {
    const reached = new Set<string>()
    const open = [from]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const { type } of types[name] ?? []) {
        const next = bareType(type)
        if (!Object.hasOwn(types, next) || reached.has(next)) continue
        reached.add(next)
        open.push(next)
      }
    }
    return reached
  }
  return new Set(Object.keys(types).filter((name) => reach(name).has(name)))
}

/**
 * Checks EIP-712 data down to its values, and refuses what wallets hash differently or leave out: unknown types, fields
 * that are missing or occur twice, values that do not fit their type.
 *
 * @param data a copy of plain data
 * @throws WalletError `request_invalid` naming the path
 */
export function checkEvmTypedData({ types, primaryType, domain, message }: EvmTypedData): void {
  checkTypes(types)
  const recursive = findRecursive(types)
  const checkValue = (type: string, value: unknown, path: string): void => {
    const list = readList(type)
    if (list) {
      if (!Array.isArray(value) || (list.length ?? value.length) !== value.length)
        throw invalidTypedData(path)
      value.forEach((item, index) => {
        checkValue(list.item, item, `${path}[${index}]`)
      })
      return
    }
    if (!Object.hasOwn(types, type)) return void readAtom(type, value, path)
    if ((value === undefined || value === null) && recursive.has(type)) return
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidTypedData(path)
    for (const { name, type: inner } of types[type] ?? []) {
      const item = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
      checkValue(inner, item, `${path}.${name}`)
    }
  }
  checkValue('EIP712Domain', domain, 'domain')
  if (primaryType !== 'EIP712Domain') checkValue(primaryType, message, 'message')
}
