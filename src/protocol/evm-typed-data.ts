import { WalletError } from '../errors/wallet-error.js'
import { requireBuiltIns } from './built-ins.js'
import { checkEvmTypedData } from './evm-typed-data-check.js'
import type { EvmField, EvmTypedData } from './evm-typed-data-shape.js'
import { invalidTypedData, MAX_EVM_DEPTH } from './evm-typed-data-values.js'
import { readEach } from './read-each.js'

/** The original function, because a page may replace it later. */
const parseJson = JSON.parse

const DOMAIN_FIELDS: readonly EvmField[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Limit of values: nested lists that share one list grow without end. */
const MAX_EVM_VALUES = 100_000

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks EIP-712 data and completes it: derives EIP712Domain when it is missing, and turns bigints into decimal
 * strings.
 *
 * @param input the data, or its JSON
 * @returns a plain copy that has passed {@link checkEvmTypedData}
 * @throws WalletError `request_invalid` naming the path
 */
export function toEvmTypedData(input: unknown): EvmTypedData {
  requireBuiltIns()
  let data = input
  if (typeof input === 'string') {
    try {
      data = parseJson(input)
    } catch (error) {
      throw new WalletError('request_invalid', { message: 'Typed data: not JSON', cause: error })
    }
  }
  const copy = copyPlain(data, { left: MAX_EVM_VALUES })
  if (!isRecord(copy)) throw invalidTypedData('the whole')
  for (const field of ['types', 'domain', 'message'] as const)
    if (!isRecord(copy[field])) throw invalidTypedData(field)
  const { types, domain, message, primaryType } = copy as unknown as EvmTypedData
  if (typeof primaryType !== 'string' || !Object.hasOwn(types, primaryType))
    throw invalidTypedData('primaryType')
  const EIP712Domain = types.EIP712Domain ?? DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined)
  const completed = { types: { EIP712Domain, ...types }, primaryType, domain, message }
  checkEvmTypedData(completed)
  return completed
}

/** Copies plain data, so that we send what we have checked, even when a getter answers differently the second time. */
function copyPlain(value: unknown, budget: { left: number }, depth = 0): unknown {
  if (depth > MAX_EVM_DEPTH) throw invalidTypedData('the nesting')
  if (--budget.left < 0) throw invalidTypedData('the number of values')
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return readEach(value, (item) => copyPlain(item, budget, depth + 1))
  if (isRecord(value)) {
    const kept = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function')
    return Object.fromEntries(kept.map(([key, item]) => [key, copyPlain(item, budget, depth + 1)]))
  }
  return value
}
