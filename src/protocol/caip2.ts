import { WalletError } from '../errors/wallet-error.js'

/** The namespaces a connection can live in (CAIP-2). */
export type Namespace = 'eip155' | 'starknet'

/** A CAIP-2 chain id, such as `eip155:1` or `starknet:SN_MAIN`. */
export type ChainId = `${Namespace}:${string}`

const MAX_EVM_CHAIN = Number.MAX_SAFE_INTEGER

/** Starknet's chains: short name → felt of the name. We read Goerli and never offer it, because it was shut down. */
export const STARKNET_CHAINS = {
  SN_MAIN: '0x534e5f4d41494e',
  SN_SEPOLIA: '0x534e5f5345504f4c4941',
  SN_GOERLI: '0x534e5f474f45524c49',
} as const

/** The spellings of Starknet's chains, in capitals: `SN_MAIN`, the relay's `SNMAIN`, and the SDKs' `MAINNET` and `MAINNET-ALPHA`. */
const STARKNET_NAME = /^SN_?(MAIN|SEPOLIA|GOERLI)$|^(?:(MAIN)NET|(SEPOLIA|GOERLI))(?:-ALPHA)?$/

/** The namespace of a CAIP-2 id. */
export function namespaceOf(chainId: string): Namespace {
  return chainId.startsWith('starknet:') ? 'starknet' : 'eip155'
}

/**
 * Reads an EVM chain id in any spelling wallets use: hex, decimal, number, CAIP-2.
 *
 * @returns `eip155:N` with N a positive safe integer, or null
 */
export function readEvmChainId(value: unknown): `eip155:${string}` | null {
  let number: number
  if (typeof value === 'number') number = value
  else if (typeof value === 'bigint') number = value <= BigInt(MAX_EVM_CHAIN) ? Number(value) : Number.NaN
  else if (typeof value === 'string') {
    const text = value.startsWith('eip155:') ? value.slice(7) : value
    number = /^(?:0x[0-9a-f]+|[0-9]+)$/i.test(text) ? Number(text) : Number.NaN
  } else return null
  return Number.isSafeInteger(number) && number > 0 ? `eip155:${number}` : null
}

/**
 * Reads a Starknet chain id: short name, hex of the name, SDK network name, CAIP-2, the relay's `SNMAIN`.
 *
 * An unknown name keeps its capitals, because each spelling is another felt. A name that does not begin with `SN_`
 * needs the prefix `starknet:`.
 *
 * @returns `starknet:SN_…`, or another name; `starknet:0x…` for hex without a known name; null for anything else
 */
export function readStarknetChainId(value: unknown): `starknet:${string}` | null {
  if (typeof value === 'bigint') return readStarknetChainId(`0x${value.toString(16)}`)
  if (typeof value !== 'string') return null
  const text = value.startsWith('starknet:') ? value.slice(9) : value
  const known = STARKNET_NAME.exec(text.toUpperCase())?.slice(1).join('')
  if (known) return `starknet:SN_${known}`
  if (/^0x0*[1-9a-f][0-9a-f]{0,61}$/i.test(text)) {
    const hex = `0x${text.slice(2).replace(/^0+/, '').toLowerCase()}`
    for (const [name, felt] of Object.entries(STARKNET_CHAINS)) if (felt === hex) return `starknet:${name}`
    return `starknet:${hex}`
  }
  const isName = text === value ? /^SN_\w{1,28}$/i : /^(?=.*[a-z_-])(?!0x)[\w-]{1,31}$/i
  return isName.test(text) ? `starknet:${text}` : null
}

/**
 * Reads a chain id of either namespace. A bare number or hex counts as EVM, a Starknet name as Starknet, and so does the
 * felt of a known name, which no EVM chain reaches (starknet.js, wallets).
 */
export function readChainId(value: unknown): ChainId | null {
  if (typeof value === 'string' && value.startsWith('starknet:')) return readStarknetChainId(value)
  const evm = readEvmChainId(value)
  if (evm) return evm
  const starknet = readStarknetChainId(value)
  const isNamed = typeof value === 'string' && /^[a-z]/i.test(value)
  return starknet && (isNamed || Object.hasOwn(STARKNET_CHAINS, starknet.slice(9))) ? starknet : null
}

/**
 * Reads a chain id that a page passed in.
 *
 * @throws WalletError `request_invalid` naming the value
 */
export function parseChainId(value: unknown): ChainId {
  const chainId = readChainId(value)
  if (chainId) return chainId
  throw new WalletError('request_invalid', { message: `Not a chain id: ${String(value).slice(0, 80)}` })
}
