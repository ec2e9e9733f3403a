import { WalletError } from '../errors/wallet-error.js'

/** As it was when this module ran: a page may replace it later. */
const parseJson = JSON.parse

interface Field {
  name: string
  type: string
}

/** EIP-712 data in the shape wallets take. */
export interface EvmTypedData {
  types: Record<string, readonly Field[]>
  primaryType: string
  domain: Record<string, unknown>
  message: Record<string, unknown>
}

const DOMAIN_FIELDS: readonly Field[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

const invalid = (path: string) =>
  new WalletError('request_invalid', { message: `Typed data: ${path} is missing or not valid` })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Checks EIP-712 data and completes it: EIP712Domain is derived where it is left out, bigints become decimal strings.
 *
 * @param input the data, or its JSON
 * @throws WalletError `request_invalid` naming the path
 */
export function toEvmTypedData(input: unknown): EvmTypedData {
  let data = input
  if (typeof input === 'string') {
    try {
      data = parseJson(input)
    } catch (error) {
      throw new WalletError('request_invalid', { message: 'Typed data: not JSON', cause: error })
    }
  }
  if (!isRecord(data)) throw invalid('the whole')
  for (const field of ['types', 'domain', 'message'] as const)
    if (!isRecord(data[field])) throw invalid(field)
  const { types, domain, message, primaryType } = data as unknown as EvmTypedData
  for (const [name, fields] of Object.entries(types)) {
    if (!Array.isArray(fields)) throw invalid(`types.${name}`)
    for (const [index, field] of fields.entries()) {
      if (typeof field?.name !== 'string' || typeof field?.type !== 'string')
        throw invalid(`types.${name}[${index}]`)
    }
  }
  if (typeof primaryType !== 'string' || !Object.hasOwn(types, primaryType)) throw invalid('primaryType')
  const EIP712Domain = types.EIP712Domain ?? DOMAIN_FIELDS.filter(({ name }) => domain[name] !== undefined)
  return toJsonValues({ types: { EIP712Domain, ...types }, primaryType, domain, message }) as EvmTypedData
}

function toJsonValues(value: unknown, depth = 0): unknown {
  if (depth > 64) throw invalid('the nesting')
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map((item) => toJsonValues(item, depth + 1))
  if (isRecord(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, toJsonValues(item, depth + 1)]),
    )
  }
  return value
}
