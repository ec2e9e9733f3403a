import { KIB } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import { requireBuiltIns } from './built-ins.js'
import { type ChainId, readEvmChainId } from './caip2.js'
import { readEvmAddress } from './evm-address.js'
import { findUnknownField } from './known-fields.js'
import { readEach } from './read-each.js'
import { isWebAddress } from './web-address.js'

/** The most calls in one batch. */
const MAX_BATCH = 100

/** The longest data of a call, as hex with 0x: no node takes a transaction of more than 128 KiB. */
const MAX_DATA_HEX = 2 + 128 * KIB * 2

/** The largest amount: the EVM's numbers have 256 bits. */
const MAX_VALUE = (1n << 256n) - 1n

/** The largest gas limit and the largest nonce: both have 64 bits, and the last nonce is never used (EIP-2681). */
const MAX_U64 = (1n << 64n) - 2n

/** What only a transaction of its own can have, each with its largest number. A batch leaves it to the wallet. */
const TRANSACTION_FIELDS = {
  gas: MAX_U64,
  maxFeePerGas: MAX_VALUE,
  maxPriorityFeePerGas: MAX_VALUE,
  nonce: MAX_U64,
} as const

const CALL_FIELDS = ['to', 'data', 'value']
const OPTIONS = ['chainId', 'sequential', 'capabilities', 'paymasterUrl']

/** A checked call, with its numbers in hex as wallets take them. Without `to` it makes a contract of its data. */
export interface HexCall extends Partial<Record<keyof typeof TRANSACTION_FIELDS, string>> {
  to?: string
  data?: string
  value?: string
}

/** Checked calls of an EVM transaction or batch, with their options. */
export interface EvmCalls {
  calls: readonly HexCall[]
  /** The chain that the calls are for, when the page names one. */
  chainId: ChainId | null
  sequential: boolean
  /** What only a batch can carry (EIP-5792), such as a paymaster; null when the page asks for nothing. */
  capabilities: Record<string, unknown> | null
}

const invalid = (message: string) => new WalletError('request_invalid', { message: `execute: ${message}` })

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Reads a number: a bigint, a safe integer, or a text in decimal or hex. @returns hex; null for anything else */
function readNumber(value: unknown, largest: bigint): string | null {
  const isNumber =
    typeof value === 'bigint' ||
    Number.isSafeInteger(value) ||
    (typeof value === 'string' && /^(?:[0-9]{1,78}|0x[0-9a-f]{1,64})$/i.test(value))
  const number = isNumber ? BigInt(value as bigint | number | string) : -1n
  return number >= 0n && number <= largest ? `0x${number.toString(16)}` : null
}

/** @param isAlone the call is sent as a transaction of its own */
function parseCall(call: unknown, path: string, isAlone: boolean): HexCall {
  if (!isObject(call)) throw invalid(`${path} is not a call`)
  const own = Object.keys(TRANSACTION_FIELDS) as (keyof typeof TRANSACTION_FIELDS)[]
  const { data, value } = call
  // A page whose variable is empty writes `to: undefined`: it wants to call a contract, and not to make one.
  const isNew = !Object.hasOwn(call, 'to') && typeof data === 'string' && data.length > 2
  const to = readEvmAddress(call.to)
  if (!to && !isNew) throw invalid(`${path}.to is not an address`)
  const unknown = findUnknownField(call, [...CALL_FIELDS, ...own])
  if (unknown !== null) throw invalid(`${path}.${unknown} is not a field of a call`)
  if (data !== undefined) {
    const isData =
      typeof data === 'string' && data.length <= MAX_DATA_HEX && /^0x(?:[0-9a-f]{2})*$/i.test(data)
    if (!isData) throw invalid(`${path}.data is not hex`)
  }
  const amount = value === undefined ? undefined : readNumber(value, MAX_VALUE)
  if (amount === null) throw invalid(`${path}.value is not an amount in wei`)
  const parsed: HexCall = {
    ...(to && { to }),
    ...(data !== undefined && { data: data as string }),
    ...(amount !== undefined && { value: amount }),
  }
  for (const field of own) {
    if (call[field] === undefined) continue
    if (!isAlone)
      throw invalid(`${path}.${field} is possible only for one call that is sent as a transaction`)
    const number = readNumber(call[field], TRANSACTION_FIELDS[field])
    if (number === null) throw invalid(`${path}.${field} is not a number`)
    parsed[field] = number
  }
  return parsed
}

function readCapabilities(options: Record<string, unknown>): EvmCalls['capabilities'] {
  const { capabilities, paymasterUrl: url } = options
  if (capabilities !== undefined && !isObject(capabilities))
    throw invalid('options.capabilities is not an object')
  if (url === undefined) return capabilities && Object.keys(capabilities).length ? capabilities : null
  if (!isWebAddress(url)) throw invalid('options.paymasterUrl is not an https address')
  const service = capabilities?.paymasterService
  return { ...capabilities, paymasterService: { ...(isObject(service) && service), url } }
}

/**
 * Checks the calls of `execute` on EVM, one or a list of 1 to 100, and their options.
 *
 * @throws WalletError `request_invalid` naming the field, also one that is not known
 */
export function parseEvmCalls(calls: unknown, options?: unknown): EvmCalls {
  requireBuiltIns()
  const list: unknown[] = Array.isArray(calls) ? calls : [calls]
  if (list.length === 0 || calls === null || calls === undefined)
    throw invalid('a call or a non-empty list of calls is needed')
  if (list.length > MAX_BATCH) throw invalid(`at most ${MAX_BATCH} calls are possible`)
  const given = options ?? {}
  if (!isObject(given)) throw invalid('options is not an object')
  const unknown = findUnknownField(given, OPTIONS)
  if (unknown !== null) throw invalid(`options.${unknown} is not an option on EVM`)
  const chainId = given.chainId === undefined ? null : readEvmChainId(given.chainId)
  if (given.chainId !== undefined && !chainId) throw invalid('options.chainId is not an EVM chain')
  const capabilities = readCapabilities(given)
  const isAlone = list.length === 1 && !capabilities
  return {
    calls: readEach(list, (call, index) => parseCall(call, `calls[${index}]`, isAlone)),
    chainId,
    sequential: given.sequential === true,
    capabilities,
  }
}
