import { readField } from '../errors/normalise.js'
import { isSignInErrorCode } from '../errors/sign-in-catalogue.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { within } from '../platform/time.js'
import { type ChainId, type Namespace, namespaceOf, readChainId } from '../protocol/caip2.js'
import { readStarknetAddress } from '../protocol/starknet-address.js'

/** Longest wait for a page's own adapter, in ms, because it may never answer. */
const ADAPTER_TIMEOUT = 60_000

/** Calls the page's adapter. It always settles. @throws WalletError with a sign-in code, or `api_failed` */
export async function askServer<T>(call: () => T | Promise<T>): Promise<T> {
  try {
    const asked = (async () => call())()
    return await within(asked, ADAPTER_TIMEOUT, () => {
      throw new WalletError('api_failed')
    })
  } catch (cause) {
    if (cause instanceof WalletError) throw cause
    const code = readField(cause, 'code')
    throw isSignInErrorCode(code)
      ? createSignInError(code, '', { cause })
      : new WalletError('api_failed', { cause })
  }
}

/**
 * Whether two spellings mean the same account. Starknet addresses may lack leading zeros, EVM addresses their checksum.
 */
export function isSameAccount(namespace: Namespace, a: unknown, b: unknown): boolean {
  const read = (address: unknown) =>
    namespace === 'starknet' ? readStarknetAddress(address) : String(address).toLowerCase()
  return typeof a === 'string' && typeof b === 'string' && read(a) === read(b)
}

/** Reads who is signed in according to a server; null for nobody, and for an answer that cannot be read. */
export function readSession(
  value: unknown,
): { address: string; chainId: ChainId; namespace: Namespace } | null {
  const address = readField(value, 'address')
  const chainId = readChainId(readField(value, 'chainId'))
  return chainId && typeof address === 'string' && address
    ? { address, chainId, namespace: namespaceOf(chainId) }
    : null
}
