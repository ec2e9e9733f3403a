import { MINUTE } from '../../constants.js'
import { createSignInError } from '../../errors/sign-in-error.js'
import { WalletError } from '../../errors/wallet-error.js'
import { readEvmChainId } from '../caip2.js'
import { isEvmAddress, toChecksumAddress } from '../evm-address.js'
import { isEvmNonce } from '../evm-nonce.js'
import { formatSignInMessage } from './message.js'

/** How long a message is valid after it was issued, in ms; a server may allow less. */
export const SIGN_IN_LIFETIME = 10 * MINUTE

/** The fields of an EVM sign-in message. */
export interface EvmSignIn {
  /** The page's origin, such as `https://shop.example:8443`; an international host name is in ASCII form. */
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
  /** The path of the page that the message is bound to, such as `/admin`. */
  path?: string | undefined
  resources?: readonly string[] | undefined
}

/**
 * Creates the EIP-4361 message of a page: its own host as the domain, its origin as the URI (with a path when the
 * message is bound to a path), and a checksummed address.
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
    uri: readUri(origin, input.path),
    version: '1',
    chainId: Number(chainId.slice('eip155:'.length)),
    nonce: input.nonce,
    issuedAt: new Date(input.issuedAt).toISOString(),
    expirationTime: new Date(input.issuedAt + SIGN_IN_LIFETIME).toISOString(),
    requestId: input.requestId,
    resources: input.resources,
  })
}

/** A page in a sandbox or from a file has no origin, so a signature cannot be bound to it. */
function readOrigin(text: string): URL {
  try {
    const url = new URL(text)
    if (/^https?:$/.test(url.protocol) && !url.username && !url.password) return url
  } catch {
    // A text that is not an address fails below, like an address without an origin.
  }
  throw createSignInError('message_invalid', 'origin')
}

/** The address of a path at an origin. A path that leads to another origin is refused. */
function readUri({ origin }: URL, path: string | undefined): string {
  if (path === undefined) return origin
  if (URL.canParse(path, origin) && new URL(path, origin).href === origin + path) return origin + path
  throw createSignInError('message_invalid', 'path')
}
