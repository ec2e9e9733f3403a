import { WalletError } from '../errors/wallet-error.js'
import { requireBuiltIns } from './built-ins.js'
import { parseCalldataItem } from './calldata.js'
import { readFelt, toFeltHex } from './felt.js'
import { findUnknownField } from './known-fields.js'
import { readEach } from './read-each.js'
import { parseStarknetAddress, toRpcAddress } from './starknet-address.js'

/** The most calls in one transaction, and the most felts in all of them. */
export const MAX_CALLS = 100
export const MAX_FELTS = 10_000

/** The largest maxFee, because the fee field of a transaction is a u128. */
const MAX_FEE = (1n << 128n) - 1n

const CALL_FIELDS = ['contractAddress', 'entrypoint', 'calldata']
/** The options that a Starknet wallet may take. */
export const FELT_OPTIONS = ['nonce', 'maxFee', 'version'] as const

/** A checked call: every value in the hex form that nodes and wallets take. */
export interface FeltCall {
  contractAddress: string
  entrypoint: string
  calldata: string[]
}

/** Checked options of a transaction, as hex. */
export interface FeltExecuteOptions {
  nonce?: string
  maxFee?: string
  version?: string
}

const invalid = (message: string) => new WalletError('request_invalid', { message })

function parseCall(call: unknown, path: string): FeltCall {
  if (call === null || typeof call !== 'object') throw invalid(`${path} is not a call`)
  const { contractAddress, entrypoint, calldata } = call as Record<string, unknown>
  const address = toRpcAddress(parseStarknetAddress(contractAddress, `${path}.contractAddress`))
  if (typeof entrypoint !== 'string' || !/^[a-z_][a-z0-9_]{0,254}$/i.test(entrypoint)) {
    throw invalid(`${path}.entrypoint is not the name of a function`)
  }
  const unknown = findUnknownField(call, CALL_FIELDS)
  if (unknown !== null) throw invalid(`${path}.${unknown} is not a field of a call`)
  if (calldata !== undefined && !Array.isArray(calldata)) throw invalid(`${path}.calldata is not a list`)
  if (calldata && calldata.length > MAX_FELTS) throw invalid(`calls have more than ${MAX_FELTS} felts`)
  // A hole is not a felt and is refused.
  return { contractAddress: address, entrypoint, calldata: readEach(calldata ?? [], parseCalldataItem) }
}

/**
 * Checks the calls of a transaction: one call, or a list of 1 to 100 calls with at most 10,000 felts.
 *
 * @returns new objects, so that later changes by the caller reach no wallet
 * @throws WalletError `request_invalid` naming the field, or with the specification's text for calldata
 */
export function parseCalls(calls: unknown): FeltCall[] {
  requireBuiltIns()
  const list: unknown[] = Array.isArray(calls) ? [...calls] : [calls]
  if (list.length === 0 || calls === null || calls === undefined) {
    throw invalid('execute needs a call or a non-empty list of calls')
  }
  if (list.length > MAX_CALLS) throw invalid(`execute takes at most ${MAX_CALLS} calls`)
  let felts = 0
  return readEach(list, (call, index) => {
    const parsed = parseCall(call, `calls[${index}]`)
    felts += parsed.calldata.length
    if (felts > MAX_FELTS) throw invalid(`calls have more than ${MAX_FELTS} felts`)
    return parsed
  })
}

/**
 * Checks nonce, maxFee and version: felts, the fee below 2^128. Other fields are left out.
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function parseExecuteOptions(options: unknown): FeltExecuteOptions {
  if (options === undefined || options === null) return {}
  if (typeof options !== 'object') throw invalid('options is not an object')
  const parsed: FeltExecuteOptions = {}
  for (const field of FELT_OPTIONS) {
    const value = (options as Record<string, unknown>)[field]
    if (value === undefined) continue
    const felt = readFelt(value)
    if (felt === null || (field === 'maxFee' && felt > MAX_FEE))
      throw invalid(`options.${field} is not valid`)
    parsed[field] = toFeltHex(felt)
  }
  return parsed
}
