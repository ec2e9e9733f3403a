import { readEvmChainId } from '../../chains/caip2.js'
import { createSignInError } from '../../errors/sign-in-catalogue.js'
import { WalletError } from '../../errors/wallet-error.js'
import { isEvmAddress, toChecksumAddress } from '../evm-address.js'
import { isEvmNonce } from '../sign-in-nonce.js'
import { formatSignInMessage } from './message.js'

/** How long a message is good for after it was issued, in ms; a server may allow less. */
export const SIGN_IN_LIFETIME = 10 * 60_000

/** What an EVM sign-in message is made of. */
export interface EvmSignIn {
  /** The page's origin, such as `https://shop.example:8443`; an international host is written in its ASCII form. */
  origin: string
  /** An address in any case. */
  address: string
  /** Any spelling of an EVM chain id. */
  chainId: string | number
  nonce: string
  /** Epoch ms by the server's clock. */
  issuedAt: number
  statement?: string | undefined
  requestId?: string | undefined
  resources?: readonly string[] | undefined
}

/**
 * The EIP-4361 message of a page: its own host as the domain, its origin as the URI, a checksummed address.
 *
 * @throws WalletError `message_invalid`, `message_too_long`, `request_invalid`
 */
export function createEvmSignIn(input: EvmSignIn): string {
  const origin = readOrigin(input.origin)
  const chainId = readEvmChainId(input.chainId)
  if (!chainId)
    throw new WalletError('request_invalid', { message: 'sign-in: chainId is not an EVM chain id' })
  if (!isEvmAddress(input.address)) throw createSignInError('message_invalid', 'address')
  if (!isEvmNonce(input.nonce)) throw createSignInError('message_invalid', 'nonce')
  return formatSignInMessage({
    domain: origin.host,
    address: toChecksumAddress(input.address),
    statement: input.statement,
    uri: origin.origin,
    version: '1',
    chainId: Number(chainId.slice('eip155:'.length)),
    nonce: input.nonce,
    issuedAt: new Date(input.issuedAt).toISOString(),
    expirationTime: new Date(input.issuedAt + SIGN_IN_LIFETIME).toISOString(),
    requestId: input.requestId,
    resources: input.resources,
  })
}

/** A page in a sandbox, or opened from a file, has no origin that a signature could be bound to. */
function readOrigin(text: string): URL {
  try {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  } catch {}
  throw createSignInError('message_invalid', 'origin')
}
