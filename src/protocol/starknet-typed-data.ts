import { WalletError } from '../errors/wallet-error.js'
import { requireBuiltIns } from './built-ins.js'
import { readFelt } from './felt.js'
import { readEach } from './read-each.js'
import { encodeShortString, findShortStringFault } from './short-string.js'
import {
  checkTypes,
  type TypedDataField,
  type TypedDataRevision,
  type TypedDataTypes,
  typedDataFault,
} from './starknet-typed-data-types.js'
import { checkValue } from './starknet-typed-data-values.js'

/** Typed data of either revision, in a form that every wallet can receive by postMessage (SNIP-12). */
export interface StarknetTypedData {
  types: TypedDataTypes
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

const MAX_STARKNET_DEPTH = 32
const MAX_STARKNET_VALUES = 20_000

/**
 * Copies plain data, so that we send what we have checked, even when a getter answers differently the second time. It
 * turns a bigint into a text, because some wallets carry requests as JSON.
 */
function copyPlain(value: unknown, path: string, budget: { left: number }, depth = 0): unknown {
  if (--budget.left < 0 || depth > MAX_STARKNET_DEPTH) throw typedDataFault(path, 'is too large')
  if (typeof value === 'bigint') return value < 0n ? `${value}` : `0x${value.toString(16)}`
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (Array.isArray(value)) {
    return readEach(value, (item, index) => copyPlain(item, `${path}[${index}]`, budget, depth + 1))
  }
  if (typeof value !== 'object') throw typedDataFault(path, 'is not plain data')
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const at = path ? `${path}.${key.slice(0, 64)}` : key
    if (key === '__proto__') throw typedDataFault(at, 'is not a name')
    const item = (value as Record<string, unknown>)[key]
    if (item !== undefined) copy[key] = copyPlain(item, at, budget, depth + 1)
  }
  return copy
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The revision of typed data, by the type and value of its domain. */
export function readRevision({
  types,
  domain,
}: Pick<StarknetTypedData, 'types' | 'domain'>): TypedDataRevision {
  const { revision } = domain
  if (Object.hasOwn(types, 'StarknetDomain') && String(revision) === '1') return 1
  if (Object.hasOwn(types, 'StarkNetDomain') && (revision === undefined || revision === '0')) return 0
  throw typedDataFault('domain.revision', 'does not go with the type of the domain')
}

/** The type of the domain; the revisions differ only in a capital. */
const domainTypeOf = (revision: TypedDataRevision): string =>
  revision === 1 ? 'StarknetDomain' : 'StarkNetDomain'

/**
 * Checks typed data of revision 0 or 1 down to its values (SNIP-12), and that its hash contains the chain.
 *
 * @param chainId the connected chain; the domain must name it, so that a signature is valid on no other chain
 * @returns a plain copy, ready for postMessage
 * @throws WalletError `request_invalid` with the path of the fault, `chain_mismatch` when it is for another chain
 */
export function parseTypedData(input: unknown, chainId: string): StarknetTypedData {
  requireBuiltIns()
  let data: unknown
  try {
    data = copyPlain(input, '', { left: MAX_STARKNET_VALUES })
  } catch (error) {
    if (error instanceof WalletError) throw error
    throw new WalletError('request_invalid', { message: 'typed data cannot be read', cause: error })
  }
  if (!isRecord(data)) throw new WalletError('request_invalid', { message: 'typed data is not an object' })
  const { types, primaryType, domain, message } = data
  for (const [name, part] of Object.entries({ types, domain, message })) {
    if (!isRecord(part)) throw typedDataFault(name, 'is missing')
  }
  const typed = { types, primaryType, domain, message } as StarknetTypedData
  const revision = readRevision(typed)
  checkTypes(typed.types, revision)
  if (typeof primaryType !== 'string' || !Object.hasOwn(typed.types, primaryType)) {
    throw typedDataFault('primaryType', 'is not one of the types')
  }
  const domainType = domainTypeOf(revision)
  checkChain(typed, domainType, chainId)
  checkValue(typed.types, revision, { name: '', type: domainType }, domain, 'domain')
  checkValue(typed.types, revision, { name: '', type: primaryType }, message, 'message')
  return typed
}

function checkChain({ types, domain }: StarknetTypedData, domainType: string, chainId: string): void {
  const fields = types[domainType] as TypedDataField[]
  if (!fields.some(({ name }) => name === 'chainId'))
    throw typedDataFault(`types.${domainType}`, 'lacks chainId')
  if (domain.chainId === undefined || domain.chainId === null)
    throw typedDataFault('domain.chainId', 'is missing')
  const felt = toChainFelt(domain.chainId)
  if (felt === null || felt !== toChainFelt(chainId.replace('starknet:', ''))) {
    throw new WalletError('chain_mismatch', {
      message: `typed data: domain.chainId is not ${chainId}, which the wallet is on`,
    })
  }
}

/** The felt that a chain id is hashed as, from a name or a number; null for anything else. */
function toChainFelt(value: unknown): bigint | null {
  return readFelt(value) ?? (findShortStringFault(value) ? null : encodeShortString(value as string))
}
