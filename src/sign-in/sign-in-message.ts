import type { Connection } from '../client/state.js'
import { SECOND } from '../constants.js'
import { createSignInError } from '../errors/sign-in-error.js'
import type { Namespace } from '../protocol/caip2.js'
import { MAX_SHORT_STRING } from '../protocol/short-string.js'
import { parseNonceAnswer } from '../protocol/sign-in-nonce.js'
import {
  createStarknetSignIn,
  createStarknetSignInRevision1,
  type SignInTypedData,
} from '../protocol/sign-in-starknet.js'
import { checkStatement } from '../protocol/sign-in-statement.js'
import { createEvmSignIn, SIGN_IN_LIFETIME } from '../protocol/siwe/build.js'
import { DEFAULT_MESSAGE_DOMAIN, type IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInAdapter } from './adapter.js'

/** The page's own address, which a signature is bound to, and its own words. */
export interface PageAddress {
  /** Host as browsers write it, with a port unless it is the scheme's default. */
  host: string
  /** Scheme and host, such as `https://shop.example`. */
  origin: string
  /** The sentence that the visitor agrees to, unless the server sends another with the nonce. */
  readonly statement?: string | undefined
}

/**
 * Reads the nonce and checks that it is for this page: a wallet never sees a nonce for another host.
 *
 * @returns the nonce, with this page's host as its domain, and with the page's statement if the server has sent none
 * @throws WalletError `domain_mismatch`, `message_invalid`, `request_invalid`, `config_invalid` for a statement
 */
export function readNonce(answer: unknown, page: PageAddress, namespace: Namespace): IssuedNonce {
  const { host } = page
  // A page from a file, or in a frame without an address, has no host.
  if (!host) throw createSignInError('message_invalid', 'this page has no host')
  const own = page.statement && { statement: page.statement }
  const issued = { ...own, ...parseNonceAnswer(answer, namespace) }
  checkStatement(issued.statement)
  const { domain, domains = [] } = issued
  if (domain === DEFAULT_MESSAGE_DOMAIN) return issued
  const hosts = [domain, ...domains]
  if (hosts.includes(host)) return { ...issued, domain: host }
  throw createSignInError('domain_mismatch', `${hosts.join(', ').slice(0, 80)}, and this is ${host}`)
}

/** Creates the message to sign: EIP-4361 on EVM; on Starknet the typed data of the specification. */
export function createMessage(
  { account, chainId, namespace }: Connection,
  { nonce, domain, path, resources, statement }: IssuedNonce,
  { host, origin }: PageAddress,
  issuedAt: number,
  form: SignInAdapter['starknetMessage'],
): string | SignInTypedData {
  if (namespace === 'eip155') {
    return createEvmSignIn({ origin, address: account, chainId, nonce, issuedAt, path, resources, statement })
  }
  // The short form holds 31 characters, and no statement. Cutting two long hosts could make them equal.
  const truncate = form === 'truncate'
  if (statement || form === 'revision-1' || (domain.length > MAX_SHORT_STRING && !truncate)) {
    const seconds = Math.floor(issuedAt / SECOND)
    const expiresAt = seconds + SIGN_IN_LIFETIME / SECOND
    return createStarknetSignInRevision1({
      host,
      address: account,
      statement,
      nonce,
      chainId,
      issuedAt: seconds,
      expiresAt,
    })
  }
  return createStarknetSignIn({ message: nonce, domain, chainId, truncate })
}
