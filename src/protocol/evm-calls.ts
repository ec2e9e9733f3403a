import { KIB } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import { type ChainId, readEvmChainId } from './caip2.js'
import { readEvmAddress } from './evm-address.js'
import { isWebAddress } from './web-address.js'

/** The most calls in one batch. */
const MAX_BATCH = 100

/** The longest data of a call, as hex with 0x: no node takes a transaction of more than 128 KiB. */
const MAX_DATA_HEX = 2 + 128 * KIB * 2

/** The largest amount: the EVM's numbers have 256 bits. */
const MAX_VALUE = (1n << 256n) - 1n

/** A checked call, with its amount in hex as wallets take it. */
export interface HexCall {
  to: string
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

/** Reads an amount in wei: a bigint, a safe integer, or a text in decimal or hex. */
function readValue(value: unknown): bigint | null {
  const isNumber =
    typeof value === 'bigint' ||
    Number.isSafeInteger(value) ||
    (typeof value === 'string' && /^(?:[0-9]{1,78}|0x[0-9a-f]{1,64})$/i.test(value))
  const amount = isNumber ? BigInt(value as bigint | number | string) : -1n
  return amount >= 0n && amount <= MAX_VALUE ? amount : null
}

function parseCall(call: unknown, path: string): HexCall {
  if (!isObject(call)) throw invalid(`${path} is not a call`)
  const to = readEvmAddress(call.to)
  if (!to) throw invalid(`${path}.to is not an address`)
  const { data, value } = call
  if (data !== undefined) {
    const isData =
      typeof data === 'string' && data.length <= MAX_DATA_HEX && /^0x(?:[0-9a-f]{2})*$/i.test(data)
    if (!isData) throw invalid(`${path}.data is not hex`)
  }
  const amount = value === undefined ? undefined : readValue(value)
  if (amount === null) throw invalid(`${path}.value is not an amount in wei`)
  return {
    to,
    ...(data !== undefined && { data: data as string }),
    ...(amount !== undefined && { value: `0x${amount.toString(16)}` }),
  }
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
 * Checks the calls of `execute` on EVM, one or a list of 1 to 100, and their options. Unknown options are left out.
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function parseEvmCalls(calls: unknown, options?: unknown): EvmCalls {
  const list: unknown[] = Array.isArray(calls) ? calls : [calls]
  if (list.length === 0 || calls === null || calls === undefined)
    throw invalid('a call or a non-empty list of calls is needed')
  if (list.length > MAX_BATCH) throw invalid(`at most ${MAX_BATCH} calls are possible`)
  const given = options ?? {}
  if (!isObject(given)) throw invalid('options is not an object')
  const chainId = given.chainId === undefined ? null : readEvmChainId(given.chainId)
  if (given.chainId !== undefined && !chainId) throw invalid('options.chainId is not an EVM chain')
  return {
    // Array.from also reads the holes of a sparse list.
    calls: Array.from(list, (call, index) => parseCall(call, `calls[${index}]`)),
    chainId,
    sequential: given.sequential === true,
    capabilities: readCapabilities(given),
  }
}
