import { SECOND } from '../constants.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { type ChainId, type Namespace, namespaceOf, readChainId } from '../protocol/caip2.js'
import { readEvmAddress } from '../protocol/evm-address.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import { parseStarknetSignIn } from '../protocol/sign-in-starknet.js'
import { readDateTime } from '../protocol/siwe/date-time.js'
import { parseSignInMessage } from '../protocol/siwe/message.js'
import { checkRecap, readOwnStatement } from '../protocol/siwe/recap.js'
import { readStarknetAddress } from '../protocol/starknet-address.js'
import { checkSite, type Site } from './site.js'

/** The account that claims to have signed, in our own spelling. */
export interface Subject {
  namespace: 'eip155' | 'starknet'
  chainId: ChainId
  address: string
}

/** What both kinds of message say, after reading. */
export interface Claim {
  nonce: string
  chainId: string
  /** The sentence that the visitor has agreed to, without the sentence of a ReCap. */
  statement?: string | undefined
  /** Epoch ms. */
  issuedAt?: number | undefined
  notBefore?: number | undefined
  expiresAt?: number | undefined
}

/** How a posted chain begins: CAIP-2, and an EVM chain is a decimal number without zeros before it. */
const CHAIN = /^(?:eip155:[1-9]|starknet:)/

/** Reads the address of an account in a page's spelling, and writes it in our own; null for anything else. */
export function readAddress(namespace: Namespace, given: unknown): string | null {
  // Wallets spell addresses in more ways; a page sends one that begins with 0x.
  if (typeof given !== 'string' || !given.startsWith('0x')) return null
  return namespace === 'eip155' ? readEvmAddress(given) : readStarknetAddress(given)
}

/** @throws WalletError `request_invalid` */
export function readSubject(proof: SignInProof): Subject {
  const { namespace } = proof
  const chainId = CHAIN.test(proof.chainId) ? readChainId(proof.chainId) : null
  if (!chainId || (namespace !== undefined && namespace !== namespaceOf(chainId))) {
    throw new WalletError('request_invalid', {
      message: 'sign-in: namespace and chainId do not make a chain',
    })
  }
  const address = readAddress(namespaceOf(chainId), proof.address)
  if (!address)
    throw new WalletError('request_invalid', { message: 'sign-in: address is not an address of this chain' })
  return { namespace: namespaceOf(chainId), chainId, address }
}

/**
 * Reads a message, and checks that it is for the site and for the account that is said to have signed it.
 *
 * @param starknetDomains the site's names in the short message of Starknet
 * @throws WalletError `message_invalid`, `message_too_long`, `domain_mismatch`, `account_mismatch`
 */
export function readClaim(
  message: unknown,
  { namespace, address }: Subject,
  site: Site,
  starknetDomains: readonly string[],
): Claim {
  return namespace === 'eip155'
    ? readEvm(message, address, site)
    : readStarknet(message, address, site, starknetDomains)
}

function readEvm(message: unknown, address: string, site: Site): Claim {
  const fields = parseSignInMessage(message)
  checkRecap(fields)
  checkSite(site, fields)
  if (readEvmAddress(fields.address) !== address) throw createSignInError('account_mismatch')
  const time = (text: string | undefined) =>
    text === undefined ? undefined : (readDateTime(text) ?? undefined)
  return {
    // A copy: engines keep a whole message as long as a piece of it, and a used nonce is kept for minutes.
    nonce: [...fields.nonce].join(''),
    chainId: `eip155:${fields.chainId}`,
    statement: readOwnStatement(fields.statement),
    issuedAt: time(fields.issuedAt),
    notBefore: time(fields.notBefore),
    expiresAt: time(fields.expirationTime),
  }
}

function readStarknet(
  message: unknown,
  address: string,
  site: Site,
  starknetDomains: readonly string[],
): Claim {
  const fields = parseStarknetSignIn(message)
  const domains = fields.revision === 1 ? site.hosts : starknetDomains
  if (!domains.includes(fields.domain)) throw createSignInError('domain_mismatch')
  if (fields.address !== undefined && fields.address !== address) throw createSignInError('account_mismatch')
  const time = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * SECOND)
  return {
    nonce: fields.nonce,
    chainId: fields.chainId,
    statement: fields.statement,
    issuedAt: time(fields.issuedAt),
    expiresAt: time(fields.expiresAt),
  }
}

/**
 * Checks a message's times against the clock.
 *
 * @param limits the highest age of a message, and how far a clock may be ahead, in ms
 * @param time epoch ms
 * @throws WalletError `message_expired`
 */
export function checkTimes(
  { issuedAt, notBefore, expiresAt }: Claim,
  limits: { maxAge: number; clockTolerance: number },
  time: number,
): void {
  if (issuedAt !== undefined && issuedAt > time + limits.clockTolerance) {
    throw createSignInError('message_expired', 'it was issued in the future: check the clock')
  }
  if (issuedAt !== undefined && issuedAt < time - limits.maxAge) {
    throw createSignInError('message_expired', 'it was issued too long ago: if it is new, check the clock')
  }
  if (expiresAt !== undefined && expiresAt <= time) throw createSignInError('message_expired')
  if (notBefore !== undefined && notBefore > time)
    throw createSignInError('message_expired', 'it is not valid yet')
}
